import type { Scope } from '#context.ts'
import { DEFAULT_LANGUAGES } from './default-words.ts'
import type { OptOutSettings } from './schema.ts'

/** Returns the words with which customers of the workspace opt out; the defaults if they were never changed. */
export async function getOptOutSettings(scope: Scope): Promise<OptOutSettings> {
  const row = await scope.db
    .selectFrom('opt_out_settings')
    .select(['languages', 'sends_replies'])
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst()
  return row
    ? { ...row, is_default: false }
    : { languages: [...DEFAULT_LANGUAGES], sends_replies: false, is_default: true }
}
