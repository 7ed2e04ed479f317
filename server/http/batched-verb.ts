import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#context.ts'
import { runOnce } from '#db/run-once.ts'
import type { VerbCall } from '#db/run-once.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './authenticate.ts'
import { readIdempotency, sendAnswer } from './idempotency.ts'

/** A call of a verb that shares its transaction. */
type BatchedCall<I> = VerbCall<I> & { scope: Scope }

/**
 * Creates a function that returns the answer of a call: `status` and the result of `verb` for its input, at most once for its
 * idempotency key. Concurrent calls of one actor share a transaction.
 *
 * `read` runs before the transaction: it reads what the verb needs of the directory, and refuses nothing.
 *
 * If the verb refuses a batch, its halves run apart, so that each request gets its own error and no other's.
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, and those of the verb
 */
export function createBatchedCall<I, F = undefined>(
  status: number,
  verb: (tx: Scope, inputs: I[], facts: F) => Promise<unknown[]>,
  read?: (scope: Scope, inputs: I[]) => Promise<F>,
): (call: BatchedCall<I>) => Promise<StoredAnswer> {
  async function run(calls: BatchedCall<I>[]): Promise<Outcome<StoredAnswer>[]> {
    try {
      const { scope } = calls[0]!
      const inputs = calls.map(({ input }) => input)
      const facts = (await read?.(scope, inputs)) as F
      return await runOnce(scope, calls, status, (tx, fresh) => verb(tx, fresh, facts))
    } catch (err) {
      if (calls.length === 1 || !(err instanceof AppError)) throw err
      const middle = calls.length >> 1
      return [...(await settle(calls.slice(0, middle))), ...(await settle(calls.slice(middle)))]
    }
  }
  /** Runs a part of a batch; an error that rejects the whole part is the error of each of its calls. */
  async function settle(calls: BatchedCall<I>[]): Promise<Outcome<StoredAnswer>[]> {
    try {
      return await run(calls)
    } catch (reason) {
      return calls.map(() => ({ status: 'rejected', reason }))
    }
  }
  const gather = coalesce<BatchedCall<I>, StoredAnswer>({
    name: 'change',
    maxBatch: 128,
    concurrency: 2,
    keyOf: ({ scope: { workspaceId, actor } }) => `${workspaceId} ${actor.type} ${actor.id}`,
    run,
  })
  return (call) => gather({ ...call, cause: findCause() })
}

/**
 * Creates a function that answers a request by `createBatchedCall`, at most once for its `Idempotency-Key`.
 *
 * @throws {AppError} invalid_header, and those of the call
 */
export function createBatchedVerb<I, F = undefined>(
  ...given: Parameters<typeof createBatchedCall<I, F>>
): (request: FastifyRequest, reply: FastifyReply, input: I) => Promise<FastifyReply> {
  const answer = createBatchedCall<I, F>(...given)
  return answerBy(answer)
}

/** Creates a function that answers a request by a call of its input. @throws {AppError} invalid_header, and those of the call */
export function answerBy<I>(answer: (call: BatchedCall<I>) => Promise<StoredAnswer>) {
  return async (request: FastifyRequest, reply: FastifyReply, input: I): Promise<FastifyReply> =>
    sendAnswer(
      reply,
      await answer({ scope: scopeOf(request), input, idempotency: readIdempotency(request) }),
    )
}
