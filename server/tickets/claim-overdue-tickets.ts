import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'

/** A ticket that became overdue. */
export type OverdueTicket = {
  id: string
  assignee_id: string | null
  team_id: string | null
  due_at: Date
  follower_ids: string[]
}

/** The most tickets that one call claims. */
const BATCH = 200
/** Tickets that have been overdue for longer, after an outage, are not claimed. */
export const OVERDUE_MS = 24 * 3_600_000

/** Returns open and pending tickets that became overdue and are not claimed: the longest overdue first, at most a batch. */
export async function findOverdueTickets(scope: Scope): Promise<OverdueTicket[]> {
  const { rows } = await sql<OverdueTicket>`
    select id, assignee_id, team_id, due_at, ${followersOf(scope)} as follower_ids from tickets
    where workspace_id = ${scope.workspaceId} and ${isOverdue(scope)}
    order by due_at limit ${BATCH}`.execute(scope.db)
  return rows
}

/**
 * Claims those of the tickets that are still overdue and not claimed, each once for each due time, in the caller's
 * transaction. Leaves out those that another transaction is changing.
 */
export async function claimOverdueTickets(tx: Scope, ids: string[]): Promise<OverdueTicket[]> {
  const { rows } = await sql<OverdueTicket>`
    update tickets set reminded_due_at = due_at
    where workspace_id = ${tx.workspaceId} and id = any (array(
      select id from tickets
      where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[]) and ${isOverdue(tx)}
      for no key update skip locked
    ))
    returning id, assignee_id, team_id, due_at, ${followersOf(tx)} as follower_ids`.execute(tx.db)
  return rows.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
}

function followersOf({ workspaceId }: Scope): RawBuilder<string[]> {
  return sql<string[]>`array(
    select membership_id from ticket_followers
    where ticket_followers.workspace_id = ${workspaceId} and ticket_followers.ticket_id = tickets.id
  )`
}

function isOverdue({ clock }: Scope): RawBuilder<boolean> {
  const now = clock.now()
  return sql<boolean>`status in ('open', 'pending') and due_at <= ${now}
    and due_at > ${new Date(now.getTime() - OVERDUE_MS)} and reminded_due_at is distinct from due_at`
}

/** Returns when the next open or pending ticket to claim is or was due, or null if there is none. */
export async function findNextOverdue(scope: Scope): Promise<Date | null> {
  const [next] = await findFirst(scope, ['ticket'])
  return next?.due_at ?? null
}

const findFirst = gathered<'ticket', { workspace_id: string; due_at: Date }>((tx, given) => {
  const asked = given.rows('asked', {})
  const since = new Date(tx.clock.now().getTime() - OVERDUE_MS)
  return prepared<{ workspace_id: string; due_at: Date }>`
    select asked.workspace_id, next.due_at from ${asked}
    cross join lateral (
      select due_at from tickets
      where tickets.workspace_id = asked.workspace_id and status in ('open', 'pending')
        and due_at > ${since}::timestamptz and reminded_due_at is distinct from due_at
      order by due_at limit 1
    ) as next`.execute(tx.db)
})
