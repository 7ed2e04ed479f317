import { readFieldName } from '../read-field-name.ts'
import { isEmptyRow, readCsv } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'

/** The rows among which the header is searched. */
const ROWS_MAX = 10

/**
 * Finds the row with the names of the columns, and the number of rows before it: it is the first one, except for empty rows and
 * for a title, which is alone in its row, above known names.
 */
export function findHeader(
  body: Buffer,
  delimiter: string,
): { header: CsvRow | undefined; skipped: number } {
  const rows: CsvRow[] = []
  for (const row of readCsv(body, delimiter)) {
    rows.push(row)
    if (rows.length === ROWS_MAX || !canBeTitle(row)) break
  }
  const first = rows.findIndex(
    (row, index) =>
      !canBeTitle(row) || (isFilled(row) && !hasNames(rows.slice(index + 1).find(isFilled))),
  )
  const skipped = Math.max(0, first)
  return { header: rows[skipped], skipped }
}

/** Returns whether no cell of a row but the first is filled. */
function canBeTitle({ cells, problem }: CsvRow): boolean {
  return !problem && isEmptyRow(cells.slice(1))
}

function isFilled({ cells }: CsvRow): boolean {
  return !isEmptyRow(cells)
}

/** Returns whether a row has several cells, of which one is the known name of a column. */
function hasNames(row: CsvRow | undefined): boolean {
  const names = row?.problem ? [] : (row?.cells.filter((cell) => cell.trim() !== '') ?? [])
  return names.length > 1 && names.some((name) => readFieldName(name)?.sureness === 2)
}
