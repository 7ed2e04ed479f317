import type { Context, Deferred } from './context.ts'
import { applyDeferred, storeDeferred } from './outbox/defer.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { createUnusable } from './transaction.ts'

/**
 * Runs `run` in a transaction on the directory. After its commit, applies the effects that `run` deferred in transactions of
 * their tenants, and returns the result when they are applied. Call it outside of a tenant's transaction.
 *
 * Joins the directory's transaction that `context` is already in; retries conflicts like `transaction`. If the process ends
 * between the commits, `sweepOutbox` applies the effects within seconds.
 */
export async function directoryTransaction<S extends Context, T>(
  context: S,
  run: (tx: S) => Promise<T>,
): Promise<T> {
  if (context.directory.isTransaction) return run(context)
  const { result, onCommit, deferred } = await retryConflicts(context.directory, async () => {
    const callbacks: (() => void)[] = []
    const effects: Deferred[] = []
    const done = await context.directory.transaction().execute(async (directory) => {
      const tx = { ...context, directory, db: NO_TENANTS, onCommit: callbacks, deferred: effects }
      const value = await run(tx)
      await storeDeferred(tx, effects)
      return value
    })
    return { result: done, onCommit: callbacks, deferred: effects }
  })
  for (const callback of onCommit) callback()
  const undelayed = deferred.filter(({ afterMs }) => afterMs === undefined)
  await applyDeferred(context, undelayed)
  return result
}

/** Stands for the tenants' database inside a transaction of the directory. */
const NO_TENANTS = createUnusable(
  "A transaction of the directory cannot use a tenant's rows: defer an effect that changes them.",
)
