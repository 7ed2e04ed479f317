import type { Scope } from '#context.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * Runs `run` in a transaction and returns its result after the commit.
 *
 * Joins the transaction that `scope` is already in. Deadlocks and serialization failures are retried, with
 * three attempts in total, so `run` must not have effects outside the database except through `afterCommit`.
 */
export async function transaction<S extends Pick<Scope, 'db' | 'onCommit'>, T>(
  scope: S,
  run: (tx: S) => Promise<T>,
): Promise<T> {
  if (scope.db.isTransaction) return run(scope)
  const { result, onCommit } = await retryConflicts(scope.db, async () => {
    const callbacks: (() => void)[] = []
    const done = await scope.db
      .transaction()
      .execute((db) => run({ ...scope, db, onCommit: callbacks }))
    return { result: done, onCommit: callbacks }
  })
  for (const callback of onCommit) callback()
  return result
}

/**
 * Calls `callback` after the changes of `scope` are committed: immediately outside a transaction, and never
 * after a rollback.
 */
export function afterCommit(scope: Pick<Scope, 'onCommit'>, callback: () => void): void {
  if (scope.onCommit) scope.onCommit.push(callback)
  else callback()
}
