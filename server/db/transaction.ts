import type { Scope } from '#context.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * Runs `run` in one transaction and gives its result once that is committed.
 *
 * Joins the transaction that `scope` is already in. A deadlock or a serialization failure is tried again,
 * three times in all, so `run` has no effect outside the database except through `afterCommit`.
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

/** Calls `callback` once what `scope` writes is committed: at once outside a transaction, never after a rollback. */
export function afterCommit(scope: Pick<Scope, 'onCommit'>, callback: () => void): void {
  if (scope.onCommit) scope.onCommit.push(callback)
  else callback()
}
