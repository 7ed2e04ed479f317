import type { Scope } from './context.ts'
import type { LaneKind } from './tables/lanes.ts'
import { afterCommit } from './transaction.ts'

/** Wakes the lanes of these targets in the scope's workspace after its changes are committed. */
export function wakeAfterCommit(
  scope: Pick<Scope, 'workspaceId' | 'wake' | 'onCommit'>,
  kind: LaneKind,
  targetIds: Iterable<string>,
): void {
  const { workspaceId } = scope
  const lanes = [...new Set(targetIds)].map((targetId) => ({ kind, workspaceId, targetId }))
  if (lanes.length > 0) afterCommit(scope, () => scope.wake(lanes))
}
