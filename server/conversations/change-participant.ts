import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** Adds a member to the participants of locked conversations, or removes them. Returns the conversations that changed. */
export async function changeParticipant(
  tx: Scope,
  chats: { id: string }[],
  change: 'participant_added' | 'participant_removed',
  membershipId: string,
): Promise<{ chatId: string; shown: NewChatChange }[]> {
  const ids = chats.map(({ id }) => id)
  const changed = await (change === 'participant_added' ? add : remove)(tx, ids, membershipId)
  const data = { membership_id: membershipId }
  return changed.map((chatId) => ({ chatId, shown: { chatId, kind: change, data } }))
}

/** Adds a participant; returns the ids of the conversations in which they did not take part. */
async function add(tx: Scope, ids: string[], membershipId: string): Promise<string[]> {
  const { rows } = await sql<{ chat_id: string }>`
    insert into chat_participants (workspace_id, chat_id, membership_id, created_at)
    select ${tx.workspaceId}, id, ${membershipId}, ${tx.clock.now()}::timestamptz from unnest(${ids}::uuid[]) as id
    order by id
    on conflict do nothing
    returning chat_id`.execute(tx.db)
  return rows.map((row) => row.chat_id)
}

/** Removes a participant; returns the ids of the conversations in which they took part. */
async function remove(tx: Scope, ids: string[], membershipId: string): Promise<string[]> {
  const { rows } = await sql<{ chat_id: string }>`
    delete from chat_participants
    where workspace_id = ${tx.workspaceId} and chat_id = any (${ids}::uuid[]) and membership_id = ${membershipId}
    returning chat_id`.execute(tx.db)
  return rows.map((row) => row.chat_id)
}
