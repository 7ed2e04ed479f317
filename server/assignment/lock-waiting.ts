import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { holderAt } from '#conversations/holder-at.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/** The most messages of a conversation among which the last answer of a member is looked for. */
const MESSAGES = 50

/** A conversation in the queue of a team. `last_answered_by`: the member who answered it last, if it was lately. */
export type QueuedChat = {
  id: string
  waiting_since: Date
  tag_ids: string[]
  /** The language of the contact. */
  language: string | null
  last_answered_by: string | null
}

/** Where a page of a queue ends. */
export type QueuePlace = Pick<QueuedChat, 'id' | 'waiting_since'>

/**
 * Returns the condition of `chats` joined with `chat_activity` as `activity`, that a conversation waits in the queue of its team: it is open,
 * its customer waits, nobody is assigned, and no other app answers it.
 */
export function isQueued(now: Date): RawBuilder<boolean> {
  return sql<boolean>`chats.assignee_id is null and chats.status = 'open' and activity.waiting_since is not null
    and coalesce(${holderAt(now)}, 'workspace') = 'workspace'`
}

/**
 * Locks the next `limit` conversations in the queue of a team, the longest wait first, after `after`, until the transaction ends.
 * Leaves out those that somebody else is changing. `answeredAfter`: an older answer of a member does not count.
 */
export async function lockWaiting(
  tx: Scope,
  teamId: string,
  options: { after: QueuePlace | undefined; limit: number; answeredAfter: Date },
): Promise<QueuedChat[]> {
  const { workspaceId } = tx
  const { after, limit, answeredAfter } = options
  const { rows } = await prepared<QueuedChat>`
    with head as materialized (
      select chats.id, chats.person_id, activity.waiting_since
      from chats
      join chat_activity as activity
        on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
      where chats.workspace_id = ${workspaceId} and chats.team_id = ${teamId} and ${isQueued(tx.clock.now())}
        and (activity.waiting_since, chats.id)
          > (${after?.waiting_since ?? null}::timestamptz, ${after?.id ?? null}::uuid) is not false
      order by activity.waiting_since, chats.id
      limit ${limit}::int
      for no key update of chats skip locked
    )
    select head.id, head.waiting_since,
      array(
        select tag_id from chat_tags where workspace_id = ${workspaceId} and chat_id = head.id order by tag_id
      ) as tag_ids,
      (select language from people where workspace_id = ${workspaceId} and id = head.person_id) as language,
      (
        select author_id from (
          select id, author_id, author_type, direction, created_at from messages
          where workspace_id = ${workspaceId} and chat_id = head.id
          order by id desc limit ${MESSAGES}::int
        ) as latest
        where author_type = 'member' and direction = 'outbound' and created_at >= ${answeredAfter}::timestamptz
        order by id desc limit 1
      ) as last_answered_by
    from head
    order by head.waiting_since, head.id`.execute(tx.db)
  return rows
}
