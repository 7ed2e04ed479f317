import { explainDelivery } from './explain-delivery.ts'
import type { DeliveryState } from './explain-delivery.ts'
import { explainMissingDelivery } from './explain-missing-delivery.ts'
import type { EndpointState } from '../record-endpoint-change.ts'
import type { EndpointFilter, EndpointFilters } from '#shared/webhooks.ts'
import type { AbsenceCode, By, EndpointOutcome } from './schema.ts'

/**
 * An endpoint at the time of an event and now: its state then (null before it was registered), since when and by whom,
 * its current state, and its delivery of the event, whose fields are null if there is none.
 */
export type EndpointRow = {
  endpoint_id: string
  first_at: Date
  then_url: string | null
  then_events: string[] | null
  then_status: EndpointState['status'] | null
  then_reason: string | null
  then_filters: EndpointFilters | null
  excluded_by: EndpointFilter | null
  since: Date | null
  by_type: By['type'] | null
  by_id: string | null
  now_url: string
  now_events: string[]
  now_status: EndpointState['status']
  now_reason: string | null
  now_since: Date
  is_near: boolean
} & (DeliveryState | { [K in keyof DeliveryState]: null })

/** The same with the name of the member who changed the endpoint; null for a former member's key or the product. */
type NamedRow = EndpointRow & { by_name: string | null }

/**
 * Explains what happened to an event at an endpoint; undefined for an endpoint that was created and deleted after it.
 */
export function explainEndpointOutcome(
  row: NamedRow,
  event: { type: string; created_at: Date },
): EndpointOutcome | undefined {
  const now = row.now_status
  const facts = {
    endpoint: { id: row.endpoint_id, url: row.then_url ?? row.now_url, status: now },
    asked_then: row.then_status === 'deleted' ? null : row.then_events,
    asks_now: now === 'deleted' ? null : row.now_events,
  }
  if (row.id !== null) {
    const { id, status, attempt_count, last_error, next_attempt_at } = row
    const delivery = {
      id,
      endpoint_id: row.endpoint_id,
      status,
      attempt_count,
      last_error,
      next_attempt_at,
    }
    const endpoint = { status: now, reason: row.now_reason, since: row.now_since }
    const message = explainDelivery(row, endpoint, event.created_at)
    return { ...facts, delivery, reason: null, excluded_by: null, message, since: null, by: null }
  }
  const reason = explainMissingDelivery(toStateThen(row), event.type, row.is_near)
  if (reason === 'created_later' && now === 'deleted') return undefined
  const isSince = reason === 'disabled' || reason === 'deleted_before'
  return {
    ...facts,
    delivery: null,
    reason,
    excluded_by: reason === 'filtered' ? row.excluded_by : null,
    message: explainAbsence(reason, row, event),
    since: isSince ? row.since : reason === 'created_later' ? row.first_at : null,
    by: isSince && row.by_type ? { type: row.by_type, id: row.by_id, name: row.by_name } : null,
  }
}

function toStateThen(row: EndpointRow): EndpointState | undefined {
  const { then_status: status, then_events: events, then_reason: disabled_reason } = row
  return status && events
    ? { status, events, disabled_reason, filters: row.then_filters }
    : undefined
}

function explainAbsence(
  reason: AbsenceCode,
  row: NamedRow,
  event: { type: string; created_at: Date },
): string {
  const since = row.since ? ` on ${row.since.toISOString()}` : ''
  const by = row.by_type === 'member' ? ` by ${row.by_name ?? 'a former member'}` : ''
  switch (reason) {
    case 'not_subscribed': {
      const asksNow = row.now_status !== 'deleted' && row.now_events.includes(event.type)
      const asked = (row.then_events ?? []).join(', ')
      return `The endpoint did not subscribe to ${event.type} at that time, only to ${asked}.${asksNow ? ' It subscribes to it now.' : ''}`
    }
    case 'filtered':
      return row.excluded_by
        ? `The endpoint's filter ${row.excluded_by} excluded the event.`
        : 'The filters of the endpoint excluded the event. What they look at has changed since, so they would not now.'
    case 'disabled':
      if (row.then_reason === 'gone')
        return `The endpoint was disabled because its receiver responded with 410 Gone${since}.`
      return `The endpoint was disabled${by}${since}.`
    case 'created_later':
      return `The endpoint was created on ${row.first_at.toISOString()}, after the event.`
    case 'deleted_before':
      return `The endpoint was deleted${by}${since}, before the event.`
    case 'changed_meanwhile':
      return 'The endpoint was being changed when the event happened, so its previous settings applied.'
    case 'no_endpoint':
    case 'unknown':
      return 'The event was to be delivered to the endpoint, but the log no longer contains the delivery.'
  }
}
