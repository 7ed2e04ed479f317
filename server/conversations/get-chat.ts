import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { chatQuery } from './chat-query.ts'
import { toChat } from './schema.ts'
import type { Chat } from './schema.ts'

/** Returns the conversation with this id. @throws {AppError} conversation_not_found */
export async function getChat(scope: Scope, id: string): Promise<Chat> {
  const row = isUuid(id)
    ? await chatQuery(scope).where('chats.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw chatNotFound(id)
  return toChat(row)
}

/** Returns the error for an id without a conversation in the workspace. */
export function chatNotFound(id: string): AppError {
  return new AppError('conversation_not_found', `There is no conversation ${id} in this workspace.`)
}
