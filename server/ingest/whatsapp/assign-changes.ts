import { NO_WORKSPACE } from '../../lib/ids.ts'
import { toList, toRecord } from '../storable.ts'
import type { Change } from './read-changes.ts'

/**
 * The workspace of each change, `NO_WORKSPACE` where none is known. A change without an account belongs to the
 * one workspace that the other changes of its entry (one business account) belong to.
 */
export function assignChanges(
  changes: Change[],
  workspaceOf: (account: string) => string | undefined,
): string[] {
  const ownerOf = (change: Change) =>
    change.account === undefined ? undefined : (workspaceOf(change.account) ?? NO_WORKSPACE)
  const byEntry = new Map<number, Set<string>>()
  for (const change of changes) {
    const owner = ownerOf(change)
    if (owner === undefined) continue
    byEntry.set(change.entry, (byEntry.get(change.entry) ?? new Set()).add(owner))
  }
  return changes.map((change) => {
    const neighbours = byEntry.get(change.entry)
    const only = neighbours?.size === 1 ? [...neighbours][0] : undefined
    return ownerOf(change) ?? only ?? NO_WORKSPACE
  })
}

/** A payload for each workspace, with nothing in it but that workspace's changes. `owners` as `assignChanges` gives them. */
export function splitPayload(payload: unknown, owners: string[]): Map<string, unknown> {
  const entries = toList(toRecord(payload)['entry']).map(toRecord)
  let place = 0
  const owned = entries.map((entry) =>
    toList(entry['changes']).map((change) => ({ change, owner: owners[place++] })),
  )
  const parts = new Map<string, unknown>()
  for (const owner of new Set(owners)) {
    const entry = entries.flatMap((each, index) => {
      const changes = owned[index]!.filter((item) => item.owner === owner)
      return changes.length > 0 ? [{ ...each, changes: changes.map((item) => item.change) }] : []
    })
    parts.set(owner, { ...toRecord(payload), entry })
  }
  return parts
}
