import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { isUuid } from '#lib/ids.ts'
import { chatNotFound } from './get-chat.ts'

/**
 * Locks the conversation with this id until the transaction ends and returns it. @throws {AppError}
 * conversation_not_found
 */
export async function lockChat(tx: Scope, id: string): Promise<Selectable<Chats>> {
  const chat = isUuid(id)
    ? await tx.db
        .selectFrom('chats')
        .selectAll()
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!chat) throw chatNotFound(id)
  return chat
}
