import type { StoredPreferences } from '#db/tables/users.ts'
import { SHORTCUT_IDS } from '#shared/shortcuts.ts'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { Preferences } from './schema.ts'

/** Returns a member's settings with the defaults. Ignores shortcuts that only another release has. */
export function toPreferences(stored: StoredPreferences | null): Preferences {
  const known = Object.entries(stored?.shortcuts ?? {}).filter(([id]) =>
    SHORTCUT_IDS.includes(id as ShortcutId),
  )
  return {
    after_done: stored?.after_done ?? 'next',
    character_shortcuts: stored?.character_shortcuts ?? true,
    shortcuts: Object.fromEntries(known),
  }
}
