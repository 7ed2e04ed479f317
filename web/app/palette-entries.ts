import type { ReactNode } from 'react'
import { foldText } from '#shared/find-ranges.ts'
import type { Marked } from '../lib/search.ts'

/**
 * An entry of the palette. `isStale`: it belongs to an earlier text and must not be run. `movesFocus`: the focus does not go
 * back to where it was.
 */
export type Entry = {
  id: string
  label: Marked | string
  detail?: Marked | null
  left?: ReactNode
  right?: ReactNode
  isStale?: boolean
  movesFocus?: boolean
  run: () => void
}

/** A titled group of entries. */
export type EntryGroup = { id: string; label: string; entries: Entry[] }

/** Returns the groups with the entries of which each word of `text` begins a word; all for an empty text. */
export function filterGroups(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const words = foldText(text).split(/\s+/u).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ label }) => {
        const folded = ` ${foldText(typeof label === 'string' ? label : label.text)}`
        return words.every((word) =>
          new RegExp(`[^\\p{L}\\p{M}\\p{N}]${escapeWord(word)}`, 'u').test(folded),
        )
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function escapeWord(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
