import { isCharacterKey, keysOf } from '#shared/shortcuts.ts'
import type { ChosenKeys, ShortcutId } from '#shared/shortcuts.ts'
import { createStore, useStore } from './create-store.ts'

/** The member's settings of shortcuts. `isOn`: whether shortcuts without Ctrl or ⌘ work. */
type MemberKeys = { isOn: boolean; chosen: ChosenKeys }

const memberKeys = createStore<MemberKeys>({ isOn: true, chosen: {} })

/** Sets the member's settings of shortcuts. */
export function setMemberKeys(next: MemberKeys): void {
  const before = memberKeys.get()
  if (JSON.stringify(before) !== JSON.stringify(next)) memberKeys.set(next)
}

/** Returns the member's settings of shortcuts. */
export function useMemberKeys(): MemberKeys {
  return useStore(memberKeys)
}

/** Returns the keys that call a shortcut; null if it has none, or if they are switched off. */
export function activeKeys(id: ShortcutId, { isOn, chosen }: MemberKeys): string | null {
  const keys = keysOf(id, chosen)
  return keys === null || (!isOn && isCharacterKey(keys)) ? null : keys
}

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

const SIGNS: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  arrowup: '↑',
  arrowdown: '↓',
}

/** Returns the labels of the keys of a combination, such as `⇧` and `T`. */
export function toSigns(keys: string): string[] {
  return keys.split(/ |\+(?!$)/).map((key) => SIGNS[key] ?? key.toUpperCase())
}
