import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { getTeam } from '#teams/get-team.ts'
import { AWAY_DEFAULTS } from '#shared/away-replies.ts'
import type { AwayReply } from './schema.ts'

/** Returns how a team answers while it is away; with null, how conversations without a team are answered. @throws {AppError} team_not_found */
export async function getAwayReply(scope: Scope, teamId: string | null): Promise<AwayReply> {
  const id = teamId === null ? null : (await getTeam(scope, teamId)).id
  const stored = await selectFrom(scope, 'away_settings')
    .select(['is_on', 'condition', 'texts', 'pause_hours'])
    .where('team_id', 'is not distinct from', id)
    .executeTakeFirst()
  return stored ?? { ...AWAY_DEFAULTS, texts: [] }
}
