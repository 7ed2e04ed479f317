import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deliveryId, passesFilters } from '#events/delivery-id.ts'
import { NIL_ID } from '#lib/ids.ts'
import { idRange } from '#lib/lists/id-range.ts'
import type { ReplayFilter } from './replay-filter.ts'

/**
 * A range of event ids, without the first, and of the ids of their deliveries, which start with the same 64 bits. It
 * contains all ids with the start of its last one, so that an event and its delivery are never separated.
 */
export type ReplayRange = { after: string; upTo: string }

/** A part of a range; `isLast` when nothing follows it. */
export type ReplayPart = ReplayRange & { isLast: boolean }

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns the range of everything that a filter may match, from `after` on if given. */
export function wholeRange(filter: ReplayFilter, after: string | null): ReplayRange {
  const { first, end } = idRange({ since: filter.since ?? undefined, until: filter.until })
  return { after: after ?? first ?? NIL_ID, upTo: end ?? LAST }
}

/**
 * Returns the first part of `range` with at most about `rows` deliveries and events each, whether they match or not,
 * so that a statement costs the same however long the log is.
 */
export async function findPart(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
  rows: number,
): Promise<ReplayPart> {
  const nth = sql`order by id offset ${rows - 1} limit 1`
  const sources = sourcesOf(filter, {
    deliveries: () =>
      sql`select id from webhook_deliveries where ${deliveriesIn(scope, filter, range)} ${nth}`,
    events: () => sql`select id from events as event where ${eventsIn(scope, range)} ${nth}`,
  })
  return endPart(scope, range, sources)
}

/** Returns the first part of `part` with at most about `matches` matches. */
export async function cutPart(
  scope: Scope,
  filter: ReplayFilter,
  part: ReplayPart,
  matches: number,
): Promise<ReplayPart> {
  const sources = sourcesOf(filter, {
    deliveries: () =>
      sql`(select id ${matchingDeliveries(scope, filter, part)} order by id limit ${matches})`,
    events: () =>
      sql`(select event.id ${matchingEvents(scope, filter, part)} order by id limit ${matches})`,
  })
  const cut = await endPart(scope, part, [
    sql`select id from (${sql.join(sources, sql` union all `)}) as matching
      order by id offset ${matches - 1} limit 1`,
  ])
  return { ...cut, isLast: cut.isLast && part.isLast }
}

/** Returns the part of `range` up to the first id that `ends` finds. */
async function endPart(
  scope: Scope,
  range: ReplayRange,
  ends: RawBuilder<unknown>[],
): Promise<ReplayPart> {
  const selects = ends.map((end) => sql`(${end})`)
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(selects, sql` union all `)}) as ends
    order by id limit 1`.execute(scope.db)
  const upTo = rows[0] && `${rows[0].id.slice(0, 19)}ffff-ffffffffffff`
  const isLast = upTo === undefined || upTo >= range.upTo
  return { after: range.after, upTo: isLast ? range.upTo : upTo, isLast }
}

/** Returns the selects of a filter: that of deliveries, that of events without one, or both. */
export function sourcesOf(
  filter: ReplayFilter,
  selects: { deliveries: () => RawBuilder<unknown>; events: () => RawBuilder<unknown> },
): RawBuilder<unknown>[] {
  return [
    ...(hasDeliveries(filter) ? [selects.deliveries()] : []),
    ...(hasMissing(filter) ? [selects.events()] : []),
  ]
}

/** Returns whether a filter selects deliveries at all. */
export function hasDeliveries({ statuses }: ReplayFilter): boolean {
  return statuses.some((status) => status !== 'missing')
}

/** Returns whether a filter selects events without a delivery. */
export function hasMissing({ statuses }: ReplayFilter): boolean {
  return statuses.includes('missing')
}

/** Returns the tail of a select: the rows of `webhook_deliveries` in `range` that match a filter. */
export function matchingDeliveries(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
): RawBuilder<unknown> {
  const { statuses, types, since, until } = filter
  return sql`from webhook_deliveries where ${deliveriesIn(scope, filter, range)}
    and status = any (${statuses.filter((status) => status !== 'missing')}::text[])
    ${types ? sql`and event_type = any (${types}::text[])` : sql``}
    ${since ? sql`and created_at >= ${since}::timestamptz` : sql``}
    and created_at < ${until}::timestamptz`
}

/**
 * Returns the tail of a select with the relations `event` and `endpoint`: the events in `range` that match a filter.
 * Each is looked up by its delivery's id (the limit leaves the planner no other way, whatever its statistics). */
export function matchingEvents(
  scope: Scope,
  filter: ReplayFilter,
  range: ReplayRange,
): RawBuilder<unknown> {
  const { endpointId, types, since, until, keptSince } = filter
  return sql`from events as event
    join webhook_endpoints as endpoint
      on endpoint.workspace_id = ${scope.workspaceId} and endpoint.id = ${endpointId}
    left join lateral (
      select true as is_made from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and id = ${deliveryId}
      limit 1
    ) as made on true
    where ${eventsIn(scope, range)} and event.type = any (coalesce(${types}::text[], endpoint.events))
      ${since ? sql`and event.created_at >= ${since}::timestamptz` : sql``}
      and event.created_at < ${until}::timestamptz
      and event.created_at > ${keptSince}::timestamptz
      and is_made is null
      and ${passesFilters(scope.workspaceId, sql`event.body`)}`
}

function deliveriesIn(scope: Scope, filter: ReplayFilter, range: ReplayRange) {
  // Worded like the partial index of these statuses, which is far smaller than that of all.
  const isUnsuccessful = !filter.statuses.includes('succeeded')
  return sql`workspace_id = ${scope.workspaceId} and endpoint_id = ${filter.endpointId}
    and test_body is null and id > ${range.after} and id <= ${range.upTo}
    ${isUnsuccessful ? sql`and status in ('failed', 'cancelled')` : sql``}`
}

function eventsIn(scope: Scope, range: ReplayRange) {
  return sql`event.workspace_id = ${scope.workspaceId} and event.id > ${range.after}
    and event.id <= ${range.upTo}`
}
