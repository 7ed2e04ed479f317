import { areKeysValid, findKeyConflict, keysOf, SHORTCUT_IDS } from '#shared/shortcuts.ts'
import type { ChosenKeys, ShortcutId } from '#shared/shortcuts.ts'

/** Why keys cannot be used: browsers keep them, or another shortcut has them. */
type KeyProblem = { kind: 'invalid' } | { kind: 'conflict'; with: ShortcutId }

/** Returns why a shortcut cannot have `keys` beside the other `chosen` ones; null if it can. */
export function explainKeys(
  id: ShortcutId,
  keys: string | null | undefined,
  chosen: ChosenKeys,
): KeyProblem | null {
  if (keys && !areKeysValid(keys)) return { kind: 'invalid' }
  const others = withKeysOf(id, null, chosen)
  // As chosen ones, the keys of a shortcut that would yield to the new keys conflict with them.
  const current = Object.fromEntries(SHORTCUT_IDS.map((each) => [each, keysOf(each, others)]))
  const conflict = findKeyConflict(withKeysOf(id, keys, current))
  if (!conflict) return null
  return { kind: 'conflict', with: conflict.find((each) => each !== id)! }
}

/** Returns `chosen` with other keys for one shortcut; undefined for the default ones. */
export function withKeysOf(
  id: ShortcutId,
  keys: string | null | undefined,
  chosen: ChosenKeys,
): ChosenKeys {
  const others = SHORTCUT_IDS.filter((each) => each !== id && chosen[each] !== undefined)
  return {
    ...Object.fromEntries(others.map((each) => [each, chosen[each]])),
    ...(keys !== undefined && { [id]: keys }),
  }
}

/** Milliseconds within which a second key belongs to the first one. */
const SEQUENCE_MS = 1000

/** Returns the keys after `pressed`: a character within a second of another one makes a sequence with it. */
export function addKey(
  before: { keys: string; at: number } | null,
  pressed: string,
  at: number,
): { keys: string; at: number } {
  const isSequence =
    before !== null &&
    at - before.at < SEQUENCE_MS &&
    !before.keys.includes(' ') &&
    !before.keys.startsWith('mod+') &&
    !pressed.startsWith('mod+')
  return { keys: isSequence ? `${before.keys} ${pressed}` : pressed, at }
}
