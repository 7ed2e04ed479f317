import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { DEFAULT_LANGUAGES } from './default-languages.ts'
import type { OptOutSettings } from './schema.ts'

type SettingsRow = Pick<OptOutSettings, 'languages' | 'sends_replies'> & { workspace_id: string }

const findSettings = gathered<'own', SettingsRow>((tx, given) => {
  const asked = given.rows('asked', {})
  return prepared<SettingsRow>`
    select settings.workspace_id, languages, sends_replies from ${asked}
    join opt_out_settings as settings on settings.workspace_id = asked.workspace_id`.execute(tx.db)
})

/** Returns the words with which customers of the workspace opt out; the defaults if they were never changed. */
export async function getOptOutSettings(scope: Scope): Promise<OptOutSettings> {
  const [row] = await findSettings(scope, ['own'])
  return row
    ? { languages: row.languages, sends_replies: row.sends_replies, is_default: false }
    : { languages: [...DEFAULT_LANGUAGES], sends_replies: false, is_default: true }
}
