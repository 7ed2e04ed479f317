import { isUtf8 } from 'node:buffer'
import { AppError } from '#lib/errors.ts'
import { isEmptyRow, readCsv } from './read-csv.ts'

/** A readable file of contacts: its rows start at byte `start` of `body`. */
export type CsvFile = {
  body: Buffer
  delimiter: string
  columns: string[]
  samples: string[][]
  rowCount: number
  start: number
}

const DELIMITERS = [',', ';', '\t', '|']
const COLUMNS_MAX = 200
const COLUMN_CHARACTERS_MAX = 200
const SAMPLES = 3
const SAVE_AS = 'Save it as "CSV UTF-8" and upload it again.'

/**
 * Reads the header and delimiter of a file of contacts and counts its rows. Reads all of it, so that a fault anywhere
 * is reported at once.
 *
 * @throws {AppError} invalid_file, with what to do
 */
export async function readCsvFile(bytes: Buffer): Promise<CsvFile> {
  const text = readBytes(bytes)
  const named = /^sep=(.)\r?\n/.exec(text.subarray(0, 8).toString())
  const body = named ? text.subarray(named[0].length) : text
  const delimiter = named?.[1] ?? (await findDelimiter(body))
  try {
    return await readRows(body, delimiter)
  } catch (err) {
    const { code, lines } = err as { code?: string; lines?: number }
    if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
      throw invalid(`A quotation mark that opens a cell is not closed before line ${lines}.`)
    if (code?.startsWith('CSV_')) throw invalid('The file is not a CSV file.')
    throw err
  }
}

function readBytes(bytes: Buffer): Buffer {
  if (bytes.length === 0) throw invalid('The file is empty.')
  const [first, second] = bytes
  const begin = (first! << 8) | second!
  if (begin === 0xfffe || begin === 0xfeff)
    throw invalid(`The file is encoded in UTF-16. ${SAVE_AS}`)
  if (begin === 0x504b || begin === 0xd0cf)
    throw invalid(`The file is a spreadsheet, not a CSV file. ${SAVE_AS}`)
  if (bytes.includes(0)) throw invalid(`The file is not a text file in UTF-8. ${SAVE_AS}`)
  if (!isUtf8(bytes)) throw invalid(`The file is not encoded in UTF-8. ${SAVE_AS}`)
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes
}

/** Guesses the delimiter: the one that splits the first rows into the same number of cells, and into the most. */
async function findDelimiter(body: Buffer): Promise<string> {
  const head = body.subarray(0, 256 * 1024)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const counts: number[] = []
    try {
      for await (const { cells } of readCsv(head, delimiter)) {
        if (!isEmptyRow(cells)) counts.push(cells.length)
        if (counts.length === 20) break
      }
    } catch {
      // The last row of the head may be cut within a cell.
    }
    const width = counts[0] ?? 0
    const score = width > 1 ? width * counts.filter((count) => count === width).length : 0
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

async function readRows(body: Buffer, delimiter: string): Promise<CsvFile> {
  let columns: string[] | undefined
  let [start, rowCount, filled] = [0, 0, 0]
  const samples: string[][] = []
  for await (const { cells, end } of readCsv(body, delimiter)) {
    if (!columns) {
      columns = readColumns(cells)
      start = end
      continue
    }
    rowCount += 1
    if (isEmptyRow(cells)) continue
    // Spreadsheets leave empty rows at the end, which do not count.
    filled = rowCount
    if (samples.length < SAMPLES) samples.push(cells)
  }
  if (!columns) throw invalid('The file is empty.')
  if (filled === 0) throw invalid('The file has a header but no rows below it.')
  return { body, delimiter, columns, samples, rowCount: filled, start }
}

/** Returns the names in the header; a missing or repeated one gets a name by its position. */
function readColumns(cells: string[]): string[] {
  if (cells.length > COLUMNS_MAX) throw invalid(`The file has more than ${COLUMNS_MAX} columns.`)
  if (isEmptyRow(cells))
    throw invalid('The first row is empty. It must contain the names of the columns.')
  const seen = new Set<string>()
  return cells.map((cell, index) => {
    const name = cell.trim().slice(0, COLUMN_CHARACTERS_MAX) || `Column ${index + 1}`
    let unique = name
    for (let count = 2; seen.has(unique); count++) unique = `${name} (${count})`
    seen.add(unique)
    return unique
  })
}

function invalid(message: string): AppError {
  return new AppError('invalid_file', message, {
    fields: [{ field: 'file', code: 'invalid_file', message }],
  })
}
