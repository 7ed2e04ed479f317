import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { chatQuery } from '#conversations/chat-query.ts'
import { toChat } from '#conversations/schema.ts'
import type { Chat } from '#conversations/schema.ts'

/** Reads the conversations with these ids, by id. */
export async function loadChats(scope: Scope, ids: string[]): Promise<Map<string, Chat>> {
  const rows = await chatQuery(scope)
    .where('chats.id', '=', sql<string>`any (${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toChat(row)]))
}
