import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import { IMPORT_COLUMNS, toImport } from './schema.ts'
import type { Import, ImportRow } from './schema.ts'

/** Returns the import with this id. @throws {AppError} import_not_found */
export async function getImport(scope: Scope, id: string): Promise<Import> {
  return toImport(await readImport(scope, id))
}

/** Returns the row of an import; `change` locks it until the transaction ends. @throws {AppError} import_not_found */
export async function readImport(scope: Scope, id: string, lock?: 'change'): Promise<ImportRow> {
  const row = isUuid(id)
    ? await selectFrom(scope, 'imports')
        .select(IMPORT_COLUMNS)
        .where('id', '=', id)
        .$if(lock === 'change', (query) => query.forUpdate())
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('imports', id)
  return row
}
