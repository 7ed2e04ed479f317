import type { FastifyReply } from 'fastify'
import type { StoredAnswer } from '#lib/idempotency.ts'

/** Sends a stored answer, with `Idempotent-Replayed` when it repeats an earlier one. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => body as string)
    .send(answer.body)
}
