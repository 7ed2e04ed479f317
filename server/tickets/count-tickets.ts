import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { TicketCounts } from './schema.ts'

/** The highest count. Larger numbers are returned as this one and marked as capped. */
const COUNT_MAX = 1_000

const isOpen = sql`status in ('open', 'pending')`

/** Counts the tickets of the standard views. `mine` is 0 for an API key. */
export async function countTickets(scope: Scope): Promise<TicketCounts> {
  const { workspaceId, actor } = scope
  const views = {
    open: sql`status = 'open'`,
    pending: sql`status = 'pending'`,
    solved: sql`status = 'solved'`,
    closed: sql`status = 'closed'`,
    mine: sql`assignee_id = ${actor.type === 'member' ? actor.id : null}::uuid and ${isOpen}`,
    unassigned: sql`assignee_id is null and ${isOpen}`,
    overdue: sql`due_at < ${scope.clock.now()} and ${isOpen}`,
  }
  const columns = Object.entries(views).map(
    ([name, where]) => sql`(select count(*) from (
      select from tickets where workspace_id = ${workspaceId} and ${where} limit ${COUNT_MAX + 1}
    ) as counted) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<keyof TicketCounts, number>>`
    select ${sql.join(columns)}`.execute(scope.db)
  const counts = Object.entries(rows[0]!).map(([name, count]) => [
    name,
    { count: Math.min(count, COUNT_MAX), is_capped: count > COUNT_MAX },
  ])
  return Object.fromEntries(counts) as TicketCounts
}
