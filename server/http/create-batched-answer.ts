import type { Scope } from '#db/context.ts'
import { runOnce } from '#db/run-once.ts'
import type { VerbCall } from '#db/run-once.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'

/** Answers one call of a verb, at most once for its idempotency key. */
export type AnswerCall<Input> = (
  scope: Scope,
  input: Input,
  idempotency: Idempotency | undefined,
) => Promise<StoredAnswer>

/**
 * A writing verb for several inputs. `before` runs before the transaction: it reads what the verb needs of the directory, and
 * refuses nothing.
 */
export type BatchedVerb<Input, Facts> = {
  before?: ((scope: Scope, inputs: Input[]) => Promise<Facts>) | undefined
  run: (tx: Scope, inputs: Input[], facts: Facts) => Promise<unknown[]>
}

/** A call of a verb that shares its transaction. */
type BatchedCall<Input> = VerbCall<Input> & { scope: Scope }

/** Returns the key of a batch: calls with the same one share a transaction. They have one actor, because a scope has one. */
function batchKey({ scope: { workspaceId, actor } }: { scope: Scope }): string {
  return `${workspaceId} ${actor.type} ${actor.id}`
}

/**
 * Creates a function that returns the answer of a call: `status` and the result of the verb for its input, at most once for its
 * idempotency key. Concurrent calls with one `batchKey` share a transaction.
 *
 * If the verb refuses a batch, its halves run apart, so that each request gets its own error and no other's.
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, and those of the verb
 */
export function createBatchedAnswer<Input, Facts>(
  status: number,
  verb: BatchedVerb<Input, Facts>,
): AnswerCall<Input> {
  async function run(calls: BatchedCall<Input>[]): Promise<Outcome<StoredAnswer>[]> {
    try {
      const { scope } = calls[0]!
      const inputs = calls.map(({ input }) => input)
      const facts = (await verb.before?.(scope, inputs)) as Facts
      return await runOnce(scope, calls, status, (tx, fresh) => verb.run(tx, fresh, facts))
    } catch (err) {
      if (calls.length === 1 || !(err instanceof AppError)) throw err
      const middle = calls.length >> 1
      return [...(await settle(calls.slice(0, middle))), ...(await settle(calls.slice(middle)))]
    }
  }
  /** Runs a part of a batch; an error that rejects the whole part is the error of each of its calls. */
  async function settle(calls: BatchedCall<Input>[]): Promise<Outcome<StoredAnswer>[]> {
    try {
      return await run(calls)
    } catch (reason) {
      return calls.map(() => ({ status: 'rejected', reason }))
    }
  }
  const gather = coalesce<BatchedCall<Input>, StoredAnswer>({
    name: 'change',
    maxBatch: 128,
    concurrency: 2,
    keyOf: batchKey,
    run,
  })
  return (scope, input, idempotency) => gather({ scope, input, idempotency, cause: findCause() })
}
