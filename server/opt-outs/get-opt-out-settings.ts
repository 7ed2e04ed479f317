import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { DEFAULT_LANGUAGES } from './default-languages.ts'
import type { OptOutSettings } from './schema.ts'

/** Returns the words with which customers of the workspace opt out; the defaults if they were never changed. */
export async function getOptOutSettings(scope: Scope): Promise<OptOutSettings> {
  const { rows } = await prepared<Pick<OptOutSettings, 'languages' | 'sends_replies'>>`
    select languages, sends_replies from opt_out_settings
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  const row = rows[0]
  return row
    ? { ...row, is_default: false }
    : { languages: [...DEFAULT_LANGUAGES], sends_replies: false, is_default: true }
}
