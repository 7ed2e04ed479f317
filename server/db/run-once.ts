import type { Context, InWorkspace, Scope } from './context.ts'
import { findCause, withCauses } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { withoutRepeats } from '#lib/idempotency.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { toJson } from '#lib/to-json.ts'
import { claimKeys, findAnswersOf, keyInFlight, saveAnswers } from './claim-key.ts'
import { transaction } from './transaction.ts'

type KeyOf<T> = (call: T) => InWorkspace<Idempotency> | undefined

/** A call of a writing verb, and the request that it belongs to: by default the caller's. With a key, it runs at most once. */
export type VerbCall<I> = {
  input: I
  idempotency: Idempotency | undefined
  cause?: Cause | undefined
}

/** A writing verb for several inputs of one workspace; returns the body of each answer, in the same order. */
type BatchVerb<I> = (tx: Scope, inputs: I[]) => Promise<unknown[]>

/**
 * Runs `verb` in one transaction for the calls whose keys are new, and stores their answers in it, encrypted. The others
 * get the answer of the first request with their key. `findCauses` returns the causes of the inputs. An error of the verb rejects all calls and changes nothing.
 *
 * Codes of single calls: idempotency_key_reused, idempotency_key_in_flight.
 * @throws {AppError} idempotency_key_in_flight (another request has held a key for too long)
 */
export async function runOnce<I>(
  scope: Scope,
  calls: VerbCall<I>[],
  status: number,
  verb: BatchVerb<I>,
): Promise<Outcome<StoredAnswer>[]> {
  const ofCaller = findCause()
  const first = withoutRepeats(calls, (call) => call.idempotency)
  const answers = await transaction(scope, async (tx) => {
    const keys = first.flatMap(({ idempotency }) => idempotency ?? [])
    const isClaimed = await claimKeys(tx, keys)
    const fresh = first.filter(({ idempotency }) => !idempotency || isClaimed(idempotency))
    if (fresh.length === 0) return new Map<VerbCall<I>, StoredAnswer>()
    const inputs = fresh.map(({ input }) => input)
    const causes = fresh.map(({ cause }) => cause ?? ofCaller)
    const results = await withCauses(causes, () => verb(tx, inputs))
    const made = fresh.map((call, index) => ({
      call,
      idempotency: call.idempotency,
      answer: { status, body: toJson(results[index]), replayed: false },
    }))
    await saveAnswers(
      tx,
      made.flatMap(({ idempotency, answer }) => (idempotency ? { idempotency, ...answer } : [])),
    )
    return new Map(made.map(({ call, answer }) => [call, answer]))
  })
  return toOutcomes(scope, calls, {
    answerOf: (call) => answers.get(call),
    keyOf: ({ idempotency }) => idempotency && { ...idempotency, workspaceId: scope.workspaceId },
  })
}

/**
 * Returns the outcome of each call: its own answer if it ran, or else that of the first request with its key.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight.
 */
export async function toOutcomes<T>(
  context: Context,
  calls: T[],
  { answerOf, keyOf }: { answerOf: (call: T) => StoredAnswer | undefined; keyOf: KeyOf<T> },
): Promise<Outcome<StoredAnswer>[]> {
  const own = calls.map(answerOf)
  const keys = calls.flatMap((call, index) => (own[index] ? [] : (keyOf(call) ?? [])))
  const findAnswer = await findAnswersOf(context, keys)
  return calls.map((call, index) =>
    toOutcome(() => {
      const answer = own[index] ?? findAnswer(keyOf(call))
      if (!answer) throw keyInFlight()
      return answer
    }),
  )
}
