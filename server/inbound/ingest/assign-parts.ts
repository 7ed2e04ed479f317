import { firstOf } from '#lib/first-of.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { Part } from '#platforms/part.ts'

/** Looks up the workspace of an account, and the workspaces that have numbers of a business account. */
type AccountWorkspaces = {
  ofAccount: (account: string) => string | undefined
  ofBusinessAccount: (account: string) => string[]
}

/**
 * Returns the workspaces of each part, `NO_WORKSPACE` where none is known. A part without an account belongs to every
 * workspace with a number of its business account, else to the only workspace of the other parts of its entry.
 */
export function assignParts(parts: Part[], owners: AccountWorkspaces): string[][] {
  const ownerOf = (part: Part) =>
    part.account === undefined ? undefined : (owners.ofAccount(part.account) ?? NO_WORKSPACE)
  const byEntry = new Map<number, Set<string>>()
  for (const part of parts) {
    const owner = ownerOf(part)
    if (owner === undefined) continue
    byEntry.getOrInsertComputed(part.entry, () => new Set()).add(owner)
  }
  return parts.map((part) => {
    const owner = ownerOf(part)
    if (owner !== undefined) return [owner]
    const known = part.businessAccount ? owners.ofBusinessAccount(part.businessAccount) : []
    if (known.length > 0) return known
    const neighbours = byEntry.get(part.entry)
    return [neighbours?.size === 1 ? firstOf([...neighbours]) : NO_WORKSPACE]
  })
}
