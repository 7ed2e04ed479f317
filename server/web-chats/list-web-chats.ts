import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { selectWebChats, toWebChat } from './read-web-chat.ts'
import type { WebChatRow } from './read-web-chat.ts'
import type { WebChat } from './schema.ts'

const NEWEST = newestFirst<WebChatRow>(
  'channels.created_at',
  'channels.id',
  (row) => row.created_at,
)

/** Lists the workspace's web chats, newest first. @throws {AppError} invalid_cursor */
export async function listWebChats(scope: Scope, input: PageInput): Promise<Page<WebChat>> {
  return listPage(selectWebChats(scope), NEWEST, input, (row) => toWebChat(scope.config, row))
}
