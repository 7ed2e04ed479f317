import { stringify } from 'csv-stringify/sync'

/** One cell of a table; null is an empty cell. */
export type Cell = string | number | Date | null

/** Returns the first line of a CSV file, behind the byte order mark that makes Excel read UTF-8. */
export function csvHead(columns: string[]): string {
  return `\uFEFF${csvLines([columns])}`
}

/**
 * Returns a line per row, each ending in CRLF. Cells are escaped so that no spreadsheet runs them as formulas. Source:
 * RFC 4180.
 */
export function csvLines(rows: Cell[][]): string {
  return stringify(
    rows.map((row) => row.map((cell) => toText(cell))),
    { record_delimiter: 'windows' },
  )
}

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula. A signed number, such as a phone
 * number, stays as it is. Source: OWASP, CSV injection.
 */
export function inertCell(text: string): string {
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]\d+$/.test(text) ? `'${text}` : text
}

function toText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'number' ? String(cell) : inertCell(cell ?? '')
}
