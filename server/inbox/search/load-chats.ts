import type { Scope } from '#context.ts'
import { readChats } from '#conversations/read-chats.ts'
import type { Chat } from '#conversations/schema.ts'

/** Reads the conversations with these ids, by id. */
export async function loadChats(scope: Scope, ids: string[]): Promise<Map<string, Chat>> {
  const chats = await readChats(scope, ids)
  return new Map(chats.flatMap((chat) => (chat ? [[chat.id, chat]] : [])))
}
