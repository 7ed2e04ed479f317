import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../context.ts'
import { deliveryId } from '../events/delivery-columns.ts'
import { idRange } from '../lib/id-range.ts'
import type { ReplayFilter } from './replay-filter.ts'

/**
 * A range of ids, the first left out: of events, and of their deliveries, which begin with the same 64 bits. It
 * ends where all ids that begin so end, so that an event and its delivery are never apart.
 */
export type ReplayRange = { after: string; upTo: string }

const NIL = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The range of everything that a filter may match, from `after` on, if that is given. */
export function wholeRange(filter: ReplayFilter, after: string | null): ReplayRange {
  const { first, end } = idRange({ since: filter.since ?? undefined, until: filter.until })
  return { after: after ?? first ?? NIL, upTo: end ?? LAST }
}

/** The condition of the rows of `webhook_deliveries` in `range` that a filter matches. */
export function matchingDeliveries(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
): RawBuilder<unknown> {
  return sql`${deliveriesIn(scope, filter, range)} and ${matchesDelivery(filter)}`
}

/** The relations `event` and `endpoint`, of the events in `range` that a filter matches. */
export function matchingEvents(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
): RawBuilder<unknown> {
  return sql`${withEndpoint(scope, filter, sql`events`)}
    where ${eventsIn(scope, range)} and ${matchesEvent(scope, filter)}`
}

/**
 * The part of `range` to work next: of deliveries and events each it holds at most about `rows`, and of matches at
 * most about `matches`. `isLast` when nothing is left after it.
 *
 * Both limits are reached by index entries in order, so the look costs the same however long the log is.
 */
export async function findNextRange(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
  limits: { rows: number; matches: number },
): Promise<ReplayRange & { isLast: boolean }> {
  const deliveries = sql`select id, 'delivery' as source, ${matchesDelivery(filter)} as is_match
    from (select id, status, event_type, created_at from webhook_deliveries
      where ${deliveriesIn(scope, filter, range)} order by id limit ${limits.rows}) as webhook_deliveries`
  const events = sql`select event.id, 'event' as source, ${matchesEvent(scope, filter)} as is_match
    ${withEndpoint(
      scope,
      filter,
      sql`(select * from events as event
      where ${eventsIn(scope, range)} order by id limit ${limits.rows})`,
    )}`
  const sources = [
    ...(filter.statuses.some((status) => status !== 'missing') ? [deliveries] : []),
    ...(filter.statuses.includes('missing') ? [events] : []),
  ]
  const { rows } = await sql<{ up_to: string | null }>`
    with scanned as materialized (${sql.join(sources, sql` union all `)})
    select left(least(
      (
        select min(last) from (
          select max(id::text collate "C") as last from scanned group by source
          having count(*) >= ${limits.rows}
        ) as full_source
      ),
      (select id::text collate "C" from scanned where is_match order by id offset ${limits.matches - 1} limit 1)
    ), 19) || 'ffff-ffffffffffff' as up_to`.execute(scope.db)
  const upTo = rows[0]!.up_to
  const isLast = upTo === null || upTo >= range.upTo
  return { after: range.after, upTo: isLast ? range.upTo : upTo, isLast }
}

function deliveriesIn(scope: Scope, filter: ReplayFilter, range: ReplayRange) {
  // Said in words of the index of these, which is far smaller than that of all.
  const isUnsuccessful = !filter.statuses.includes('succeeded')
  return sql`workspace_id = ${scope.workspaceId} and endpoint_id = ${filter.endpointId}
    and test_body is null and id > ${range.after} and id <= ${range.upTo}
    ${isUnsuccessful ? sql`and status in ('failed', 'cancelled')` : sql``}`
}

function matchesDelivery({ statuses, types, since, until }: ReplayFilter) {
  return sql`(status = any (${statuses.filter((status) => status !== 'missing')}::text[])
    ${types ? sql`and event_type = any (${types}::text[])` : sql``}
    ${since ? sql`and created_at >= ${since}::timestamptz` : sql``}
    and created_at < ${until}::timestamptz)`
}

function eventsIn(scope: Scope, range: ReplayRange) {
  return sql`event.workspace_id = ${scope.workspaceId} and event.id > ${range.after}
    and event.id <= ${range.upTo}`
}

/** Each event of `events` beside the endpoint, and in `made` the delivery that it has to it. */
function withEndpoint(scope: Scope, filter: ReplayFilter, events: RawBuilder<unknown>) {
  return sql`from ${events} as event
    join webhook_endpoints as endpoint
      on endpoint.workspace_id = ${scope.workspaceId} and endpoint.id = ${filter.endpointId}
    left join lateral (
      select true as is_made from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and id = ${deliveryId}
      limit 1
    ) as made on true`
}

/** An event whose retention time is over is not missing: its delivery may have been deleted before it. */
function matchesEvent(scope: Scope, { types, since, until }: ReplayFilter) {
  return sql`(event.type = any (coalesce(${types}::text[], endpoint.events)) and is_made is null
    ${since ? sql`and event.created_at >= ${since}::timestamptz` : sql``}
    and event.created_at < ${until}::timestamptz
    and event.created_at > ${scope.clock.now()}::timestamptz
      - (select retention_days from workspaces where id = ${scope.workspaceId}) * interval '1 day')`
}
