import type { Scope } from '#context.ts'
import { toOutcomes } from '#db/run-once.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { withoutRepeats } from '#lib/idempotency.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { insertSends } from './insert-sends.ts'
import type { PreparedSend } from './prepare-send.ts'

/**
 * Inserts sends of one workspace and answers each once that is durable. A send whose idempotency key another request
 * claimed meanwhile gets that request's answer.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight.
 */
export async function writeSends(
  scope: Scope,
  all: PreparedSend[],
): Promise<Outcome<StoredAnswer>[]> {
  const keyOf = ({ send }: PreparedSend) => send.idempotency
  const inserted = await insertSends(scope, withoutRepeats(all, keyOf))
  return toOutcomes(scope, all, {
    answerOf: ({ message, answer: body }) =>
      inserted.has(message.id) ? { status: 201, body, replayed: false } : undefined,
    keyOf,
  })
}
