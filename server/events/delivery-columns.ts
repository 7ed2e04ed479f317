import { sql } from 'kysely'

/**
 * The id of the delivery of `event` to `endpoint`, relations of the statement: a function of their ids, a UUID of
 * version 7 with the event's time. So it can be made only once, and a distributed insert takes nothing volatile.
 */
export const deliveryId = sql<string>`(left(event.id::text, 19)
  || overlay(left('a' || md5(event.id::text || endpoint.id::text), 16) placing '-' from 5 for 0))::uuid`

/**
 * What the order of a delivery of `event` (with its body) to `endpoint` is kept within: the conversation, or else
 * the person or the resource. Null for an endpoint that is not ordered by conversation.
 */
export const orderingKey = sql<
  string | null
>`case when endpoint.ordering = 'conversation' then coalesce(
  event.body::json #>> '{data,conversation_id}', event.body::json #>> '{data,person_id}',
  event.body::json #>> '{data,id}') end`
