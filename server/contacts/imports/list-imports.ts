import type { Scope } from '#db/context.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { IMPORT_COLUMNS, toImport } from './schema.ts'
import type { Import } from './schema.ts'

/** Returns one page of imports, newest first: by id, which carries the time. @throws {AppError} invalid_cursor */
export async function listImports(scope: Scope, input: PageInput): Promise<Page<Import>> {
  const query = selectFrom(scope, 'imports').select(IMPORT_COLUMNS)
  return listPage(query, NEWEST_BY_ID, input, toImport)
}
