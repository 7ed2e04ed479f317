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

/** The end of a cell for a spreadsheet that splits lines at another character than we do, before the start of a formula. */
const INNER_START = /([;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])(?!\s*[+-]\d+\s*(?:[;\t\r\n]|$))/g

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula: at the start of the cell, and behind each
 * semicolon, tab and line break in it. Where a comma is the decimal point, spreadsheets split at semicolons, also inside of our
 * quotation marks, because those are not at the start of their cell. A signed number, such as a phone number, stays as it is.
 * Source: OWASP, CSV injection.
 */
export function inertCell(text: string): string {
  const inner = text.replaceAll(INNER_START, "$1'")
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]\d+$/.test(text) ? `'${inner}` : inner
}

function toText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'number' ? String(cell) : inertCell(cell ?? '')
}
