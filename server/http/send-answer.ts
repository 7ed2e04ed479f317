import type { FastifyReply } from 'fastify'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { sendText } from './send-text.ts'

/** Sends a stored answer, with `Idempotent-Replayed` when it repeats an earlier one. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return sendText(reply.code(answer.status), 'application/json; charset=utf-8', answer.body)
}
