import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Context } from '#db/context.ts'
import { idsBetween, joinRanges } from '#db/partitions.ts'
import { prepared } from '#db/prepared.ts'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { readCause } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { ATTEMPTS_MAX } from '#lib/outgoing/next-attempt-delay-ms.ts'
import type { EventType } from '#shared/event-types.ts'
import { findPending } from './known-pending.ts'
import type { KnownPending } from './known-pending.ts'
import { holdsBack, orderingKeyOf, orderingKeySql } from './ordering-key-of.ts'
import { toSentBody } from '../to-sent-body.ts'

/**
 * A delivery that is due; `body` is the JSON exactly as it is signed and sent. `orderingKey` is null unless the order is kept;
 * `previousId` is the last one before it that blocks its key, and `mayRelease` says whether it may block later ones itself.
 * `cause` is the request that caused the event.
 */
export type DueDelivery = {
  id: string
  eventId: string
  eventType: string
  body: string
  attemptCount: number
  attemptsMax: number
  orderingKey: string | null
  previousId: string | null
  mayRelease: boolean
  cause?: Cause | undefined
}

/** The columns of an endpoint that its deliveries need. `requeues` grows whenever deliveries become pending again. */
export type DeliveryEndpoint = Omit<
  Selectable<WebhookEndpoints>,
  'description' | 'events' | 'filters' | 'header_names' | 'payload' | 'tls_warn_at' | 'created_at'
>

/**
 * Result of a poll of one endpoint: due deliveries in order of creation, and the next retry after them. `wakes` is the
 * number of wake-ups of its lane that the poll has seen, `limit` the most deliveries it could find. `known` serves the next polls,
 * for a while.
 */
export type EndpointPoll = {
  endpoint: DeliveryEndpoint
  deliveries: DueDelivery[]
  nextRetryAt: Date | null
  wakes: number
  /** The last position of the workspace that the poll could see. */
  position: number
  limit: number
  /** Some delivery of an endpoint that holds them back blocks later ones of its key: it waits for a retry, or is or was held. */
  hasBlocking: boolean
  known: KnownPending
}

/** Most deliveries that one poll finds. */
export const POLLED_MAX = 50

/** Most rounds of a poll: it is repeated if deliveries were requeued during it. The sweeper finds what the last round misses. */
const ROUNDS_MAX = 4

/** Endpoint to poll, without the deliveries in `except`, which the worker has already. `known` is from an earlier poll. */
export type PollInput = {
  endpointId: string
  except: string[]
  known?: KnownPending | undefined
}

type PollRow = DeliveryEndpoint & {
  next_retry_at: Date | null
  delivery_id: string | null
  event_id: string
  event_type: EventType
  body: string
  is_thin: boolean
  attempt_count: number
  attempts_max: number
  ordering_key: string | null
  previous_id: string | null
  may_release: boolean
  has_blocking: boolean
  cause: string | null
  wakes: number | null
  event_position: number | null
}

/**
 * Returns the due deliveries of endpoints of one workspace, at most `limit` each; undefined for an endpoint that does
 * not exist. A disabled endpoint has no due deliveries, and a delivery that is held behind another is not due.
 *
 * The cost does not depend on how many deliveries are pending or done. It reads two partial indexes up to the limit:
 * deliveries that were never attempted, by position, and the others, by due time. It reads only the partitions in which
 * deliveries can be pending; if the knowledge of an earlier poll turns out to be untrue, it is renewed.
 */
export async function pollDeliveries(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  asked: PollInput[],
  limit: number,
): Promise<(EndpointPoll | undefined)[]> {
  const endpointIds = asked.map((each) => each.endpointId)
  const isKnown = asked.every((each) => each.known !== undefined)
  let known = isKnown
    ? new Map(asked.map((each) => [each.endpointId, each.known]))
    : await findPending(context, workspaceId, endpointIds)
  for (let round = 1; ; round++) {
    const polls = await pollKnown(context, workspaceId, asked, limit, known)
    // Deliveries that were requeued during the poll may be elsewhere, and their wake-up counts as seen by it.
    const isCurrent = polls.every((poll) => !poll || isTrue(poll.known, poll.endpoint))
    if (isCurrent || round === ROUNDS_MAX) return polls
    known = await findPending(context, workspaceId, endpointIds)
  }
}

/** Returns whether the knowledge of an endpoint is still true for its row. */
function isTrue(known: KnownPending, { requeues, ordering }: DeliveryEndpoint): boolean {
  return known.requeues === requeues && known.ordering === ordering
}

/** The columns of a due delivery. */
const PICKED = sql`id, event_id, event_type, test_body, is_thin, attempt_count, attempts_max, ordering_key, position`

