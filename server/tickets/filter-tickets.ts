import { cleanName } from '#lib/clean-name.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { isCommon } from '#db/searching/is-common.ts'
import { containsAll, containsGrams } from '#db/searching/contains-all.ts'
import { readTerms } from '#db/searching/read-terms.ts'
import type { Database } from '#db/database.ts'
import { changedSince, readTimes } from '#lib/lists/list-filters.ts'
import { partOf } from '#lib/part-of.ts'
import { isUrgent } from '#conversations/is-urgent.ts'
import { readAssignee } from './read-assignee.ts'
import { ATTRIBUTE_FILTERS } from './schema.ts'
import type { ListTicketsQuery } from './schema.ts'

/**
 * Filters of tickets. `status` and `priority` accept several values, separated by commas; `assignee_id` also
 * accepts `none` and `me`; times are RFC 3339. `q` matches part of a title, or a number. `overdue`: open or
 * pending past the due time.
 */
type TicketFilters = Omit<Static<typeof ListTicketsQuery>, 'limit' | 'cursor' | 'sort'>

const FILTERS = partOf(ATTRIBUTE_FILTERS, 'where')

/** Adds the filters to a query of tickets. @throws {AppError} validation_failed, conflicting_fields */
export async function filterTickets<O>(
  scope: Scope,
  tickets: SelectQueryBuilder<Database, 'tickets', O>,
  input: TicketFilters,
): Promise<SelectQueryBuilder<Database, 'tickets', O>> {
  const { createdAfter, createdBefore, updatedAfter } = readTimes(input)
  let query = tickets
  for (const [name, where] of Object.entries(FILTERS)) {
    const value = input[name as keyof typeof ATTRIBUTE_FILTERS]
    if (value === undefined || value === '') continue
    query = query.where(sql<boolean>`${await where(value as never, scope)}`)
  }
  if (input.tag_id)
    query = query.where(
      sql<boolean>`exists (
        select from ticket_tags
        where ticket_tags.workspace_id = ${scope.workspaceId} and ticket_tags.ticket_id = tickets.id
          and ticket_tags.tag_id = ${input.tag_id}
      )`,
    )
  if (input.sla !== undefined)
    query = query.where(
      sql<boolean>`exists (
        select from chat_activity
        where chat_activity.workspace_id = ${scope.workspaceId} and chat_activity.chat_id = tickets.chat_id
          and ${isUrgent(scope, input.sla)}
      )`,
    )
  const followerId = readAssignee(scope, input.follower_id, 'follower_id')
  if (followerId)
    query = query.where(
      sql<boolean>`id in (
        select ticket_id from ticket_followers
        where ticket_followers.workspace_id = ${scope.workspaceId} and membership_id = ${followerId}
      )`,
    )
  if (createdAfter)
    query = query
      .where('created_at', '>=', createdAfter)
      .where('updated_at', '>=', changedSince(createdAfter))
  if (createdBefore) query = query.where('created_at', '<', createdBefore)
  if (updatedAfter) query = query.where('updated_at', '>=', updatedAfter)
  if (input.q !== undefined)
    query = query.where(await hasText(scope, cleanName(input.q) ?? input.q))
  return query
}

/** Builds the condition that a title contains `q`, without regard to case and accents, or that `q` is the number. */
async function hasText(scope: Scope, q: string): Promise<RawBuilder<boolean>> {
  const terms = await readTerms(scope, [q])
  const title = sql.ref('title')
  const number = /^#?(\d{1,15})$/.exec(q)?.[1]
  const hasNumber = number === undefined ? sql`false` : sql`number = ${Number(number)}`
  const condition = sql<boolean>`(${containsAll(title, { terms })} or ${hasNumber})`
  const grams = containsGrams(title, { terms })
  const own = sql`tickets where workspace_id = ${scope.workspaceId}`
  const newest = sql`select title, number from ${own} order by updated_at desc, id desc`
  if (!grams || (await isCommon(scope, newest, condition))) return condition
  return sql`id = any (array(
    select id from ${own} and ${grams} union select id from ${own} and ${hasNumber}))`
}
