import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { chatQuery } from './chat-query.ts'
import { toChat } from './schema.ts'
import type { Chat } from './schema.ts'

/** An event of a conversation, recorded at the end of the transaction. */
export type ChatEvent = { type: 'conversation.created' | 'conversation.updated'; data: Chat }

/** Returns events of `type` with the current state of conversations, in id order. */
export async function chatEvents(
  tx: Scope,
  type: ChatEvent['type'],
  ids: string[],
): Promise<ChatEvent[]> {
  if (ids.length === 0) return []
  const rows = await chatQuery(tx)
    .where('chats.id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('chats.id')
    .execute()
  return rows.map((row) => ({ type, data: toChat(row) }))
}
