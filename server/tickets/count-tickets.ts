import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { countCapped } from '#db/count-capped.ts'
import type { TicketCounts } from './schema.ts'

const isOpen = sql`status in ('open', 'pending')`

/** Counts the tickets of the standard views. `mine` is 0 for an API key. */
export async function countTickets(scope: Scope): Promise<TicketCounts> {
  const { workspaceId, actor } = scope
  const tickets = sql`select from tickets where workspace_id = ${workspaceId}`
  const me = actor.type === 'member' ? actor.id : null
  return countCapped(scope.db, {
    open: sql`${tickets} and status = 'open'`,
    pending: sql`${tickets} and status = 'pending'`,
    solved: sql`${tickets} and status = 'solved'`,
    closed: sql`${tickets} and status = 'closed'`,
    mine: sql`${tickets} and assignee_id = ${me}::uuid and ${isOpen}`,
    unassigned: sql`${tickets} and assignee_id is null and ${isOpen}`,
    overdue: sql`${tickets} and due_at < ${scope.clock.now()} and ${isOpen}`,
  })
}
