import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { unassignChats } from '#conversations/unassign-chats.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { unassignTickets } from '#tickets/unassign-tickets.ts'
import { getMember } from './get-member.ts'
import { lastAdmin, lockMember } from './lock-member.ts'

/** Chats, and tickets, that one transaction takes from a member. */
const BATCH = 500

/**
 * Removes a member from the workspace: their sessions in it end, and what they had to do is nobody's. What they did
 * stays under their name. @throws {AppError} membership_not_found, last_admin
 */
export async function removeMember(scope: Scope, id: string): Promise<void> {
  let isMore = await transaction(scope, async (tx) => {
    const member = await lockMember(tx, id)
    if (member.isLastAdmin) throw lastAdmin()
    await tx.db
      .updateTable('memberships')
      .set({ removed_at: tx.clock.now() })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', member.id)
      .execute()
    await endSessions(tx, member.userId)
    const { name, email } = await getMember(tx, member.id)
    await recordAudit(tx, {
      action: 'member.removed',
      targetType: 'member',
      targetId: member.id,
      data: { name, email },
    })
    return takeWork(tx, member.id)
  })
  while (isMore) isMore = await transaction(scope, (tx) => takeWork(tx, id))
}

/** Last in its transaction. Gives whether there may be more. */
async function takeWork(tx: Scope, membershipId: string): Promise<boolean> {
  const tickets = await unassignTickets(tx, membershipId, BATCH)
  const chats = await unassignChats(tx, membershipId, BATCH)
  await recordEvents(tx, [...chats, ...tickets])
  return chats.length === BATCH || tickets.length === BATCH
}

/** The sessions that act on this workspace; those of a user without another, all. */
async function endSessions(tx: Scope, userId: string): Promise<void> {
  await sql`
    delete from sessions
    where user_id = ${userId} and (
      workspace_id = ${tx.workspaceId} or workspace_id is null or not exists (
        select from memberships
        where memberships.user_id = ${userId} and removed_at is null
          and memberships.workspace_id <> ${tx.workspaceId}
      )
    )`.execute(tx.db)
}
