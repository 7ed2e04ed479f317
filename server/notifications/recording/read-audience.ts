import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { findEntitledDevices } from '../devices/find-entitled-devices.ts'
import type { EntitledDevice } from '../devices/find-entitled-devices.ts'
import { findRecipients } from '../find-recipients.ts'
import type { Recipient } from '../find-recipients.ts'
import { quietMinutesLeft, rulesFor } from '../rules-for.ts'
import type { Fact } from '../rules-for.ts'

/** The members of a workspace, their teams, and the devices of those whom facts concern now, by membership. */
export type Audience = {
  recipients: Recipient[]
  teamIds: ReadonlyMap<string, readonly string[]>
  devices: ReadonlyMap<string, EntitledDevice[]>
}

/** Reads who can be notified of facts, and the devices to push to, before the transaction that records the facts. */
export async function readAudience(scope: Scope, facts: Fact[]): Promise<Audience> {
  const recipients = await findRecipients(scope)
  const isQueued = facts.some(({ assigneeId }) => assigneeId === null)
  const teams = await findTeams(scope, isQueued ? ['all'] : [])
  const teamIds = new Map(teams.map((row) => [row.membership_id, row.team_ids]))
  const now = scope.clock.now()
  const membershipIds = recipients
    .filter((recipient) => quietMinutesLeft(recipient, now) === 0)
    .filter((recipient) => facts.some((fact) => rulesOf(fact, recipient, teamIds).length > 0))
    .map(({ id }) => id)
  if (membershipIds.length === 0) return { recipients, teamIds, devices: new Map() }
  const devices = await findEntitledDevices(scope, { membershipIds })
  return { recipients, teamIds, devices: Map.groupBy(devices, (device) => device.membership_id) }
}

/** Finds the teams of the members who are in any. */
const findTeams = gathered<
  string,
  { workspace_id: string; membership_id: string; team_ids: string[] }
>((tx, given) => {
  const asked = given.rows('asked', {})
  return prepared<{ workspace_id: string; membership_id: string; team_ids: string[] }>`
    select asked.workspace_id, membership_id, array_agg(team_id) as team_ids from ${asked}
    join team_members on team_members.workspace_id = asked.workspace_id
    group by asked.workspace_id, membership_id`.execute(tx.db)
})

/** Returns the rules of a member under which they are notified of a fact. */
export function rulesOf(fact: Fact, recipient: Recipient, teamIds: Audience['teamIds']): string[] {
  return rulesFor(fact, recipient.id, teamIds.get(recipient.id) ?? []).filter((rule) =>
    recipient.rules.includes(rule),
  )
}
