import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ORDERED_BY, subjectOf } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import type { EndpointOrdering } from '#shared/webhooks.ts'

/** The fields of an event that are its key for an endpoint ordered by conversation: the first one that it has. */
const BY_CONVERSATION = ['conversation_id', 'person_id', 'id']

/** Returns whether a failed delivery blocks the later ones of its key, which are then held in the table. */
export function holdsBack(ordering: EndpointOrdering): boolean {
  return ordering === 'conversation'
}

/** Returns the key within which an endpoint keeps the order of an event, or null if it keeps none. */
export function orderingKeyOf(
  ordering: EndpointOrdering,
  type: EventType,
  body: string,
): string | null {
  if (ordering === 'creation') return null
  const { data }: { data?: Record<string, unknown> } = JSON.parse(body)
  const fields = ordering === 'subject' ? [ORDERED_BY[subjectOf(type)]] : BY_CONVERSATION
  const key = fields.map((field) => data?.[field]).find((value) => typeof value === 'string')
  return key ?? null
}

/** Returns, as SQL, what `orderingKeyOf` returns for an ordering that holds deliveries back, else null. */
export function orderingKeySql(
  ordering: RawBuilder<unknown>,
  body: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const keys = BY_CONVERSATION.map((name) => sql`${body}::json -> 'data' ->> ${sql.lit(name)}`)
  return sql`case when ${ordering} = 'conversation' then coalesce(${sql.join(keys)}) end`
}
