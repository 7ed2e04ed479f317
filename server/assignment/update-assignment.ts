import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { findTags } from '#conversations/replace-tags.ts'
import { requireLanguage } from '#contacts/require-language.ts'
import { getTeam } from '#teams/get-team.ts'
import { lockTeam } from '#teams/lock-team.ts'
import { getAssignment } from './get-assignment.ts'
import type { AssignmentInput, TeamAssignment } from './schema.ts'

/**
 * Updates the given fields of how the conversations of a team are assigned. Those that wait are assigned at once.
 *
 * @throws {AppError} team_not_found, membership_not_found (of somebody who is not in the team), tag_not_found, validation_failed
 */
export async function updateAssignment(
  scope: Scope,
  teamId: string,
  input: AssignmentInput,
): Promise<TeamAssignment> {
  return transaction(scope, async (tx) => {
    const { id, name } = await lockTeam(tx, teamId)
    const before = await getAssignment(tx, id)
    const { members, ...rules } = input
    if (members) await writeMembers(tx, id, members)
    await writeRules(tx, id, { ...before, ...rules })
    const after = await getAssignment(tx, id)
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    await recordAudit(tx, 'team.assignment_updated', id, { name, changes })
    await switchWorkspace(tx)
    return after
  })
}

async function writeRules(tx: Scope, teamId: string, rules: TeamAssignment): Promise<void> {
  const { method, capacity, sticky_days, relax_minutes, hand_back_minutes } = rules
  if (method === 'off')
    await prepared`
      delete from assignment_rules where workspace_id = ${tx.workspaceId} and team_id = ${teamId}`.execute(
      tx.db,
    )
  else
    await prepared`
      insert into assignment_rules
        (workspace_id, team_id, method, capacity, sticky_days, relax_minutes, hand_back_minutes, updated_at)
      values (${tx.workspaceId}, ${teamId}, ${method}, ${capacity}, ${sticky_days}, ${relax_minutes}, ${hand_back_minutes},
        ${tx.clock.now()})
      on conflict (workspace_id, team_id) do update set method = excluded.method, capacity = excluded.capacity,
        sticky_days = excluded.sticky_days, relax_minutes = excluded.relax_minutes,
        hand_back_minutes = excluded.hand_back_minutes, updated_at = excluded.updated_at`.execute(
      tx.db,
    )
}

async function writeMembers(
  tx: Scope,
  teamId: string,
  given: NonNullable<AssignmentInput['members']>,
): Promise<void> {
  const own = given.map(
    ({ member_id, capacity = null, skill_tag_ids: skills = [], languages = [] }) => ({
      membershipId: member_id.toLowerCase(),
      capacity,
      skills: [...new Set(skills.map((id) => id.toLowerCase()))],
      languages: [...new Set(languages.map((text) => requireLanguage('members', text)))],
    }),
  )
  const team = await getTeam(tx, teamId)
  const stranger = own.find(({ membershipId }) => !team.member_ids.includes(membershipId))
  if (stranger) throw notFound('memberships', stranger.membershipId)
  const tagIds = [...new Set(own.flatMap(({ skills }) => skills))]
  if (tagIds.length > 0) await findTags(tx, tagIds)
  await prepared`
    update assignment_places set capacity = null, skill_tag_ids = '{}', languages = '{}'
    where workspace_id = ${tx.workspaceId} and team_id = ${teamId}`.execute(tx.db)
  if (own.length === 0) return
  const rows = bulkRows('given', own, {
    membership_id: ['uuid', (each) => each.membershipId],
    capacity: ['integer', (each) => each.capacity],
    skills: ['text', (each) => `{${each.skills.join(',')}}`],
    languages: ['text', (each) => `{${each.languages.join(',')}}`],
  })
  await prepared`
    insert into assignment_places (workspace_id, team_id, membership_id, capacity, skill_tag_ids, languages)
    select ${tx.workspaceId}::uuid, ${teamId}::uuid, membership_id, capacity, skills::uuid[], languages::text[] from ${rows}
    order by membership_id
    on conflict (workspace_id, team_id, membership_id) do update
      set capacity = excluded.capacity, skill_tag_ids = excluded.skill_tag_ids,
      languages = excluded.languages`.execute(tx.db)
}

/** Lets the workspace assign conversations while one of its teams does. */
async function switchWorkspace(tx: Scope): Promise<void> {
  const { rows } = await prepared`
    select from assignment_rules where workspace_id = ${tx.workspaceId} limit 1`.execute(tx.db)
  await switchFollower(tx, 'assign', rows.length > 0)
}
