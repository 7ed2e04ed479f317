import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { lockTeam } from '#teams/lock-team.ts'
import { findVariables, NEXT_OPENING } from '#shared/away-replies.ts'
import { getAwayReply } from './get-away-reply.ts'
import type { AwayReply, AwayReplyInput } from './schema.ts'

/**
 * Updates the given fields of how a team answers while it is away; with null, how conversations without a team are answered. What customers
 * write from then on gets an away reply. @throws {AppError} team_not_found, validation_failed
 */
export async function updateAwayReply(
  scope: Scope,
  teamId: string | null,
  input: AwayReplyInput,
): Promise<AwayReply> {
  return transaction(scope, async (tx) => {
    const team = teamId === null ? null : await lockTeam(tx, teamId)
    const before = await getAwayReply(tx, teamId)
    const after = { ...before, ...input }
    checkAwayReply(after)
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    await writeSettings(tx, team?.id ?? null, after)
    await switchFollower(tx, 'away', await isAnyOn(tx))
    if (team)
      await recordAudit(tx, 'team.away_reply_updated', team.id, { name: team.name, changes })
    else await recordAudit(tx, 'away_reply.updated', tx.workspaceId, { changes })
    return after
  })
}

async function writeSettings(tx: Scope, teamId: string | null, settings: AwayReply) {
  const { is_on, condition, texts, pause_hours } = settings
  await prepared`
    insert into away_settings (workspace_id, id, team_id, is_on, condition, texts, pause_hours, updated_at)
    values (${tx.workspaceId}, ${newId()}, ${teamId}, ${is_on}, ${condition}, ${JSON.stringify(texts)}::jsonb, ${pause_hours},
      ${tx.clock.now()})
    on conflict (workspace_id, team_id) do update set is_on = excluded.is_on, condition = excluded.condition,
      texts = excluded.texts, pause_hours = excluded.pause_hours, updated_at = excluded.updated_at`.execute(
    tx.db,
  )
}

async function isAnyOn(tx: Scope): Promise<boolean> {
  const on = await selectFrom(tx, 'away_settings')
    .select('id')
    .where('is_on', '=', true)
    .limit(1)
    .execute()
  return on.length > 0
}

/** Checks what the schema cannot. @throws {AppError} validation_failed */
function checkAwayReply({ is_on, condition, texts }: AwayReply): void {
  if (is_on && texts.length === 0) throw invalidField('texts', 'must have at least one text')
  const languages = new Set<string>()
  for (const [index, { language, text }] of texts.entries()) {
    if (languages.has(language.toLowerCase()))
      throw invalidField(`texts.${index}.language`, 'is there twice')
    languages.add(language.toLowerCase())
    if (text.trim() === '') throw invalidField(`texts.${index}.text`, 'must not be blank')
    for (const { name, instead } of findVariables(text)) {
      if (name !== NEXT_OPENING)
        throw invalidField(`texts.${index}.text`, `has an unknown variable: {{${name}}}`)
      // During business hours, and without any, nobody knows when the team opens next.
      if (!instead && (condition === 'nobody_online' || condition === 'either'))
        throw invalidField(
          `texts.${index}.text`,
          'needs other words for the time when the next opening is not known, such as {{next_opening|soon}}',
        )
    }
  }
}
