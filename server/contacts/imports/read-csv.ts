/**
 * One row of a CSV, and the byte at which the next one starts. The only cell of a row with `problem` is the beginning of
 * its line.
 */
export type CsvRow = { cells: string[]; end: number; problem?: 'unclosed_quote' | 'row_too_long' }

/** The most bytes of one row; limits what a quotation mark that is never closed swallows. */
const ROW_BYTES_MAX = 800_000
/** The bytes of an unreadable line that are shown. */
const SHOWN_BYTES = 500

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d]

/**
 * Reads the rows of a CSV in UTF-8 from the byte `start`, at which a row starts. A quotation mark within a cell, or one
 * that closes a cell before its end, is kept. A line that cannot be read is one row with a problem, and the next line
 * is the next row.
 *
 * Source: RFC 4180.
 */
export function* readCsv(body: Buffer, delimiter: string, start = 0): Generator<CsvRow, void> {
  const separator = Buffer.from(delimiter)
  for (let at = start; at < body.length;) {
    const row = readRow(body, separator, at) ?? readBrokenLine(body, at)
    yield row
    at = row.end
  }
}

/** Returns whether all cells of a row are empty. */
export function isEmptyRow(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** Returns the row at `start`, undefined when a cell is never closed or the row is too long. */
function readRow(body: Buffer, separator: Buffer, start: number): CsvRow | undefined {
  const cells: string[] = []
  for (let at = start; ; at += separator.length) {
    const cell = readCell(body, separator, at)
    if (!cell || cell.end - start > ROW_BYTES_MAX) return undefined
    cells.push(cell.text)
    at = cell.end
    const lineEnd = lengthOfLineEnd(body, at)
    if (at >= body.length || lineEnd > 0) return { cells, end: at + lineEnd }
  }
}

/** Returns the cell at `start`, and the byte behind it: a separator, the end of a line or the end of the file. */
function readCell(
  body: Buffer,
  separator: Buffer,
  start: number,
): { text: string; end: number } | undefined {
  if (body[start] !== QUOTE) {
    const end = findCellEnd(body, separator, start)
    return { text: body.toString('utf8', start, end), end }
  }
  const searched = body.subarray(0, start + ROW_BYTES_MAX)
  for (let at = start + 1; ; at++) {
    at = searched.indexOf(QUOTE, at)
    if (at < 0) return undefined
    if (body[at + 1] === QUOTE) {
      at++
      continue
    }
    const end = findCellEnd(body, separator, at + 1)
    const inner = body.toString('utf8', start + 1, at).replaceAll('""', '"')
    if (end === at + 1) return { text: inner, end }
    return { text: `"${inner}${body.toString('utf8', at, end)}`, end }
  }
}

function findCellEnd(body: Buffer, separator: Buffer, start: number): number {
  let at = start
  while (
    at < body.length &&
    body[at] !== LINE_FEED &&
    body[at] !== CARRIAGE_RETURN &&
    !isAt(body, separator, at)
  )
    at++
  return at
}

function isAt(body: Buffer, separator: Buffer, at: number): boolean {
  return (
    body[at] === separator[0] &&
    (separator.length === 1 || separator.equals(body.subarray(at, at + separator.length)))
  )
}

/** Returns the length of the end of a line at `at`, 0 if there is none. */
function lengthOfLineEnd(body: Buffer, at: number): 0 | 1 | 2 {
  if (body[at] === CARRIAGE_RETURN) return body[at + 1] === LINE_FEED ? 2 : 1
  return body[at] === LINE_FEED ? 1 : 0
}

function readBrokenLine(body: Buffer, start: number): CsvRow {
  let at = start
  while (at < body.length && lengthOfLineEnd(body, at) === 0) at++
  const shown = body.subarray(start, Math.min(at, start + SHOWN_BYTES))
  // A character that is cut in the middle is left out.
  const text = shown.toString('utf8').replace(/\uFFFD$/, '')
  const problem = at - start > ROW_BYTES_MAX ? 'row_too_long' : 'unclosed_quote'
  return { cells: [text], end: at + lengthOfLineEnd(body, at), problem }
}
