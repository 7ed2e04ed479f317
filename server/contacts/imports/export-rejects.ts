import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { encodeCursor } from '#lib/lists/encode-cursor.ts'
import type { ImportRejection } from '#shared/contacts.ts'
import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import { readImport } from './get-import.ts'
import { HINDI_PROBLEMS, REJECT_COLUMNS } from './reject-languages.ts'
import type { RejectLanguage } from './reject-languages.ts'
import { listRejects } from './list-rejects.ts'

/** Rows of one statement. */
const PAGE = 500

/**
 * A CSV of the rows that an import rejected, in parts: the columns of the file, and behind them what is wrong, so
 * that it can be put right and uploaded again. English is as detailed as the API's list. The audit log records who exported them. @throws {AppError} import_not_found
 */
export async function exportRejects(
  scope: Scope,
  id: string,
  language: RejectLanguage = 'en',
): Promise<AsyncIterable<string>> {
  const { columns, id: importId, filename } = await readImport(scope, id)
  await recordAudit(scope, 'import.rejects_exported', importId, { filename })
  return (async function* () {
    yield csvHead([...columns, ...REJECT_COLUMNS[language]])
    for (let after = 0; ;) {
      const input = { limit: PAGE, cursor: encodeCursor([after]) }
      const { data } = await listRejects(scope, importId, input)
      yield csvLines(
        data.map(({ cells, row_number, code, message }) => [
          ...columns.map((_, index) => cells[index] ?? ''),
          row_number,
          language === 'hi' ? (HINDI_PROBLEMS[code as ImportRejection] ?? message) : message,
        ]),
      )
      if (data.length < PAGE) return
      after = data.at(-1)!.row_number
    }
  })()
}
