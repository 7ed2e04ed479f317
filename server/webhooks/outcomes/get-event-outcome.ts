import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { readEvent } from '#events/get-event.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { EventOutcomeName } from '#shared/webhooks.ts'
import { explainEndpointOutcome } from './explain-endpoint-outcome.ts'
import type { EndpointRow } from './explain-endpoint-outcome.ts'
import { UNSURE_MS } from './explain-missing-delivery.ts'
import { ofEvent } from './outcome-of.ts'
import type { EventOutcomeDetail } from './schema.ts'

/**
 * Returns an event, its body, and what happened at each endpoint that existed then or exists now: its delivery, or why
 * there is none, by the endpoint's state at that time. Without `namesMembers`, members are not named.
 *
 * @throws {AppError} event_not_found
 */
export async function getEventOutcome(
  scope: Scope,
  id: string,
  { namesMembers = true } = {},
): Promise<EventOutcomeDetail> {
  const event = await readEvent(scope, id)
  const named = await readEndpoints(scope, event)
  const rows = namesMembers ? named : named.map((row) => ({ ...row, by_type: null, by_id: null }))
  const endpoints = rows
    .map((row) => explainEndpointOutcome(row, event))
    .filter((outcome) => outcome !== undefined)
    .toSorted((a, b) => Number(a.delivery === null) - Number(b.delivery === null))
  const statuses = new Set(rows.map((row) => row.status))
  const outcome = toOutcome(statuses)
  return {
    id: event.id,
    type: event.type,
    created_at: event.created_at,
    outcome,
    message: toMessage(outcome, endpoints.length),
    payload: JSON.parse(event.body),
    endpoints,
  }
}

function toOutcome(statuses: Set<EndpointRow['status']>): EventOutcomeName {
  if (statuses.has('failed')) return 'failed'
  if (statuses.has('pending')) return 'pending'
  if (statuses.has('succeeded')) return 'delivered'
  return statuses.has('cancelled') ? 'cancelled' : 'not_sent'
}

function toMessage(outcome: EventOutcomeName, endpoints: number): string {
  if (outcome === 'delivered') return 'Delivered to all endpoints that subscribed to it.'
  if (outcome === 'failed') return 'At least one delivery failed for good.'
  if (outcome === 'pending') return 'At least one delivery is pending or in progress.'
  if (outcome === 'cancelled')
    return 'All deliveries were canceled because their endpoints were deleted, or disabled for too long.'
  if (endpoints === 0)
    return 'Not delivered to any endpoint: there was no webhook endpoint when the event happened, and there is none now.'
  return 'Not delivered to any endpoint: no endpoint that was enabled at that time subscribed to it.'
}

/** Reads every endpoint with a history or a delivery of the event, oldest first: its state then and now. */
async function readEndpoints(
  scope: Scope,
  event: { id: string; type: string; body: string; created_at: Date },
): Promise<(EndpointRow & { by_name: string | null })[]> {
  const { workspaceId } = scope
  const changes = sql`select * from webhook_endpoint_changes as change
    where change.workspace_id = ${workspaceId} and change.endpoint_id = endpoint.endpoint_id`
  const at = event.created_at.getTime()
  const upToThen = sql`changed_at <= ${event.created_at}`
  const newest = sql`order by changed_at desc, id desc limit 1`
  const { rows } = await sql<EndpointRow>`
    select endpoint.endpoint_id, first.changed_at as first_at,
      at_time.url as then_url, at_time.events as then_events, at_time.status as then_status,
      at_time.disabled_reason as then_reason, at_time.filters as then_filters,
      case when at_time.filters is not null and delivery.id is null
        then excluding_webhook_filter(${workspaceId}, at_time.filters, ${event.type}, ${event.body}) end as excluded_by,
      run.changed_at as since, run.actor_type as by_type, run.actor_id as by_id,
      last.url as now_url, last.events as now_events, last.status as now_status,
      last.disabled_reason as now_reason, last.changed_at as now_since,
      exists (
        select from (${changes}) as near
        where changed_at between ${new Date(at - UNSURE_MS)} and ${new Date(at + UNSURE_MS)}
      ) as is_near,
      delivery.id, delivery.status, delivery.attempt_count, delivery.attempts_max, delivery.last_error,
      delivery.last_response_status, delivery.next_attempt_at, delivery.held, delivery.created_at,
      delivery.completed_at
    from (select distinct endpoint_id from webhook_endpoint_changes where workspace_id = ${workspaceId}) as endpoint
    cross join lateral (${changes} order by changed_at, id limit 1) as first
    cross join lateral (${changes} ${newest}) as last
    left join lateral (${changes} and ${upToThen} ${newest}) as at_time on true
    left join lateral (
      select change.* from (${changes} and ${upToThen}) as change
      where changed_at > coalesce(
        (select max(changed_at) from (${changes} and ${upToThen} and status <> at_time.status) as other), '-infinity')
      order by changed_at, change.id
      limit 1
    ) as run on true
    left join webhook_deliveries as delivery
      on delivery.endpoint_id = endpoint.endpoint_id and ${ofEvent(workspaceId, sql`${event.id}::uuid`, undefined)}
    order by first.changed_at, endpoint.endpoint_id`.execute(scope.db)
  const names = await findMemberNames(
    scope,
    rows.flatMap((row) => (row.by_type === 'member' && row.by_id ? [row.by_id] : [])),
  )
  return rows.map((row) => Object.assign(row, { by_name: names.get(row.by_id ?? '') ?? null }))
}
