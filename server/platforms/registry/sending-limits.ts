import type { MediaKind } from '../capabilities.ts'
import { PLATFORMS } from './platforms.ts'

const sending = PLATFORMS.flatMap(({ capabilities }) => capabilities.sending ?? [])

/** Longest text that any platform accepts. */
export const TEXT_CHARACTERS_MAX = Math.max(...sending.map((each) => each.textCharactersMax))

/** Longest caption of a file that any platform accepts. */
export const CAPTION_CHARACTERS_MAX = Math.max(...sending.map((each) => each.captionCharactersMax))

/** Files that any platform accepts, by the type of message that they are sent as. */
export const MEDIA_KINDS: Readonly<Record<string, MediaKind>> = mergeKinds()

function mergeKinds(): Record<string, MediaKind> {
  const merged: Record<string, MediaKind> = {}
  for (const [type, kind] of sending.flatMap((each) => Object.entries(each.media))) {
    const before = merged[type] ?? { bytesMax: 0, mimeTypes: [] }
    merged[type] = {
      bytesMax: Math.max(before.bytesMax, kind.bytesMax),
      mimeTypes: [...new Set([...before.mimeTypes, ...kind.mimeTypes])],
    }
  }
  return merged
}
