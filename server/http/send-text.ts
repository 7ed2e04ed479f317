import type { FastifyReply } from 'fastify'

/** Sends a text, or the bytes of one, exactly as it is, whatever the schema of the route. */
export function sendText(reply: FastifyReply, type: string, text: string | Buffer): FastifyReply {
  return reply
    .type(type)
    .serializer((body: unknown) => body as string)
    .send(text)
}
