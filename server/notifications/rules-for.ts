import { NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationKind, NotificationRule } from '#shared/notifications.ts'

/**
 * A fact that members may be notified of. `membershipId` is the member it is addressed to, if there is one; `assigneeId` and `teamId` are
 * those of its conversation or ticket.
 */
export type Fact = {
  kind: Exclude<NotificationKind, 'test'>
  assigneeId: string | null
  teamId: string | null
  membershipId: string | null
  actorId: string | null
}

/**
 * Returns the rules under which a member is notified of a fact; none for their own actions. What waits without an assignee concerns
 * the members of its team, or everybody if it has none, and those who are in no team. `teamIds`: the member's teams.
 */
export function rulesFor(
  fact: Fact,
  membershipId: string,
  teamIds: readonly string[],
): NotificationRule[] {
  if (fact.actorId === membershipId) return []
  const isMine = fact.assigneeId === membershipId
  if (fact.kind === 'mention') return fact.membershipId === membershipId ? ['mentions'] : []
  if (fact.kind === 'assignment') return fact.membershipId === membershipId ? ['mine'] : []
  if (fact.kind === 'reminder' && fact.membershipId !== null)
    return fact.membershipId === membershipId ? ['mine'] : []
  // The policy says who is notified, whatever their rules.
  if (fact.kind === 'sla_warning' || fact.kind === 'sla_breached')
    return fact.membershipId === membershipId ? [...NOTIFICATION_RULES] : []
  // One fact for each follower, and for the assignee.
  if (fact.kind === 'comment' || fact.kind === 'status')
    return fact.membershipId === membershipId ? ['mine'] : []
  if (fact.assigneeId === null) {
    const isQueue = fact.teamId === null || teamIds.length === 0 || teamIds.includes(fact.teamId)
    return isQueue ? ['unassigned', 'everything'] : ['everything']
  }
  if (fact.kind === 'reminder') return isMine ? ['mine'] : []
  return isMine ? ['mine', 'everything'] : ['everything']
}

/** Quiet hours in minutes since midnight, in an IANA time zone; null for none. They may span midnight. */
export type QuietHours = { quiet_from: number | null; quiet_to: number | null; time_zone: string }

const DAY_MINUTES = 24 * 60

/** Returns how many minutes of quiet hours remain at `at`, 0 outside of them. */
export function quietMinutesLeft(
  { quiet_from, quiet_to, time_zone }: QuietHours,
  at: Date,
): number {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return 0
  const now = minuteOfDay(at, time_zone)
  const length = (quiet_to - quiet_from + DAY_MINUTES) % DAY_MINUTES
  const passed = (now - quiet_from + DAY_MINUTES) % DAY_MINUTES
  return passed < length ? length - passed : 0
}

/** Returns the minute of the day at `at` in a time zone. A zone that this machine doesn't know counts as UTC. */
function minuteOfDay(at: Date, timeZone: string): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const { hour, minute } = toZone(instant, timeZone)
  return hour * 60 + minute
}

function toZone(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch {
    return instant.toZonedDateTimeISO('UTC')
  }
}
