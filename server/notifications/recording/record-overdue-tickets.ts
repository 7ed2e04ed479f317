import type { Scope } from '#context.ts'
import { mixedTransaction } from '#db/mixed-transaction.ts'
import { newId } from '#lib/ids.ts'
import { claimOverdueTickets } from '#tickets/claim-overdue-tickets.ts'
import { notifyMembers } from './notify-members.ts'

/**
 * Notifies members of tickets that became overdue, in one transaction with the mark that they were: so each due time is
 * notified once, whatever is killed.
 */
export async function recordOverdueTickets(scope: Scope): Promise<void> {
  await mixedTransaction(scope, async (tx) => {
    const tickets = await claimOverdueTickets(tx)
    if (tickets.length === 0) return
    await notifyMembers(
      tx,
      tickets.map(({ id, assignee_id, due_at }) => ({
        kind: 'reminder',
        sourceId: newId(),
        chatId: null,
        ticketId: id,
        bulk: null,
        membershipId: null,
        assigneeId: assignee_id,
        actorType: 'system',
        actorId: null,
        at: due_at,
      })),
    )
  })
}
