import type { Scope } from '#db/context.ts'
import { listPage, NEWEST_IDS } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toDataExport } from './schema.ts'
import type { DataExport, ListDataExportsQuery } from './schema.ts'

/** Returns one page of the exports that have not expired, newest first. @throws {AppError} invalid_cursor */
export async function listDataExports(
  scope: Scope,
  input: ListDataExportsQuery,
): Promise<Page<DataExport>> {
  const query = selectFrom(scope, 'data_exports')
    .selectAll()
    .where('expires_at', '>', scope.clock.now())
    .$if(input.contact_id !== undefined, (found) =>
      found.where('contact_id', '=', input.contact_id!),
    )
  return listPage(query, NEWEST_IDS, input, (row) => toDataExport(scope, row))
}
