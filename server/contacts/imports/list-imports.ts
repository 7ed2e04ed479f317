import type { Scope } from '#context.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { IMPORT_COLUMNS, toImport } from './schema.ts'
import type { Import } from './schema.ts'

/** One page of imports, newest first: by id, which carries the time. @throws {AppError} invalid_cursor */
export async function listImports(scope: Scope, input: PageInput): Promise<Page<Import>> {
  const { limit, after } = readPageInput(input)
  let query = scope.db
    .selectFrom('imports')
    .select(IMPORT_COLUMNS)
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (after) query = query.where('id', '<', after.id)
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toImport)
}
