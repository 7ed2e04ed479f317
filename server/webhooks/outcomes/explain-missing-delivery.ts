import type { EndpointState } from '../record-endpoint-change.ts'
import type { AbsenceCode } from './schema.ts'

/** A change of an endpoint within this time of an event may have come before or after it: nothing orders the two. */
export const UNSURE_MS = 5_000

/**
 * Explains why an endpoint has no delivery of an event of `type`. `then`: its state at the event's time; `isNear`: it
 * was changed close to the event. An endpoint that was disabled for failing has deliveries, which stay pending.
 */
export function explainMissingDelivery(
  then: EndpointState | undefined,
  type: string,
  isNear: boolean,
): AbsenceCode {
  if (!then) return 'created_later'
  if (then.status === 'deleted') return 'deleted_before'
  if (!then.events.includes(type)) return 'not_subscribed'
  if (then.status === 'disabled' && then.disabled_reason !== 'failing') return 'disabled'
  if (isNear) return 'changed_meanwhile'
  return then.filters ? 'filtered' : 'unknown'
}
