import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The id of the delivery of `event` to `endpoint`, relations of the statement: a function of their ids, a UUID of
 * version 7 with the event's time. So it can be made only once, and a distributed insert takes nothing volatile.
 */
export const deliveryId = sql<string>`(left(event.id::text, 19)
  || overlay(left('a' || md5(event.id::text || endpoint.id::text), 16) placing '-' from 5 for 0))::uuid`

/** What an event's order is kept within, where an endpoint asks for it: its conversation, else its person. */
export function orderingKeyOf(body: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(${body}::json #>> '{data,conversation_id}', ${body}::json #>> '{data,person_id}',
    ${body}::json #>> '{data,id}')`
}

/** What the order of the delivery of `event`, with its body, to `endpoint` is kept within; null for none. */
export const orderingKey = sql<
  string | null
>`case when endpoint.ordering = 'conversation' then ${orderingKeyOf(sql`event.body`)} end`
