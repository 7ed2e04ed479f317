import type { Scope } from '../context.ts'
import { likePattern } from '../db/like-pattern.ts'
import { newestFirst } from '../db/newest-first.ts'
import { readPageInput, toPage } from '../lib/pagination.ts'
import type { Page, PageInput } from '../lib/pagination.ts'
import { readTime } from '../lib/time.ts'
import { chatQuery } from './chat-query.ts'
import { toChat } from './schema.ts'
import type { Chat } from './schema.ts'

/** Filters of the list: `q` is part of the person's name, phone or e-mail; `updated_since` is RFC 3339. */
export type ListChatsInput = PageInput & {
  status?: Chat['status']
  channel_id?: string
  assignee_id?: string
  updated_since?: string
  q?: string
}

/** One page of chats, newest activity first. @throws {AppError} invalid_cursor */
export async function listChats(scope: Scope, input: ListChatsInput): Promise<Page<Chat>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    chatQuery(scope),
    { time: 'chat_activity.activity_at', id: 'chat_activity.chat_id' },
    { after, limit },
  )
  if (input.status) query = query.where('chats.status', '=', input.status)
  if (input.channel_id) query = query.where('chats.channel_id', '=', input.channel_id)
  if (input.assignee_id) query = query.where('chats.assignee_id', '=', input.assignee_id)
  if (input.updated_since)
    query = query.where('chats.updated_at', '>=', readTime(input.updated_since, 'updated_since'))
  if (input.q !== undefined) {
    const pattern = likePattern(input.q)
    query = query.where((eb) =>
      eb.or([
        eb('people.name', 'ilike', pattern),
        eb('people.phone_e164', 'ilike', pattern),
        eb('people.email', 'ilike', pattern),
      ]),
    )
  }
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.activity_at, id: row.id }), toChat)
}
