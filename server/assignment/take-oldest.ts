import { checkMembers } from '#conversations/check-members.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Chat } from '#conversations/schema.ts'
import { updateChats } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { getTeam } from '#teams/get-team.ts'
import { lockWaiting } from './lock-waiting.ts'

/** Finds the member who is to take a conversation, before the transaction in which they do. */
export function findTaker(scope: Scope, input: { member_id?: string }): Promise<PresentMembers> {
  return findPresentMembers(scope, [input.member_id ?? ownId(scope)])
}

/**
 * Assigns the conversation that waits longest in the queue of a team to a member, by default to the signed-in one. Two who take at once get
 * different ones. `members`: those of `findTaker`.
 *
 * @throws {AppError} team_not_found, membership_not_found, queue_empty, validation_failed
 */
export async function takeOldest(
  scope: Scope,
  teamId: string,
  input: { member_id?: string },
  members: PresentMembers,
): Promise<Chat> {
  const assignee = input.member_id ?? ownId(scope)
  return transaction(scope, async (tx) => {
    const team = await getTeam(tx, teamId)
    if (!assignee) throw invalidField('member_id', 'is required for an API key')
    checkMembers(members, [assignee])
    const answeredAfter = tx.clock.now()
    const options = { after: undefined, limit: 1, answeredAfter }
    const [oldest] = await lockWaiting(tx, team.id, options)
    if (!oldest) throw new AppError('queue_empty', `No conversation of ${team.name} waits.`)
    const update = { id: oldest.id, input: { assignee_id: assignee }, because: { reason: 'taken' } }
    return firstOf(await updateChats(tx, [update], members))
  })
}

function ownId({ actor }: Scope): string | null {
  return actor.type === 'member' ? actor.id : null
}
