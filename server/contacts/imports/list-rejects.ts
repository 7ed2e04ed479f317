import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readImport } from './get-import.ts'
import type { ImportReject } from './schema.ts'

const byRow: Order<ImportReject> = {
  direction: 'asc',
  columns: [{ by: sql.ref('row_number'), kind: 'int', of: (row) => row.row_number }],
}

/** Returns one page of the rows that an import rejected, in the order of the file. @throws {AppError} import_not_found, invalid_cursor */
export async function listRejects(
  scope: Scope,
  id: string,
  input: PageInput,
): Promise<Page<ImportReject>> {
  const { id: importId } = await readImport(scope, id)
  const rejects = selectFrom(scope, 'import_rejects')
    .select(['row_number', 'code', 'message', 'cells'])
    .where('import_id', '=', importId)
  return listPage(rejects, byRow, input, (row) => row)
}
