import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** One row of a CSV, and the byte at which the next one starts. */
export type CsvRow = { cells: string[]; end: number }

/** Bytes that are parsed at a time; other requests are served in between. */
const CHUNK = 64 * 1024

/** The most characters of one row; limits a quote that is never closed. */
const ROW_CHARACTERS_MAX = 200_000

/**
 * Reads the rows of a CSV in UTF-8 from the byte `start`, at which a row starts. A quote within a cell is kept.
 *
 * Source: RFC 4180. Throws csv-parse's error when a quote is never closed.
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

/** Returns whether all cells of a row are empty. */
export function isEmptyRow(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

async function* chunksOf(body: Buffer, start: number): AsyncGenerator<Buffer> {
  for (let at = start; at < body.length; at += CHUNK) {
    yield body.subarray(at, at + CHUNK)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
