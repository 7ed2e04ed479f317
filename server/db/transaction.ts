import type { Scope } from '../context.ts'
import { sqlState } from './pool.ts'

const retryable = new Set(['40001', '40P01'])

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
  for (let attempt = 1; ; attempt++) {
    const onCommit: (() => void)[] = []
    try {
      const result = await scope.db.transaction().execute((db) => run({ ...scope, db, onCommit }))
      for (const callback of onCommit) callback()
      return result
    } catch (err) {
      if (attempt === 3 || !retryable.has(sqlState(err) ?? '')) throw err
    }
  }
}

/** Calls `callback` once what `scope` writes is committed: at once outside a transaction, never after a rollback. */
export function afterCommit(scope: Pick<Scope, 'onCommit'>, callback: () => void): void {
  if (scope.onCommit) scope.onCommit.push(callback)
  else callback()
}
