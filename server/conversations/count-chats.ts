import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { countCapped } from '#db/count-capped.ts'
import type { ChatCounts } from './schema.ts'

/** Counts the conversations in each part of the actor's inbox; an API key has no inbox. */
export async function countChats(scope: Scope): Promise<ChatCounts> {
  const { workspaceId, actor } = scope
  const me = actor.type === 'member' ? actor.id : null
  const chats = sql`select 1 from chats where workspace_id = ${workspaceId}`
  return countCapped(scope.db, {
    mine: sql`${chats} and status = 'open' and assignee_id = ${me}::uuid`,
    my_teams: sql`${chats} and status = 'open' and team_id in (
      select team_id from team_members where workspace_id = ${workspaceId} and membership_id = ${me}::uuid)`,
    unassigned: sql`${chats} and status = 'open' and assignee_id is null`,
    all: sql`${chats} and status = 'open'`,
    snoozed: sql`${chats} and status = 'snoozed'`,
    closed: sql`${chats} and status = 'closed'`,
    mentions: sql`select distinct chat_id from mentions
      where workspace_id = ${workspaceId} and membership_id = ${me}::uuid and seen_at is null`,
  })
}
