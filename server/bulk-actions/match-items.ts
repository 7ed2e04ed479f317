import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { filterContacts } from '#contacts/filter-contacts.ts'
import type { Scope } from '#db/context.ts'
import { chatQuery } from '#conversations/chat-query.ts'
import { filterChats } from '#conversations/filter-chats.ts'
import { selectFrom } from '#db/select-from.ts'
import { firstOf } from '#lib/first-of.ts'
import { filterTickets } from '#tickets/filter-tickets.ts'
import { BULK_ITEMS_MAX } from '#shared/bulk-actions.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import type { ChatFilter, ContactFilter, MatchCount, TicketFilter } from './schema.ts'

/** Filters of each subject. */
type BulkFilter =
  | Static<typeof ChatFilter>
  | Static<typeof ContactFilter>
  | Static<typeof TicketFilter>

/**
 * Returns a query of the ids that match the filters of a subject, in the column `id`. It has at most one row more than a
 * bulk action can have. @throws {AppError} validation_failed
 */
export async function matchItems(
  scope: Scope,
  subject: BulkSubject,
  filter: BulkFilter,
): Promise<RawBuilder<{ id: string }>> {
  const limit = BULK_ITEMS_MAX + 1
  if (subject === 'chats') {
    const chats = await filterChats(scope, chatQuery(scope), filter as Static<typeof ChatFilter>)
    return sql`${chats.clearSelect().select('chats.id').limit(limit)}`
  }
  if (subject === 'contacts') {
    const condition = await filterContacts(scope, filter as Static<typeof ContactFilter>)
    return sql`(select id from people where ${condition} limit ${limit})`
  }
  const tickets = selectFrom(scope, 'tickets').select('id')
  const filtered = await filterTickets(scope, tickets, filter as Static<typeof TicketFilter>)
  return sql`${filtered.limit(limit)}`
}

/** Counts what matches the filters of a subject, up to the most items of a bulk action. @throws {AppError} validation_failed */
export async function countMatches(
  scope: Scope,
  subject: BulkSubject,
  filter: BulkFilter,
): Promise<MatchCount> {
  const matches = await matchItems(scope, subject, filter)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${matches} as matched`.execute(scope.db)
  const { count } = firstOf(rows)
  return { count: Math.min(count, BULK_ITEMS_MAX), is_capped: count > BULK_ITEMS_MAX }
}
