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
  const rows = readCsv(body, delimiter).take(ROWS_MAX).toArray()
  const skipped = Math.max(
    0,
    rows.findIndex((row, index) => !isTitle(row, rows.slice(index + 1).find(isFilled))),
  )
  return { header: rows[skipped], skipped }
}

function isFilled({ cells }: CsvRow): boolean {
  return !isEmptyRow(cells)
}

function isTitle(row: CsvRow, next: CsvRow | undefined): boolean {
  if (row.problem) return false
  const [first, ...others] = row.cells.filter((cell) => cell.trim() !== '')
  if (first === undefined) return true
  if (others.length > 0 || first !== row.cells[0] || !next || next.problem) return false
  const names = next.cells.filter((cell) => cell.trim() !== '')
  return names.length > 1 && names.some((name) => readFieldName(name)?.sureness === 2)
}
