import type { Context, Scope } from './context.ts'
import type { Db } from './pool.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * Runs `run` in a transaction on the tenants' database and returns its result after the commit.
 *
 * Joins the transaction that `scope` is already in. Deadlocks and serialization failures are retried, with
 * three attempts in total, so `run` must not have effects outside the database except through `afterCommit`. The
 * directory cannot be used inside: its rows are read before, and changed before by `directoryTransaction`.
 */
export async function transaction<S extends Pick<Context, 'db' | 'onCommit'>, T>(
  scope: S,
  run: (tx: S) => Promise<T>,
): Promise<T> {
  if (scope.db.isTransaction) return run(scope)
  const { result, onCommit } = await retryConflicts(scope.db, async () => {
    const callbacks: (() => void)[] = []
    const done = await scope.db
      .transaction()
      .execute((db) => run({ ...scope, db, directory: NO_DIRECTORY, onCommit: callbacks }))
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

/** Stands for the directory inside a transaction of a tenant. */
const NO_DIRECTORY = createUnusable(
  'A transaction of a tenant cannot use the directory: read it before, or change it in a directoryTransaction.',
)

/** Returns a database whose use throws `message`. It can be copied with the scope that has it. */
export function createUnusable(message: string): Db {
  return new Proxy({} as Db, {
    get() {
      throw new Error(message)
    },
  })
}
