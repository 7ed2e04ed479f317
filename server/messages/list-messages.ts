import type { Scope } from '#context.ts'
import { getChat } from '#conversations/get-chat.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** One page of a chat's messages, newest first. @throws {AppError} conversation_not_found, invalid_cursor */
export async function listMessages(
  scope: Scope,
  chatId: string,
  input: PageInput,
): Promise<Page<Message>> {
  await getChat(scope, chatId)
  const { limit, after } = readPageInput(input)
  const query = newestFirst(
    scope.db
      .selectFrom('messages')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .where('chat_id', '=', chatId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  const rows = await query.execute()
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => toMessage(scope, row),
  )
}
