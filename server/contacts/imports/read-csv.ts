import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** One row of a CSV, and where in the bytes the next one begins. */
export type CsvRow = { cells: string[]; end: number }

/** Bytes that are parsed at a time: between two, other requests are served. */
const CHUNK = 64 * 1024

/** The most characters of one row: a quote that is never closed ends there. */
const ROW_CHARACTERS_MAX = 200_000

/**
 * The rows of a CSV in UTF-8, from the byte `start` on, where a row begins. A quote within a cell is taken as it is.
 *
 * Source: RFC 4180. Throws csv-parse's error where a quote is never closed.
 */
export async function* readCsv(
  body: Buffer,
  delimiter: string,
  start = 0,
): AsyncGenerator<CsvRow, void> {
  const parser = Readable.from(chunksOf(body, start)).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: ROW_CHARACTERS_MAX,
    }),
  )
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[]
    info: { bytes: number }
  }>)
    yield { cells: record, end: start + info.bytes }
}

/** Whether no cell of a row says anything. */
export function isEmptyRow(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

async function* chunksOf(body: Buffer, start: number): AsyncGenerator<Buffer> {
  for (let at = start; at < body.length; at += CHUNK) {
    yield body.subarray(at, at + CHUNK)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
