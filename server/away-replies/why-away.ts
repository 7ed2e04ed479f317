import { createHours } from '#lib/hours/create-hours.ts'
import type { AwayCondition } from '#shared/away-replies.ts'
import type { BusinessHours } from '#shared/business-hours.ts'

/**
 * What decides whether a team is away for a customer: its hours (null: none), when the customer wrote, the present time, and whether a member
 * who may answer is online now. Times are milliseconds since 1970.
 */
type AwayFacts = {
  hours: BusinessHours | null
  wroteAt: number
  now: number
  isAnyoneOnline: boolean
}

/** Why a team is away, and when it opens next: null if it is open, or if nobody knows. */
export type Away = { because: 'outside_hours' | 'nobody_online'; nextOpeningAt: number | null }

/**
 * Returns why a team is away for a customer; undefined if it is not. It is outside of its hours if the customer wrote outside of them and it has
 * not opened since.
 */
export function whyAway(condition: AwayCondition, facts: AwayFacts): Away | undefined {
  const { hours, wroteAt, now, isAnyoneOnline } = facts
  const schedule = hours && createHours(hours)
  const isOpen = schedule?.isOpenAt(now) ?? true
  const isOutside = schedule !== null && !isOpen && schedule.between(wroteAt, now) === 0
  const nextOpeningAt = (!isOpen && schedule?.nextOpening(now)) || null
  const isAlone = !isAnyoneOnline
  const isAway = {
    outside_hours: isOutside,
    nobody_online: isAlone,
    either: isOutside || isAlone,
    both: isOutside && isAlone,
  }[condition]
  if (!isAway) return undefined
  return {
    because: isOutside && condition !== 'nobody_online' ? 'outside_hours' : 'nobody_online',
    nextOpeningAt,
  }
}
