/** Parts of the web app in which a shortcut works; `app` is every page. */
type ShortcutArea =
  | 'app'
  | 'inbox'
  | 'conversation'
  | 'contacts'
  | 'contact'
  | 'tickets'
  | 'developer'

/**
 * Every shortcut that a member can change, with its area and default keys: a character such as `j`, with modifiers such
 * as `shift+t` or `mod+k` (`mod` is Ctrl or ⌘), or two characters one after the other, such as `g i`.
 * One that `yields` was added after members chose keys: it has no keys if a member chose its default ones for another.
 */
export const SHORTCUTS = {
  command_menu: { area: 'app', keys: 'mod+k' },
  shortcut_list: { area: 'app', keys: '?' },
  undo: { area: 'app', keys: 'z' },
  copy: { area: 'app', keys: 'y', yields: true },
  go_inbox: { area: 'app', keys: 'g i' },
  go_contacts: { area: 'app', keys: 'g c' },
  go_tickets: { area: 'app', keys: 'g t' },
  go_reports: { area: 'app', keys: 'g r' },
  go_developer: { area: 'app', keys: 'g d' },
  go_settings: { area: 'app', keys: 'g s' },
  inbox_new_message: { area: 'inbox', keys: 'c' },
  inbox_next: { area: 'inbox', keys: 'j' },
  inbox_previous: { area: 'inbox', keys: 'k' },
  inbox_open: { area: 'inbox', keys: 'o' },
  inbox_select: { area: 'inbox', keys: 'x', yields: true },
  inbox_search: { area: 'inbox', keys: '/' },
  inbox_filter: { area: 'inbox', keys: 'f' },
  inbox_previous_view: { area: 'inbox', keys: '[' },
  inbox_next_view: { area: 'inbox', keys: ']' },
  inbox_close: { area: 'inbox', keys: 'e' },
  inbox_snooze: { area: 'inbox', keys: 's' },
  inbox_assign: { area: 'inbox', keys: 'a' },
  inbox_assign_to_me: { area: 'inbox', keys: 'i' },
  inbox_take_next: { area: 'inbox', keys: 'shift+n', yields: true },
  inbox_team: { area: 'inbox', keys: 'shift+a', yields: true },
  inbox_priority: { area: 'inbox', keys: 'shift+p', yields: true },
  inbox_tag: { area: 'inbox', keys: 't' },
  inbox_macro: { area: 'inbox', keys: 'm', yields: true },
  inbox_unread: { area: 'inbox', keys: 'u' },
  inbox_ticket: { area: 'inbox', keys: 'shift+t' },
  inbox_contact: { area: 'inbox', keys: 'p' },
  conversation_reply: { area: 'conversation', keys: 'r' },
  conversation_note: { area: 'conversation', keys: 'n' },
  conversation_newest: { area: 'conversation', keys: 'shift+g' },
  contacts_create: { area: 'contacts', keys: 'c' },
  contacts_select: { area: 'contacts', keys: 'x', yields: true },
  contacts_search: { area: 'contacts', keys: '/' },
  contact_message: { area: 'contact', keys: 'c' },
  contact_edit: { area: 'contact', keys: 'e' },
  contact_ticket: { area: 'contact', keys: 't' },
  contact_merge: { area: 'contact', keys: 'm' },
  tickets_create: { area: 'tickets', keys: 'c' },
  tickets_select: { area: 'tickets', keys: 'x', yields: true },
  tickets_search: { area: 'tickets', keys: '/' },
  tickets_layout: { area: 'tickets', keys: 'b' },
  developer_rerun: { area: 'developer', keys: 'r', yields: true },
} as const satisfies Record<string, { area: ShortcutArea; keys: string; yields?: true }>

/** The id of a shortcut. */
export type ShortcutId = keyof typeof SHORTCUTS

/** The ids of all shortcuts, in the order in which they are listed. */
export const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[]

/** The keys that a member chose instead of the default ones; null for a shortcut without keys. */
export type ChosenKeys = Partial<Record<ShortcutId, string | null>>

/** Longest combination of keys, in characters. */
export const SHORTCUT_CHARACTERS_MAX = 20

/** Combinations that browsers keep for themselves, or that edit text. */
const RESERVED = new Set(
  ['a', 'c', 'n', 'q', 'r', 't', 'v', 'w', 'x', 'y', 'z'].flatMap((key) => [
    `mod+${key}`,
    `mod+shift+${key}`,
  ]),
)

/** Returns the member's keys of a shortcut; null if it has none. */
export function keysOf(id: ShortcutId, chosen: ChosenKeys): string | null {
  const own = chosen[id]
  if (own !== undefined) return own
  const { keys } = SHORTCUTS[id]
  return 'yields' in SHORTCUTS[id] && isChosenFor(id, keys, chosen) ? null : keys
}

/** Returns whether the member chose keys for another shortcut that conflict with `keys` for this one. */
function isChosenFor(id: ShortcutId, keys: string, chosen: ChosenKeys): boolean {
  return SHORTCUT_IDS.some((other) => {
    const own = chosen[other]
    return (
      other !== id &&
      typeof own === 'string' &&
      areShownTogether(id, other) &&
      doConflict(keys, own)
    )
  })
}

/** Returns whether a text field or an assistive technology could take the keys for a typed character. */
export function isCharacterKey(keys: string): boolean {
  return !keys.startsWith('mod+')
}

/** Returns whether `keys` can be a shortcut: see `SHORTCUTS`. */
export function areKeysValid(keys: string): boolean {
  if (RESERVED.has(keys)) return false
  const character = String.raw`(?:shift\+\p{Ll}|[^\s\p{Lu}])`
  const form = new RegExp(
    String.raw`^(?:${character}(?: ${character})?|mod\+(?:shift\+)?[a-z0-9])$`,
    'u',
  )
  return form.test(keys)
}

/**
 * Returns two shortcuts that the same keys would call, or of which one's keys begin the other's, in areas that are shown
 * together; undefined if there are none.
 */
export function findKeyConflict(chosen: ChosenKeys): [ShortcutId, ShortcutId] | undefined {
  for (const [index, first] of SHORTCUT_IDS.entries())
    for (const second of SHORTCUT_IDS.slice(index + 1)) {
      const [a, b] = [keysOf(first, chosen), keysOf(second, chosen)]
      if (a === null || b === null || !areShownTogether(first, second)) continue
      if (doConflict(a, b)) return [first, second]
    }
  return undefined
}

/** Returns whether the keys of two shortcuts are the same, or those of one begin the other's. */
function doConflict(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
}

function areShownTogether(first: ShortcutId, second: ShortcutId): boolean {
  const [a, b] = [SHORTCUTS[first].area, SHORTCUTS[second].area]
  if (a === b || a === 'app' || b === 'app') return true
  const pair: readonly ShortcutArea[] = [a, b]
  // The keys of the inbox that move through its list also move through the tables of the developer area.
  return pair.includes('inbox') && (pair.includes('conversation') || pair.includes('developer'))
}
