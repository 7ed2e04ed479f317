import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { derivedId } from '#lib/ids.ts'
import { notifyMembers } from '#notifications/recording/notify-members.ts'
import { readAudience } from '#notifications/recording/read-audience.ts'
import type { Audience } from '#notifications/recording/read-audience.ts'
import type { PlacedFact } from '#notifications/recording/read-facts.ts'
import type { TargetWithPolicy } from './schema.ts'

/** A warning or a breach that is recorded. */
export type RecordedTarget = { type: 'sla.warning' | 'sla.breached'; row: TargetWithPolicy }

/** Whom warnings and breaches notify: the supervisors of each team, and the audience of the facts. */
type TargetAudience = { supervisors: ReadonlyMap<string, string[]>; audience: Audience }

/** Reads whom targets notify when they are recorded, before the transaction that does so; undefined if it is nobody. */
export async function readTargetAudience(
  scope: Scope,
  rows: readonly TargetWithPolicy[],
): Promise<TargetAudience | undefined> {
  const notifying = rows.filter(({ notify }) => notify.length > 0)
  if (notifying.length === 0) return undefined
  const teamIds = notifying.flatMap((row) => row.team_id ?? [])
  const supervisors = await findSupervisors(scope, [...new Set(teamIds)])
  const facts = notifying.flatMap((row) =>
    toFacts(scope, { type: 'sla.warning', row }, supervisors),
  )
  return { supervisors, audience: await readAudience(scope, facts) }
}

/** Notifies those whom policies name of warnings and breaches, in the caller's transaction. */
export async function notifyOfTargets(
  tx: Scope,
  recorded: readonly RecordedTarget[],
  { supervisors, audience }: TargetAudience,
): Promise<void> {
  const facts = recorded.flatMap((each) => toFacts(tx, each, supervisors))
  if (facts.length > 0) await notifyMembers(tx, facts, audience)
}

function toFacts(
  scope: Scope,
  { type, row }: RecordedTarget,
  supervisors: TargetAudience['supervisors'],
): PlacedFact[] {
  const ids = new Set<string>()
  if (row.notify.includes('assignee') && row.assignee_id !== null) ids.add(row.assignee_id)
  if (row.notify.includes('supervisors') && row.team_id !== null)
    for (const id of supervisors.get(row.team_id) ?? []) ids.add(id)
  return [...ids].map((membershipId) => ({
    kind: type === 'sla.warning' ? 'sla_warning' : 'sla_breached',
    sourceId: derivedId(row.id, type),
    chatId: row.chat_id,
    ticketId: null,
    bulk: null,
    membershipId,
    assigneeId: row.assignee_id,
    teamId: row.team_id,
    actorType: 'system',
    actorId: null,
    at: scope.clock.now(),
  }))
}

/** Returns the members of teams whose role is supervisor, by team. */
async function findSupervisors(scope: Scope, teamIds: string[]): Promise<Map<string, string[]>> {
  if (teamIds.length === 0) return new Map()
  const { rows: members } = await prepared<{ team_id: string; membership_id: string }>`
    select team_id, membership_id from team_members
    where workspace_id = ${scope.workspaceId} and team_id = any (${teamIds}::uuid[])`.execute(
    scope.db,
  )
  const { rows } = await prepared<{ id: string }>`
    select id from memberships
    where workspace_id = ${scope.workspaceId} and id = any (${members.map((each) => each.membership_id)}::uuid[])
      and role = 'supervisor' and removed_at is null`.execute(scope.directory)
  const supervisors = new Set(rows.map(({ id }) => id))
  const found = members.filter((each) => supervisors.has(each.membership_id))
  return new Map(
    [...Map.groupBy(found, ({ team_id }) => team_id)].map(([teamId, own]) => [
      teamId,
      own.map((each) => each.membership_id),
    ]),
  )
}
