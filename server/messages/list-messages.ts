import type { Scope } from '#db/context.ts'
import { getChat } from '#conversations/get-chat.ts'
import { notFound } from '#db/get-by-id.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { columnsOf } from '#db/row-columns.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** Lists a conversation's messages, newest first. @throws {AppError} conversation_not_found, invalid_cursor */
export async function listMessages(
  scope: Scope,
  chatId: string,
  input: PageInput,
): Promise<Page<Message>> {
  if (!isUuid(chatId)) throw notFound('chats', chatId)
  const query = selectFrom(scope, 'messages')
    .select(columnsOf('messages'))
    .where('chat_id', '=', chatId)
  const page = await listPage(query, NEWEST, input, (row) => toMessage(scope, row), true)
  // A message shows that there is the conversation.
  if (page.data.length === 0) await getChat(scope, chatId)
  return page
}
