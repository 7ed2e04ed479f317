import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { ExportFormat } from '#shared/exports.ts'

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** The response of a route that sends a CSV file. */
export const CsvFile = {
  description:
    'A CSV file in UTF-8 with a byte order mark. Cells are escaped so that spreadsheets do not run them as formulas.',
  content: { 'text/csv': { schema: Type.String() } },
}

/** The response of a route that sends a CSV file, or one of JSON lines. */
export const TableFile = {
  description: `${CsvFile.description} Or JSON lines.`,
  content: {
    ...CsvFile.content,
    'application/x-ndjson': { schema: Type.String() },
  },
}

/** Sends a table as the download `name` with the extension of its format: its text, or the parts of it as they are written. */
export function sendTable(
  reply: FastifyReply,
  name: string,
  content: string | AsyncIterable<string>,
  format: ExportFormat = 'csv',
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
    .send(typeof content === 'string' ? content : Readable.from(content))
}
