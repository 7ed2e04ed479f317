import type { Scope } from './context.ts'
import type { ReadKind } from '#lib/pacing/read-slots.ts'
import { unrestricted, withDatabase } from './visibility/as-viewer.ts'

/**
 * Runs a read whose cost grows with the data, as soon as the workspace has a slot for it: on a replica if there are any, else on
 * the database of `scope`. The read sees everything that was committed before. It may run twice, so it must have no effects.
 *
 * @throws {AppError} busy
 */
export function growingRead<T>(
  scope: Scope,
  kind: ReadKind,
  run: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { replicas, readSlots, workspaceId } = scope
  const read = () =>
    replicas
      ? replicas.read(unrestricted(scope).db, (db) => run(withDatabase(scope, db)))
      : run(scope)
  // Inside a transaction, it already has a connection.
  return readSlots && !scope.db.isTransaction ? readSlots.run({ workspaceId, kind }, read) : read()
}
