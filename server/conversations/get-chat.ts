import type { Scope } from '#context.ts'
import { notFound } from '#db/get-by-id.ts'
import type { AppError } from '#lib/errors.ts'
import { readChats } from './read-chats.ts'
import type { Chat } from './schema.ts'

/** Returns the conversation with this id. @throws {AppError} conversation_not_found */
export async function getChat(scope: Scope, id: string): Promise<Chat> {
  const [chat] = await readChats(scope, [id])
  if (!chat) throw chatNotFound(id)
  return chat
}

/** Returns the error for an id without a conversation in the workspace. */
export function chatNotFound(id: string): AppError {
  return notFound('chats', id)
}
