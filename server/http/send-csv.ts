import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** The response of a route that sends a CSV file. */
export const CsvFile = {
  description: 'A CSV file in UTF-8 with a byte order mark.',
  content: { 'text/csv': { schema: Type.String() } },
}

/** Sends a CSV file as the download `name`.csv: its text, or the parts of it as they are written. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  content: string | AsyncIterable<string>,
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(typeof content === 'string' ? content : Readable.from(content))
}
