import { AppError } from '#lib/errors.ts'
import { readEmail } from '#lib/read-email.ts'
import { decodeText } from './decode-text.ts'
import { findHeader } from './find-header.ts'
import { isEmptyRow, readCsv } from './read-csv.ts'
import { undoGuard } from './undo-guard.ts'

/**
 * A readable file of contacts: its text `body` is in UTF-8, and its rows start at byte `start` of it. `samples` are its first
 * rows, `probe` so many that each column that has values has some there.
 */
export type CsvFile = {
  body: Buffer
  delimiter: string
  columns: string[]
  samples: string[][]
  probe: string[][]
  rowCount: number
  start: number
}

const DELIMITERS = [',', ';', '\t', '|']
const COLUMNS_MAX = 200
const COLUMN_CHARACTERS_MAX = 200
/** The most rows below the header. */
const ROWS_MAX = 200_000
/** The most rows that may be unreadable. Finding where each ends takes longer than reading it. */
const UNREADABLE_MAX = 100
const SAMPLES = 3
/** The first rows to guess columns by, and the values that each column needs at least among further ones. */
const PROBE = { rows: 50, values: 3 }
const SAVE_AS = 'Save it as "CSV UTF-8" and upload it again.'

/**
 * Reads the header and delimiter of a file of contacts and counts its rows, all of them. A row that cannot be read is
 * counted, and rejected by the import.
 *
 * It takes up to seconds: `readCsvUpload` does it in a thread. @throws {AppError} invalid_file, with what to do
 */
export function readCsvFile(bytes: Buffer): CsvFile {
  const text = readBytes(bytes)
  const named = /^sep=(.)\r?\n/.exec(text.subarray(0, 8).toString())
  const body = named ? text.subarray(named[0].length) : text
  const delimiter = named?.[1] ?? findDelimiter(body)
  return { body, ...readRows(body, delimiter) }
}

function readBytes(bytes: Buffer): Buffer {
  if (bytes.length === 0) throw invalidFile('The file is empty.')
  const begin = bytes.toString('latin1', 0, 2)
  if (begin === 'PK' || begin === '\xD0\xCF')
    throw invalidFile(`The file is a spreadsheet, not a CSV file. ${SAVE_AS}`)
  const text = decodeText(bytes)
  if (!text) throw invalidFile(`The file is not a text file. ${SAVE_AS}`)
  return text
}

/** Guesses the delimiter: the one that splits the first rows into the same number of cells, and into the most. */
function findDelimiter(body: Buffer): string {
  const head = body.subarray(0, 256 * 1024)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const counts: number[] = []
    for (const { cells, problem } of readCsv(head, delimiter)) {
      // The last row of the head may be cut within a cell.
      if (problem) break
      if (!isEmptyRow(cells)) counts.push(cells.length)
      if (counts.length === 20) break
    }
    // A title above the header has one cell.
    const widths = [...new Set(counts)].filter((width) => width > 1)
    const score = Math.max(
      0,
      ...widths.map((width) => width * counts.filter((count) => count === width).length),
    )
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function readRows(body: Buffer, delimiter: string): Omit<CsvFile, 'body'> {
  const { header } = findHeader(body, delimiter)
  if (!header) throw invalidFile('The file is empty.')
  if (header.problem)
    throw invalidFile('A quotation mark that opens a cell of the first row is not closed.')
  const columns = readColumns(header.cells)
  const rows = readCsv(body, delimiter, header.end)
  let [rowCount, filled, unreadable] = [0, 0, 0]
  const samples: string[][] = []
  const probe: string[][] = []
  const filledCells = columns.map(() => 0)
  for (const { cells, problem } of rows) {
    rowCount += 1
    if (isEmptyRow(cells)) continue
    // Spreadsheets leave empty rows at the end, which do not count.
    filled = rowCount
    if (filled > ROWS_MAX)
      throw invalidFile(
        `The file has more than ${ROWS_MAX.toLocaleString('en')} rows. Split it into several files.`,
      )
    if (problem) unreadable += 1
    else {
      if (samples.length < SAMPLES) samples.push(cells)
      if (probe.length < PROBE.rows || isNeeded(cells, filledCells)) {
        probe.push(cells)
        for (const [index, cell] of cells.entries())
          if (cell.trim() !== '') filledCells[index] = (filledCells[index] ?? 0) + 1
      }
    }
    if (unreadable > UNREADABLE_MAX)
      throw invalidFile(
        `More than ${UNREADABLE_MAX} rows cannot be read, the last of them row ${rowCount + 1}. Check the quotation marks and the delimiter of the file.`,
      )
  }
  if (filled === 0) throw invalidFile('The file has a header but no rows below it.')
  return { delimiter, columns, samples, probe, rowCount: filled, start: header.end }
}

/** Returns whether a row has a value in a column of which few values are known. */
function isNeeded(cells: string[], counts: number[]): boolean {
  return counts.some((count, index) => count < PROBE.values && Boolean(cells[index]?.trim()))
}

/** Returns whether a cell is an address of a contact. Dates, which names of columns can be, have fewer digits. */
function isAddress(cell: string): boolean {
  const text = undoGuard(cell)
  return readEmail(text) !== undefined || /^\+?(?:[\s().-]*\d){10,15}\s*$/.test(text)
}

/** Returns the names in the header; a missing or repeated one gets a name by its position. */
function readColumns(cells: string[]): string[] {
  if (cells.length > COLUMNS_MAX)
    throw invalidFile(`The file has more than ${COLUMNS_MAX} columns.`)
  if (isEmptyRow(cells))
    throw invalidFile('The first row is empty. It must contain the names of the columns.')
  if (cells.some(isAddress))
    throw invalidFile(
      'The first row has a phone number or an email address. Add a row with the names of the columns above it.',
    )
  const seen = new Set<string>()
  return cells.map((cell, index) => {
    const name = undoGuard(cell).trim().slice(0, COLUMN_CHARACTERS_MAX) || `Column ${index + 1}`
    let unique = name
    for (let count = 2; seen.has(unique); count++) unique = `${name} (${count})`
    seen.add(unique)
    return unique
  })
}

/** Creates the error of a file that cannot be imported. */
export function invalidFile(message: string): AppError {
  return new AppError('invalid_file', message, {
    fields: [{ field: 'file', code: 'invalid_file', message }],
  })
}
