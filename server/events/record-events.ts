import { sql } from 'kysely'
import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { toJson } from '#lib/to-json.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { deliveryId, passesFilters } from './delivery-id.ts'
import { createEvent } from './create-event.ts'
import type { NewEvent } from './new-event.ts'
import { toWokenLanes, wokenEndpoints } from './handed-deliveries.ts'
import type { WokenEndpoint } from './handed-deliveries.ts'

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
  const { workspaceId } = tx
  const ofCaller = findCause()
  await recordGathered(
    tx,
    events.map((event) => ({ ...event, workspaceId, cause: event.cause ?? ofCaller })),
  )
}

const recordGathered = gathered<InWorkspace<NewEvent>, never>(async (tx, { inputs }) => {
  await recordEventsOf(tx, inputs)
  return { rows: [] }
})

/** Records events of several workspaces, as `recordEvents` does. Takes their position locks in the order of their ids. */
async function recordEventsOf(
  tx: Context,
  events: readonly InWorkspace<NewEvent>[],
): Promise<void> {
  if (events.length === 0) return
  const now = tx.clock.now()
  const ofCaller = findCause()
  const made = events.map(({ workspaceId, type, data, cause = ofCaller }) => ({
    ...createEvent(workspaceId, type, toJson(data), now),
    workspaceId,
    cause,
  }))
  const given = bulkRows('given', made, {
    workspace_id: ['uuid', (event) => event.workspaceId],
    id: ['uuid', (event) => event.id],
    type: ['text', (event) => event.type],
    body: ['text', (event) => event.body],
    cause: ['text', (event) => writeCause(event.cause)],
    ordinality: ['integer', (_, index) => index],
  })
  const { rows } = await prepared<WokenEndpoint>`
    with accepted as (
      select ${given.columns} from ${given}
    ), ${eventCtes(now)}
    ${wokenEndpoints}`.later(tx.db)
  announceAfterCommit(tx, made, () => rows)
}

/** An event that was recorded. */
type MadeEvent = InWorkspace<{
  id: string
  type: EventType
  body: string
  cause: Cause | undefined
}>

/**
 * Wakes the lanes of endpoints with new deliveries of the events `made`, of followers, the event streams, and the lane that notifies members,
 * after `context` is committed. The endpoints are read then.
 */
export function announceAfterCommit(
  context: Pick<Context, 'wake' | 'announce' | 'onCommit'>,
  made: MadeEvent[],
  endpoints: () => WokenEndpoint[],
): void {
  afterCommit(context, () => {
    const byWorkspace = Map.groupBy(made, ({ workspaceId }) => workspaceId)
    const lanes = endpoints().flatMap((each) =>
      toWokenLanes(each, byWorkspace.get(each.workspace_id) ?? []),
    )
    for (const [workspaceId, events] of byWorkspace)
      if (events.some(({ type }) => NOTIFYING.has(type)))
        lanes.push({ kind: 'notify', workspaceId, targetId: workspaceId })
    if (lanes.length > 0) context.wake(lanes)
    for (const workspaceId of byWorkspace.keys()) context.announce(workspaceId)
  })
}

/**
 * Returns the last part of a statement that records the events of its relation `accepted (workspace_id, id, type, body,
 * cause, ordinality)`: the relations `new_events`, `wanted` and `new_deliveries (endpoint_id)`. A steady endpoint is one to
 * which new deliveries are attempted at once.
 *
 * The counter's row lock serializes the writers of a workspace until they commit, so positions become visible
 * in order and without gaps. It is taken after all other row locks, and those of several workspaces in the order of their ids.
 * after: relations to complete before the counter is locked, so that it is locked as briefly as possible.
 */
export function eventCtes(now: Date, after: string[] = []) {
  const isDone = after.map((relation) => sql`(select count(*) from ${sql.table(relation)}) >= 0`)
  return sql`
    counted as (
      select workspace_id, count(*) as recorded, bool_or(type in (${NOTIFYING_LIST})) as is_notifying
      from accepted
      ${isDone.length > 0 ? sql`where ${sql.join(isDone, sql` and `)}` : sql``}
      group by workspace_id
    ), counter as (
      insert into workspace_counters as counter (workspace_id, event_position, notifying_position, is_notifying)
      select workspace_id, recorded, case when is_notifying then recorded else 0 end, is_notifying
      from counted
      order by workspace_id
      on conflict (workspace_id) do update
        set event_position = counter.event_position + excluded.event_position,
          notifying_position = case when excluded.notifying_position > 0
            then counter.event_position + excluded.event_position else counter.notifying_position end,
          is_notifying = counter.is_notifying or excluded.is_notifying
      returning workspace_id, event_position, followers
    ), based as (
      select counter.workspace_id, event_position - recorded as base, followers
      from counter join counted on counted.workspace_id = counter.workspace_id
    ), new_events as (
      insert into events (workspace_id, id, position, type, body, cause, created_at)
      select accepted.workspace_id, id, base + row_number() over (partition by accepted.workspace_id order by ordinality),
        type, body, cause, ${now}::timestamptz
      from accepted join based on based.workspace_id = accepted.workspace_id
      returning workspace_id, id, position, type
    ), endpoint as materialized (
      select endpoint.workspace_id, endpoint.id, endpoint.events, endpoint.filters, endpoint.payload = 'thin' as is_thin,
        endpoint.updated_at, endpoint.status = 'enabled' and endpoint.failing_since is null as is_steady, base
      from based
      join webhook_endpoints as endpoint
        on endpoint.workspace_id = based.workspace_id
        and (endpoint.status = 'enabled' or endpoint.disabled_reason = 'failing')
    ), wanted as (
      select event.workspace_id, ${deliveryId} as id, endpoint.id as endpoint_id, event.id as event_id,
        event.type as event_type, event.position, is_thin, updated_at, is_steady, base
      from new_events as event
      join endpoint
        on endpoint.workspace_id = event.workspace_id
        and event.type = any (endpoint.events)
        and ${passesFilters(
          sql`event.workspace_id`,
          sql`(select body from accepted where accepted.workspace_id = event.workspace_id and accepted.id = event.id)`,
        )}
    ), new_deliveries as (
      insert into webhook_deliveries
        (workspace_id, id, endpoint_id, event_id, event_type, position, is_thin, next_attempt_at, created_at)
      select workspace_id, id, endpoint_id, event_id, event_type, position, is_thin,
        ${now}::timestamptz, ${now}::timestamptz
      from wanted
      returning endpoint_id
    )`
}
