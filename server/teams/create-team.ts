import { recordAudit } from '#account/audit/record-audit.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { transaction } from '#db/transaction.ts'
import { announceRights } from '#events/announce-rights.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { getTeam } from './get-team.ts'
import type { Team, TeamInput } from './schema.ts'
import { writePlaces } from './write-places.ts'

/**
 * Creates a team with its members and channels. `members`: those of `findTeamMembers`; needed inside a transaction.
 *
 * @throws {AppError} validation_failed, team_taken, membership_not_found, channel_not_found,
 * business_hours_not_found
 */
export async function createTeam(
  scope: Scope,
  input: TeamInput & { name: string },
  members?: PresentMembers,
): Promise<Team> {
  const name = readTrimmed('name', input.name)
  const present = members ?? (await findTeamMembers(scope, input))
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const business_hours_id = await readHours(tx, input.business_hours_id ?? null)
    const values = { id: newId(), name, business_hours_id, created_at: now, updated_at: now }
    const { id } = await insertRow(tx, 'teams', values).catch(nameTaken(name))
    await writePlaces(tx, id, input, present)
    const team = await getTeam(tx, id)
    const { member_ids, channel_ids } = team
    await announceRights(tx.db, tx)
    await recordAudit(tx, 'team.created', id, { name, member_ids, channel_ids })
    return team
  })
}

/** Finds the members whom a team is to have, before the transaction that writes it. */
export function findTeamMembers(
  scope: Scope,
  { member_ids: ids = [] }: TeamInput,
): Promise<PresentMembers> {
  return findPresentMembers(scope, ids)
}

/** Returns the id of business hours, which stay until the transaction ends. @throws {AppError} business_hours_not_found */
export async function readHours(tx: Scope, id: string | null): Promise<string | null> {
  return id === null ? null : (await getById(tx, 'business_hours', id, 'keep')).id
}

/** Returns a handler of errors that throws team_taken for the violation of a unique name. */
export function nameTaken(name: string) {
  return refuseTaken('team_taken', `A team named ${name} already exists.`)
}
