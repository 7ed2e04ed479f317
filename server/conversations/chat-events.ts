import type { Scope } from '#db/context.ts'
import { readChats } from './read-chats.ts'
import type { Chat } from './schema.ts'

/** An event of a conversation, recorded at the end of the transaction. */
export type ChatEvent = { type: 'conversation.created' | 'conversation.updated'; data: Chat }

/** Returns events of `type` with the current state of conversations, in id order. */
export async function chatEvents(
  tx: Scope,
  type: ChatEvent['type'],
  ids: string[],
): Promise<ChatEvent[]> {
  const chats = await readChats(tx, [...new Set(ids)].toSorted())
  return chats.filter((chat) => chat !== undefined).map((data) => ({ type, data }))
}
