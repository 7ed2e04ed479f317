import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { listPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import type { Page } from '#lib/pagination.ts'
import { toDataExport } from './schema.ts'
import type { DataExport, ListDataExportsQuery } from './schema.ts'

const NEWEST: Order<{ id: string }> = {
  direction: 'desc',
  columns: [{ by: sql.ref('id'), kind: 'uuid', of: (row) => row.id }],
}

/** Returns one page of the exports that have not expired, newest first. @throws {AppError} invalid_cursor */
export async function listDataExports(
  scope: Scope,
  input: ListDataExportsQuery,
): Promise<Page<DataExport>> {
  const query = scope.db
    .selectFrom('data_exports')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('expires_at', '>', scope.clock.now())
    .$if(input.contact_id !== undefined, (found) =>
      found.where('contact_id', '=', input.contact_id!),
    )
  return listPage(query, NEWEST, input, (row) => toDataExport(scope, row))
}
