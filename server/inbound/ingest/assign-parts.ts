import { NO_WORKSPACE } from '#lib/ids.ts'
import { PART_LISTS } from './read-parts.ts'
import type { Part } from './read-parts.ts'
import { toList, toRecord } from './storable.ts'

/** Looks up the workspace of an account, and the workspaces that have numbers of a business account. */
export type AccountWorkspaces = {
  ofAccount: (account: string) => string | undefined
  ofBusinessAccount: (account: string) => string[]
}

/**
 * The workspaces of each part, `NO_WORKSPACE` where none is known. A part without an account belongs to all who have
 * numbers of its business account, else to the one workspace that the other parts of its entry belong to.
 */
export function assignParts(parts: Part[], owners: AccountWorkspaces): string[][] {
  const ownerOf = (part: Part) =>
    part.account === undefined ? undefined : (owners.ofAccount(part.account) ?? NO_WORKSPACE)
  const byEntry = new Map<number, Set<string>>()
  for (const part of parts) {
    const owner = ownerOf(part)
    if (owner === undefined) continue
    byEntry.set(part.entry, (byEntry.get(part.entry) ?? new Set()).add(owner))
  }
  return parts.map((part) => {
    const owner = ownerOf(part)
    if (owner !== undefined) return [owner]
    const known = part.businessAccount ? owners.ofBusinessAccount(part.businessAccount) : []
    if (known.length > 0) return known
    const neighbours = byEntry.get(part.entry)
    return [neighbours?.size === 1 ? [...neighbours][0]! : NO_WORKSPACE]
  })
}

/** A payload for each workspace, with nothing in it but that workspace's parts. `owners` as `assignParts` gives them. */
export function splitPayload(payload: unknown, owners: string[][]): Map<string, unknown> {
  const entries = toList(toRecord(payload)['entry']).map(toRecord)
  let place = 0
  const owned = entries.map((entry) =>
    PART_LISTS.map((list) => ({
      list,
      items: toList(entry[list]).map((item) => ({ item, owners: owners[place++]! })),
    })),
  )
  const parts = new Map<string, unknown>()
  for (const owner of new Set(owners.flat())) {
    const entry = entries.flatMap((each, index) => {
      const lists = owned[index]!.flatMap(({ list, items }) => {
        const own = items.filter((item) => item.owners.includes(owner))
        return own.length > 0 ? [[list, own.map(({ item }) => item)] as const] : []
      })
      const bare = Object.fromEntries(
        Object.entries(each).filter(([key]) => !(PART_LISTS as readonly string[]).includes(key)),
      )
      return lists.length > 0 ? [{ ...bare, ...Object.fromEntries(lists) }] : []
    })
    parts.set(owner, { ...toRecord(payload), entry })
  }
  return parts
}
