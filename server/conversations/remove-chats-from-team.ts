import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { toTeamChange } from './change-chats.ts'
import { chatEvents } from './chat-events.ts'
import type { ChatEvent } from './chat-events.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/** Removes up to `limit` conversations from a team, in the caller's transaction, which records the returned events. */
export async function removeChatsFromTeam(
  tx: Scope,
  teamId: string,
  limit: number,
): Promise<ChatEvent[]> {
  const chats = await selectFrom(tx, 'chats')
    .select(['id', 'team_id'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  if (chats.length === 0) return []
  const ids = chats.map(({ id }) => id)
  await updateTable(tx, 'chats')
    .set({ team_id: null, updated_at: sql`greatest(updated_at, ${tx.clock.now()})` })
    .where('id', 'in', ids)
    .execute()
  await recordChatChanges(
    tx,
    chats.map((chat) => toTeamChange(chat, null)),
  )
  return chatEvents(tx, 'conversation.updated', ids)
}
