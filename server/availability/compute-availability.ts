import { createHours } from '#lib/hours/create-hours.ts'
import { OFFLINE_AFTER_MS } from '#shared/availability.ts'
import type { Availability, AvailabilityCause } from '#shared/availability.ts'
import type { BusinessHours } from '#shared/business-hours.ts'

/**
 * The facts that decide about the availability of a member: what was set by hand and until when (null: until it is changed), their
 * working hours (null: none), and when any of their devices last had the app open (null: never).
 */
export type AvailabilityFacts = {
  by_hand: Availability | null
  until: Date | null
  hours: BusinessHours | null
  seen_at: Date | null
}

/**
 * The availability of a member at a time. `until`: the end of what was set by hand. `changesAt`: when it can change next without
 * anybody's doing, or null.
 */
export type ComputedAvailability = {
  availability: Availability
  cause: AvailabilityCause
  until: Date | null
  changesAt: Date | null
}

/**
 * Computes the availability of a member. What was set by hand decides, until it ends; then the working hours, outside of which the
 * member is offline; then activity: online until 5 minutes after an app was last open.
 */
export function computeAvailability(facts: AvailabilityFacts, now: Date): ComputedAvailability {
  const { by_hand: byHand, until, hours, seen_at: seenAt } = facts
  if (byHand !== null && (until === null || until > now))
    return { availability: byHand, cause: 'by_hand', until, changesAt: until }
  const at = now.getTime()
  const schedule = hours && createHours(hours)
  const closesAt = schedule?.periodEnd(at)
  if (schedule && closesAt === undefined)
    return { ...offline('schedule'), changesAt: toDate(schedule.nextOpening(at)) }
  const onlineUntil = seenAt ? seenAt.getTime() + OFFLINE_AFTER_MS : 0
  if (onlineUntil <= at) return offline('activity')
  const changesAt = new Date(Math.min(onlineUntil, closesAt ?? Infinity))
  return { availability: 'online', cause: 'activity', until: null, changesAt }
}

function offline(cause: AvailabilityCause): ComputedAvailability {
  return { availability: 'offline', cause, until: null, changesAt: null }
}

function toDate(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at)
}
