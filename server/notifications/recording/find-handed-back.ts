import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { holderAt } from '#conversations/holder-at.ts'
import type { ActorType } from '#shared/actors.ts'

/** A conversation that came back from another app, and the last message that its customer wrote while that held it. */
type HandedBack = {
  id: string
  chat_id: string
  message_id: string
  actor_type: ActorType
  actor_id: string | null
  occurred_at: Date
}

/** Returns which of the conversations no other app holds now. Blocked contacts notify nobody. */
export async function findOurs(tx: Scope, chatIds: string[]): Promise<Set<string>> {
  if (chatIds.length === 0) return new Set()
  const { rows } = await prepared<{ id: string }>`
    select chats.id from chats
    join people on people.workspace_id = ${tx.workspaceId} and people.id = chats.person_id
      and people.blocked_at is null
    where chats.workspace_id = ${tx.workspaceId} and chats.id = any (${chatIds}::uuid[])
      and coalesce(${holderAt(tx.clock.now())}, 'workspace') = 'workspace'`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Finds which of the conversations came back from another app or a bot after `since`, and are not held again. Members were not
 * notified of what the customer wrote to that app or bot. Blocked contacts notify nobody.
 */
export async function findHandedBack(
  tx: Scope,
  chatIds: string[],
  since: Date,
): Promise<HandedBack[]> {
  const { rows } = await prepared<HandedBack>`
    select distinct on (change.chat_id) change.chat_id, message.id as message_id, change.actor_type, change.actor_id,
      change.occurred_at, change.id
    from chat_changes as change
    join chats on chats.workspace_id = ${tx.workspaceId} and chats.id = change.chat_id
    join people on people.workspace_id = ${tx.workspaceId} and people.id = chats.person_id
      and people.blocked_at is null
    join lateral (
      select id, is_standby from messages
      where messages.workspace_id = ${tx.workspaceId} and messages.chat_id = chats.id and direction = 'inbound'
      order by created_at desc, id desc limit 1
    ) as message on is_standby or change.data -> 'bot_id' is not null
    where change.workspace_id = ${tx.workspaceId} and change.chat_id = any (${chatIds}::uuid[])
      and change.occurred_at > ${since} and change.kind = 'handed_over'
      and coalesce(change.data ->> 'holder', 'workspace') = 'workspace'
      and coalesce(${holderAt(tx.clock.now())}, 'workspace') = 'workspace'
    order by change.chat_id, change.occurred_at desc, change.id desc`.execute(tx.db)
  return rows
}