/** Polls the endpoints of `asked` that are known. */
async function pollKnown(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  asked: PollInput[],
  limit: number,
  known: Map<string, KnownPending | undefined>,
): Promise<(EndpointPoll | undefined)[]> {
  // In a subselect, so that PostgreSQL keeps the generic plan.
  const now = sql`(select ${context.clock.now()}::timestamptz)`
  const endpointIds = asked.map((each) => each.endpointId)
  const except = asked.flatMap((each) => each.except)
  const knowledge = [...known.values()].filter((each) => each !== undefined)
  const range = joinRanges(knowledge.map((each) => each.range))
  const pending = sql`from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = endpoint.id and status = 'pending' and not held
      and ${idsBetween(sql`webhook_deliveries.id`, range)}`
  const most = sql.lit(limit)
  const due = except.length > 0 ? sql`${pending} and id <> all (${except}::uuid[])` : pending
  const mayHold = knowledge.some((each) => holdsBack(each.ordering))
  // A delivery has its key stored from when it fails or is held, so that others cost no entry in an index.
  const blocking = sql`from webhook_deliveries as earlier
    where earlier.workspace_id = ${workspaceId} and earlier.endpoint_id = endpoint.id
      and earlier.status = 'pending' and earlier.ordering_key is not null and ${idsBetween(sql`earlier.id`, range)}`
  const { rows } = await prepared<PollRow>`
    select endpoint.workspace_id, endpoint.id, endpoint.url, endpoint.status,
      endpoint.disabled_reason, endpoint.disabled_at, endpoint.max_in_flight, endpoint.rate_limit,
      endpoint.ordering, endpoint.updated_at, endpoint.failing_since, endpoint.probe_at, endpoint.probe_count, endpoint.recovered_at,
      endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at, endpoint.custom_headers,
      endpoint.oauth, endpoint.oauth_secret, endpoint.tls, endpoint.tls_key, endpoint.requeues,
      (
        select wakes from lanes
        where kind = 'webhook' and workspace_id = ${workspaceId} and target_id = endpoint.id
      ) as wakes,
      (select event_position from workspace_counters where workspace_id = ${workspaceId}) as event_position,
      (
        select next_attempt_at ${pending} and attempt_count > 0 and next_attempt_at > ${now}
        order by next_attempt_at limit 1
      ) as next_retry_at,
      ${mayHold ? sql`endpoint.ordering = 'conversation' and exists (select ${blocking})` : sql`false`} as has_blocking,
      due.id as delivery_id, due.event_id, due.event_type, due.body, due.is_thin, due.attempt_count, due.attempts_max,
      due.ordering_key, due.previous_id, due.may_release, due.cause
    from webhook_endpoints as endpoint
    left join lateral (
      select picked.id, picked.event_id, picked.event_type, picked.is_thin, picked.attempt_count, picked.attempts_max,
        picked.position, coalesce(picked.test_body, events.body) as body, events.cause,
        picked.ordering_key is not null as may_release,
        ${mayHold ? sql`keyed.key` : sql`null`} as ordering_key,
        ${mayHold ? sql`previous.id` : sql`null::uuid`} as previous_id
      from (
        (select ${PICKED} ${due} and attempt_count = 0 order by position limit ${most})
        union all
        (select ${PICKED} ${due} and attempt_count > 0 and next_attempt_at <= ${now}
          order by next_attempt_at, position limit ${most})
        order by position
        limit ${most}
      ) as picked
      left join lateral (
        select body, cause from events
        where workspace_id = ${workspaceId} and id = picked.event_id and ${idsBetween(sql`id`, range)}
        offset 0
      ) as events on true
      ${mayHold ? findPrevious(blocking) : sql``}
    ) as due on endpoint.status = 'enabled'
    where endpoint.workspace_id = ${workspaceId} and endpoint.id = any (${endpointIds}::uuid[])
    order by due.position`.execute(context.db)
  const polls = new Map<string, EndpointPoll>()
  for (const row of rows) {
    const before = known.get(row.id)
    if (!before) continue
    const poll = polls.get(row.id) ?? {
      endpoint: row,
      deliveries: [],
      nextRetryAt: row.next_retry_at,
      wakes: row.wakes ?? 0,
      position: row.event_position ?? 0,
      limit,
      hasBlocking: row.has_blocking,
      known: before,
    }
    polls.set(row.id, poll)
    if (row.delivery_id !== null) poll.deliveries.push(toDueDelivery(row, row.delivery_id))
  }
  return endpointIds.map((id) => polls.get(id))
}

/** Joins the ordering key of each picked delivery, and the last one before it that blocks the key. */
function findPrevious(blocking: RawBuilder<unknown>) {
  return sql`left join lateral (
    select ${orderingKeySql(sql`endpoint.ordering`, sql`events.body`)} as key
    offset 0
  ) as keyed on true
  left join lateral (
    select id ${blocking} and earlier.ordering_key = keyed.key and earlier.position < picked.position
    order by earlier.position desc
    limit 1
  ) as previous on true`
}

/** Returns the key of a delivery ordered by subject. A retry has none: it comes late, and waits for nothing. */
function subjectKeyOf({ ordering, event_type: type, body, ...row }: PollRow): string | null {
  const isRetry = row.attempts_max - row.attempt_count < ATTEMPTS_MAX
  return isRetry ? null : orderingKeyOf(ordering, type, body)
}

function toDueDelivery(row: PollRow, id: string): DueDelivery {
  return {
    id,
    eventId: row.event_id,
    eventType: row.event_type,
    body: toSentBody(row.body, row.is_thin),
    attemptCount: row.attempt_count,
    attemptsMax: row.attempts_max,
    orderingKey: row.ordering === 'subject' ? subjectKeyOf(row) : row.ordering_key,
    previousId: row.previous_id,
    mayRelease: row.may_release,
    cause: readCause(row.cause),
  }
}
