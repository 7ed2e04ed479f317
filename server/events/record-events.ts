import { sql } from 'kysely'
import type { Scope, WokenLane } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { deliveryId, passesFilters } from './delivery-id.ts'
import { createEvent } from './create-event.ts'
import type { NewEvent } from './new-event.ts'
import { toWokenEndpoint, wokenEndpoints } from './handed-deliveries.ts'
import type { HandedDeliveries, WokenEndpoint } from './handed-deliveries.ts'

const NOTIFYING: ReadonlySet<EventType> = new Set(NOTIFYING_EVENT_TYPES)
const NOTIFYING_LIST = sql.join(NOTIFYING_EVENT_TYPES.map((type) => sql.lit(type)))

/**
 * Records events and their deliveries in the transaction of `tx`, in the given order. After the commit, wakes
 * the lanes of their endpoints and the event streams.
 *
 * Call it last: it takes the workspace's position lock, which puts events in commit order and is held until the
 * commit.
 */
export async function recordEvents(tx: Scope, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const now = tx.clock.now()
  const ofCaller = findCause()
  const made = events.map(({ type, data, cause = ofCaller }) => ({
    ...createEvent(tx.workspaceId, type, JSON.stringify(data), now),
    cause,
  }))
  const given = bulkRows('given', made, {
    id: ['uuid', (event) => event.id],
    type: ['text', (event) => event.type],
    body: ['text', (event) => event.body],
    cause: ['text', (event) => writeCause(event.cause)],
    ordinality: ['integer', (_, index) => index],
  })
  const { rows } = await prepared<WokenEndpoint>`
    with accepted as (
      select ${given.columns} from ${given}
    ), ${eventCtes(tx.workspaceId, now)}
    ${wokenEndpoints}`.later(tx.db)
  announceAfterCommit(
    tx,
    () => rows.map((row) => toWokenEndpoint(row, made)),
    events.some(({ type }) => NOTIFYING.has(type)),
  )
}

/**
 * Wakes the lanes of endpoints with new deliveries, and the event streams, after `scope` is committed; with
 * `isNotifying` also the lane that notifies members. The endpoints are read then. `handed` are their deliveries.
 */
export function announceAfterCommit(
  scope: Scope,
  endpoints: () => { id: string; handed?: HandedDeliveries | undefined }[],
  isNotifying = false,
): void {
  const { workspaceId } = scope
  afterCommit(scope, () => {
    const lanes: WokenLane[] = endpoints().map(({ id, handed }) => ({
      kind: 'webhook',
      workspaceId,
      targetId: id,
      handed,
    }))
    if (isNotifying) lanes.push({ kind: 'notify', workspaceId, targetId: workspaceId })
    if (lanes.length > 0) scope.wake(lanes)
    scope.announce(scope.workspaceId)
  })
}

/**
 * Returns the last part of a statement that records the events of its relation `accepted (id, type, body,
 * cause, ordinality)`: the relations `new_events`, `wanted` and `new_deliveries (endpoint_id)`. A steady endpoint is one to
 * which new deliveries are attempted at once.
 *
 * The counter's row lock serializes the writers of a workspace until they commit, so positions become visible
 * in order and without gaps. It is taken after all other row locks.
 * after: relations to complete before the counter is locked, so that it is locked as briefly as possible.
 */
export function eventCtes(workspaceId: string, now: Date, after: string[] = []) {
  const isDone = after.map((relation) => sql`(select count(*) from ${sql.table(relation)}) >= 0`)
  return sql`
    counter as (
      insert into workspace_counters as counter (workspace_id, event_position, notifying_position, is_notifying)
      select ${workspaceId}, count(*), case when bool_or(type in (${NOTIFYING_LIST})) then count(*) else 0 end,
        coalesce(bool_or(type in (${NOTIFYING_LIST})), false)
      from accepted
      ${isDone.length > 0 ? sql`where ${sql.join(isDone, sql` and `)}` : sql``}
      on conflict (workspace_id) do update
        set event_position = counter.event_position + excluded.event_position,
          notifying_position = case when excluded.notifying_position > 0
            then counter.event_position + excluded.event_position else counter.notifying_position end,
          is_notifying = counter.is_notifying or excluded.is_notifying
      returning event_position - (select count(*) from accepted) as base
    ), new_events as (
      insert into events (workspace_id, id, position, type, body, cause, created_at)
      select ${workspaceId}, id, base + row_number() over (order by ordinality), type, body, cause, ${now}::timestamptz
      from accepted, counter
      returning id, position, type
    ), wanted as (
      select ${deliveryId} as id, endpoint.id as endpoint_id, event.id as event_id, event.type as event_type,
        event.position, endpoint.payload = 'thin' as is_thin, endpoint.updated_at,
        endpoint.status = 'enabled' and endpoint.failing_since is null as is_steady
      from new_events as event
      join webhook_endpoints as endpoint
        on endpoint.workspace_id = ${workspaceId}
        and event.type = any (endpoint.events)
        and (endpoint.status = 'enabled' or endpoint.disabled_reason = 'failing')
        and ${passesFilters(workspaceId, sql`(select body from accepted where accepted.id = event.id)`)}
    ), new_deliveries as (
      insert into webhook_deliveries
        (workspace_id, id, endpoint_id, event_id, event_type, position, is_thin, next_attempt_at, created_at)
      select ${workspaceId}, id, endpoint_id, event_id, event_type, position, is_thin,
        ${now}::timestamptz, ${now}::timestamptz
      from wanted
      returning endpoint_id
    )`
}
