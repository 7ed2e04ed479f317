import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { ExportFormat } from '#shared/exports.ts'

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** The response of a route that sends a file. */
export type TableFile = { description: string; content: Record<string, { schema: TSchema }> }

/** The response of a route that sends a CSV file. */
export const CsvFile = {
  description: 'A CSV file in UTF-8 with a byte order mark.',
  content: { 'text/csv': { schema: Type.String() } },
}

/** The response of a route that sends a file of JSON lines. */
export const NdjsonFile = {
  description: 'A JSON object per line, in UTF-8.',
  content: { 'application/x-ndjson': { schema: Type.String() } },
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
