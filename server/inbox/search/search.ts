import { sql } from 'kysely'
import { listContacts } from '#contacts/list-contacts.ts'
import type { Scope } from '#context.ts'
import { chatQuery } from '#conversations/chat-query.ts'
import { listChats } from '#conversations/list-chats.ts'
import { toChat } from '#conversations/schema.ts'
import { fieldError } from '#lib/errors.ts'
import { toMessage } from '#messages/schema.ts'
import { findMessages } from './find-messages.ts'
import type { SearchResults } from './schema.ts'
import { snippet } from './snippet.ts'

const PEOPLE_MAX = 10
const CHATS_MAX = 10
const MESSAGES_MAX = 20

/**
 * Finds contacts, their conversations, and messages that contain `text`, newest of each first. @throws {AppError}
 * validation_failed
 */
export async function search(scope: Scope, text: string): Promise<SearchResults> {
  const q = text.trim()
  if (q === '') throw fieldError('validation_failed', 'q', 'must not be empty')
  const [people, chats, rows] = await Promise.all([
    listContacts(scope, { q, limit: PEOPLE_MAX }),
    listChats(scope, { q, limit: CHATS_MAX }),
    findMessages(scope, q, MESSAGES_MAX),
  ])
  const chatIds = [...new Set(rows.map((row) => row.chat_id))]
  const chatRows = await chatQuery(scope)
    .where('chats.id', '=', sql<string>`any (${chatIds}::uuid[])`)
    .execute()
  const byId = new Map(chatRows.map((row) => [row.id, toChat(row)]))
  return {
    people: people.data,
    chats: chats.data,
    messages: rows.flatMap((row) => {
      const chat = byId.get(row.chat_id)
      return chat
        ? [{ message: toMessage(scope, row), chat, snippet: snippet(row.text ?? '', q) }]
        : []
    }),
  }
}
