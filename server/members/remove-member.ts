import { sql } from 'kysely'
import { endAppsOf } from '#account/apps/end-apps-of.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { deletePicture } from '#account/pictures/delete-picture.ts'
import { getMember } from '#account/users/get-member.ts'
import type { Effect, Scope } from '#db/context.ts'
import { deleteOwnDrafts } from '#conversations/delete-own-drafts.ts'
import { forgetAvailability } from '#availability/forget-availability.ts'
import { unassignChats } from '#conversations/unassign-chats.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { recordEvents } from '#events/record-events.ts'
import { unassignTickets } from '#tickets/unassign-tickets.ts'
import { deleteFrom } from '#db/select-from.ts'
import { updateById } from '#db/update-by-id.ts'
import { lastAdmin, lockMember } from './lock-member.ts'

/** The maximum number of conversations, and of tickets, that one transaction unassigns. */
const BATCH = 500

/** Longer than any request takes. */
const AGAIN_MS = 120_000

/** Unassigns the open work of a member who was removed, ends their places in teams and conversations, and deletes what they did not send. */
export const memberRemovedEffect: Effect<{ id: string }> = {
  kind: 'member_removed',
  apply: async (tx, { id }) => ((await takeWork(tx, id)) ? 'more' : undefined),
}

/**
 * Removes a member from the workspace: ends their sessions and connected apps in it and unassigns their open work. Their past
 * actions keep their name. @throws {AppError} membership_not_found, last_admin
 */
export async function removeMember(scope: Scope, id: string): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const member = await lockMember(tx, id)
    if (member.isLastAdmin) throw lastAdmin()
    await updateById(tx, 'memberships', member.id, { removed_at: tx.clock.now() })
    await deletePicture(tx, member.id)
    await endSessions(tx, member.userId)
    await endAppsOf(tx, { userId: member.userId, workspaceId: tx.workspaceId })
    const { name, email } = await getMember(tx, member.id)
    await recordAudit(tx, 'member.removed', member.id, { name, email })
    await defer(tx, memberRemovedEffect, { id: member.id })
    // Once more for what was assigned by a request that saw the member just before the removal.
    await defer(tx, memberRemovedEffect, { id: member.id }, { afterMs: AGAIN_MS })
  })
}

/**
 * Unassigns a batch of the member's work. Call it last in its transaction. Returns whether there may be more.
 */
async function takeWork(tx: Scope, membershipId: string): Promise<boolean> {
  await deleteOwnDrafts(tx, membershipId)
  await deleteFrom(tx, 'team_members').where('membership_id', '=', membershipId).execute()
  await deleteFrom(tx, 'chat_participants').where('membership_id', '=', membershipId).execute()
  await deleteFrom(tx, 'ticket_followers').where('membership_id', '=', membershipId).execute()
  await forgetAvailability(tx, [membershipId])
  const tickets = await unassignTickets(tx, membershipId, BATCH)
  const chats = await unassignChats(tx, membershipId, BATCH)
  await recordEvents(tx, [...chats, ...tickets])
  return chats.length === BATCH || tickets.length === BATCH
}

/** Ends the sessions that act on this workspace, and all sessions if the user has no other workspace. */
async function endSessions(tx: Scope, userId: string): Promise<void> {
  await sql`
    delete from sessions
    where user_id = ${userId} and (
      workspace_id = ${tx.workspaceId} or workspace_id is null or not exists (
        select from memberships
        where memberships.user_id = ${userId} and removed_at is null
          and memberships.workspace_id <> ${tx.workspaceId}
      )
    )`.execute(tx.directory)
}
