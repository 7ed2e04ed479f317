import type { Scope } from '#context.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'

/**
 * Unassigns up to `limit` open tickets from a member in the caller's transaction, which must record the
 * returned events.
 */
export async function unassignTickets(
  tx: Scope,
  membershipId: string,
  limit: number,
): Promise<{ type: 'ticket.updated'; data: Ticket }[]> {
  const tickets = await tx.db
    .selectFrom('tickets')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('assignee_id', '=', membershipId)
    .where('status', 'in', ['open', 'pending'])
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  if (tickets.length === 0) return []
  const rows = await tx.db
    .updateTable('tickets')
    .set({ assignee_id: null, updated_at: tx.clock.now() })
    .where('workspace_id', '=', tx.workspaceId)
    .where(
      'id',
      'in',
      tickets.map(({ id }) => id),
    )
    .returningAll()
    .execute()
  return rows.map((row) => ({ type: 'ticket.updated', data: toTicket(row) }))
}
