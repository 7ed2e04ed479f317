import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { CSAT_DEFAULT_TEXTS, CSAT_DEFAULTS, toScale } from '#shared/csat.ts'
import type { CsatSettings } from './schema.ts'

/** Returns how the workspace asks its customers for ratings; the defaults, which are off, if that was never changed. */
export async function getCsatSettings(scope: Scope): Promise<CsatSettings> {
  const row = await selectFrom(scope, 'csat_settings')
    .select([
      'is_on',
      'delay_minutes',
      'person_days',
      'scale',
      'way',
      'asks_comment',
      'template',
      'off_team_ids',
      'texts',
    ])
    .executeTakeFirst()
  return row
    ? { ...row, scale: toScale(row.scale) }
    : { ...CSAT_DEFAULTS, off_team_ids: [], texts: [...CSAT_DEFAULT_TEXTS] }
}
