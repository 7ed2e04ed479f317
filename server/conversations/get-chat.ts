import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { readChats } from './read-chats.ts'
import type { Chat } from './schema.ts'

/** Returns the conversation with this id. @throws {AppError} conversation_not_found */
export async function getChat(scope: Scope, id: string): Promise<Chat> {
  const [chat] = await readChats(scope, [id])
  if (!chat) throw notFound('chats', id)
  return chat
}
