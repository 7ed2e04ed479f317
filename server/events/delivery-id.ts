import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Returns, as SQL, the id of the delivery of `event` to `endpoint`. It is a UUID version 7 with the event's
 * time, computed from both ids, so a delivery can be created only once and a distributed insert uses no
 * volatile function.
 */
export const deliveryId = sql<string>`(left(event.id::text, 19)
  || overlay(left('a' || md5(event.id::text || endpoint.id::text), 16) placing '-' from 5 for 0))::uuid`

/**
 * Returns, as SQL, whether `event` with `body` passes the filters of `endpoint`. For an endpoint without filters neither is
 * evaluated.
 */
export function passesFilters(
  workspaceId: string | RawBuilder<unknown>,
  body: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`case when endpoint.filters is null then true
    else excluding_webhook_filter(${workspaceId}, endpoint.filters, event.type, ${body}) is null end`
}
