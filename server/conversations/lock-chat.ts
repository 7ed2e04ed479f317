import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { chatNotFound } from './get-chat.ts'

/**
 * Locks the conversation with this id until the transaction ends and returns it. @throws {AppError}
 * conversation_not_found
 */
export async function lockChat(tx: Scope, id: string): Promise<Selectable<Chats>> {
  const chat = await findById(tx, 'chats', id, 'change')
  if (!chat) throw chatNotFound(id)
  return chat
}
