import type { Scope } from '#db/context.ts'
import { createSharedWork } from '#db/create-shared-work.ts'
import { runOnce } from '#db/run-once.ts'
import type { VerbCall } from '#db/run-once.ts'
import { workTogether } from '#db/work-together.ts'
import { viewerKey } from '#db/visibility/viewer.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { entryOf } from '#lib/entry-of.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { itemAt } from '#lib/item-at.ts'
import { runHalves } from '#lib/run-halves.ts'

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
  /** Whether calls of several workspaces share a transaction: then the statements of `run` are `gathered`. */
  isShared?: boolean
}

/** A call of a verb that shares its transaction. */
type BatchedCall<Input> = VerbCall<Input> & { scope: Scope }

/** Returns the key of a batch: calls with the same one share a transaction. They have one actor, because a scope has one. */
function batchKey({ scope }: { scope: Scope }): string {
  const { workspaceId, actor } = scope
  return `${workspaceId} ${actor.type} ${actor.id} ${viewerKey(scope)}`
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
      const { facts } = await prepare(calls)
      return await runOnce(firstOf(calls).scope, calls, status, (tx, fresh) =>
        verb.run(tx, fresh, facts),
      )
    } catch (err) {
      if (calls.length === 1 || !(err instanceof AppError)) throw err
      return runHalves(calls, run)
    }
  }
  async function runTogether(calls: BatchedCall<Input>[]): Promise<Outcome<StoredAnswer>[]> {
    const workspaces = [...Map.groupBy(calls, ({ scope }) => scope.workspaceId).values()]
    const groups = workspaces.map((own) => [...Map.groupBy(own, batchKey).values()])
    const prepared = await Promise.all(groups.map((own) => Promise.all(own.map(prepare))))
    const scopes = workspaces.map((own) => firstOf(own).scope)
    const outcomes = new Map<BatchedCall<Input>, Outcome<StoredAnswer>>()
    await workTogether(scopes, async (tx, index) => {
      for (const { group, facts } of itemAt(prepared, index)) {
        const { actor } = firstOf(group).scope
        const answers = await runOnce({ ...tx, actor }, group, status, (own, fresh) =>
          verb.run(own, fresh, facts),
        )
        for (const [place, call] of group.entries()) outcomes.set(call, itemAt(answers, place))
      }
    })
    return calls.map((call) => entryOf(outcomes, call))
  }
  async function prepare(group: BatchedCall<Input>[]) {
    const inputs = group.map(({ input }) => input)
    return { group, facts: (await verb.before?.(firstOf(group).scope, inputs)) as Facts }
  }
  const gather = coalesce<BatchedCall<Input>, StoredAnswer>({
    name: 'change',
    maxBatch: 128,
    concurrency: 2,
    keyOf: batchKey,
    run,
  })
  const answer = verb.isShared
    ? createSharedWork<BatchedCall<Input>, StoredAnswer>({
        name: 'change_together',
        maxBatch: 128,
        together: runTogether,
        alone: gather,
      })
    : gather
  return (scope, input, idempotency) => {
    const call = { scope, input, idempotency, cause: findCause() }
    // A statement of several workspaces cannot have the conditions of one viewer.
    return scope.viewer ? gather(call) : answer(call)
  }
}
