import type { Scope } from '#db/context.ts'
import { getChat } from '#conversations/get-chat.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** Lists a conversation's messages, newest first. @throws {AppError} conversation_not_found, invalid_cursor */
export async function listMessages(
  scope: Scope,
  chatId: string,
  input: PageInput,
): Promise<Page<Message>> {
  await getChat(scope, chatId)
  const query = selectFrom(scope, 'messages').selectAll().where('chat_id', '=', chatId)
  return listPage(query, NEWEST, input, (row) => toMessage(scope, row))
}
