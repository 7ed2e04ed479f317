import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { chatQuery } from './chat-query.ts'
import { findFewChats } from './find-few-chats.ts'
import { filterChats } from './filter-chats.ts'
import type { ChatFilters } from './filter-chats.ts'
import { toChat } from './schema.ts'
import type { Chat } from './schema.ts'

/** One page of chats, newest activity first. @throws {AppError} invalid_cursor, validation_failed */
export async function listChats(scope: Scope, input: PageInput & ChatFilters): Promise<Page<Chat>> {
  const { limit, after } = readPageInput(input)
  const few = await findFewChats(scope, input)
  const chats = chatQuery(scope)
  const query = newestFirst(
    few ? chats.where(sql<boolean>`chat_activity.chat_id = any (${few}::uuid[])`) : chats,
    { time: 'chat_activity.activity_at', id: 'chat_activity.chat_id' },
    { after, limit },
  )
  const rows = await filterChats(scope, query, input).execute()
  return toPage(rows, limit, (row) => ({ at: row.activity_at, id: row.id }), toChat)
}
