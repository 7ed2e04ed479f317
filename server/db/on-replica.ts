import type { Scope } from '#context.ts'

/**
 * Runs a read on a replica if there are any, else on the database of `scope`. The read sees everything that was committed
 * before. It may run twice, so it must have no effects.
 */
export function onReplica<T>(scope: Scope, run: (scope: Scope) => Promise<T>): Promise<T> {
  const { replicas } = scope
  return replicas ? replicas.read(scope.db, (db) => run({ ...scope, db })) : run(scope)
}
