import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { listPage, newestFirst, readPage } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { chatQuery } from './chat-query.ts'
import { findFewChats } from './find-few-chats.ts'
import { filterChats } from './filter-chats.ts'
import type { ChatFilters } from './filter-chats.ts'
import { readChats } from './read-chats.ts'
import type { Chat } from './schema.ts'

/** Lists conversations, newest activity first. @throws {AppError} invalid_cursor, validation_failed */
export async function listChats(scope: Scope, input: PageInput & ChatFilters): Promise<Page<Chat>> {
  const few = await findFewChats(scope, input)
  const chats = chatQuery(scope)
  const some = few ? chats.where(sql<boolean>`chat_activity.chat_id = any (${few}::uuid[])`) : chats
  const page = await listPage(
    await filterChats(scope, some, input),
    newestFirst('chat_activity.activity_at', 'chat_activity.chat_id', (row) => row.activity_at),
    input,
    (row) => row,
  )
  return readPage(page, (ids) => readChats(scope, ids))
}
