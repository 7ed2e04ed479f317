import type { Scope } from '#context.ts'
import { findAnswers, keyInFlight } from '#db/idempotency-keys.ts'
import { toOutcome } from '#lib/coalesce.ts'
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
  const inserted = await insertSends(
    scope,
    withoutRepeats(all, (each) => each.send.idempotency),
  )
  const others = all.filter((each) => !inserted.has(each.message.id))
  const findAnswer = await findAnswers(
    scope,
    others.flatMap((each) => each.send.idempotency ?? []),
  )
  return all.map((each) =>
    toOutcome(() => {
      if (inserted.has(each.message.id)) return { status: 201, body: each.answer, replayed: false }
      const answer = findAnswer(each.send.idempotency)
      if (!answer) throw keyInFlight()
      return answer
    }),
  )
}
