import type { AbsenceCode } from './schema.ts'

/** What an endpoint was at some time. */
export type EndpointState = {
  events: string[]
  status: 'enabled' | 'disabled' | 'deleted'
  disabled_reason: string | null
}

/** How close to an event a change of the endpoint may lie for their order to be unsure: they lock no common row. */
export const UNSURE_MS = 5_000

/**
 * Why an endpoint that was `then` has no delivery of an event of `type`; it was changed close to the event if
 * `isNear`. One that was disabled because it failed gets deliveries, which wait.
 */
export function judgeAbsence(
  then: EndpointState | undefined,
  type: string,
  isNear: boolean,
): AbsenceCode {
  if (!then) return 'created_later'
  if (then.status === 'deleted') return 'deleted_before'
  if (!then.events.includes(type)) return 'not_subscribed'
  if (then.status === 'disabled' && then.disabled_reason !== 'failing') return 'disabled'
  return isNear ? 'changed_meanwhile' : 'unknown'
}
