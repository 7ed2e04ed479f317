import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { firstOf } from '#lib/first-of.ts'
import type { ChatCounts } from './schema.ts'

/** Maximum count per part: higher numbers are of no use to a reader, and would cost every request. */
const COUNTED_MAX = 1000

/** Counts the conversations in each part of the actor's inbox; an API key has no inbox. */
export async function countChats(scope: Scope): Promise<ChatCounts> {
  const { workspaceId, actor } = scope
  const me = actor.type === 'member' ? actor.id : null
  const chats = sql`select 1 from chats where workspace_id = ${workspaceId}`
  const parts = {
    mine: sql`${chats} and status = 'open' and assignee_id = ${me}::uuid`,
    unassigned: sql`${chats} and status = 'open' and assignee_id is null`,
    all: sql`${chats} and status = 'open'`,
    snoozed: sql`${chats} and status = 'snoozed'`,
    closed: sql`${chats} and status = 'closed'`,
    mentions: sql`select distinct chat_id from mentions
      where workspace_id = ${workspaceId} and membership_id = ${me}::uuid and seen_at is null`,
  }
  const columns = Object.entries(parts).map(
    ([name, part]) =>
      sql`(select count(*)::integer from (${part} limit ${COUNTED_MAX + 1}) as part) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<keyof ChatCounts, number>>`
    select ${sql.join(columns)}`.execute(scope.db)
  const counted = Object.entries(firstOf(rows)).map(([name, count]) => [
    name,
    { count: Math.min(count, COUNTED_MAX), is_capped: count > COUNTED_MAX },
  ])
  return Object.fromEntries(counted) as ChatCounts
}
