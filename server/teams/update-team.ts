import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceRights } from '#events/announce-rights.ts'
import { wakeFollower } from '#followers/wake-follower.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { findTeamMembers, nameTaken, readHours } from './create-team.ts'
import { getTeam } from './get-team.ts'
import { lockTeam } from './lock-team.ts'
import type { Team, TeamInput } from './schema.ts'
import { writePlaces } from './write-places.ts'

/**
 * Updates the given fields of a team. Its conversations stay. `members`: those of `findTeamMembers`; needed inside a transaction.
 *
 * @throws {AppError} team_not_found, validation_failed, team_taken, membership_not_found, channel_not_found,
 * business_hours_not_found
 */
export async function updateTeam(
  scope: Scope,
  id: string,
  input: TeamInput,
  members?: PresentMembers,
): Promise<Team> {
  const present = members ?? (await findTeamMembers(scope, input))
  return transaction(scope, async (tx) => {
    await lockTeam(tx, id)
    const before = await getTeam(tx, id)
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const hours = input.business_hours_id
    const business_hours_id =
      hours === undefined ? before.business_hours_id : await readHours(tx, hours)
    await writePlaces(tx, before.id, input, present)
    const after = { ...(await getTeam(tx, id)), name, business_hours_id }
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    const updated_at = tx.clock.now()
    await updateById(tx, 'teams', before.id, { name, business_hours_id, updated_at }).catch(
      nameTaken(name),
    )
    await announceRights(tx.db, tx)
    await wakeFollower(tx, 'assign')
    await recordAudit(tx, 'team.updated', before.id, { name: before.name, changes })
    return { ...after, updated_at }
  })
}
