import { useTranslations } from 'use-intl'
import type { Member } from '../../lib/members.ts'
import { useTimes } from '../../lib/use-times.ts'

/** The fields of a member about their availability. */
export type MemberAvailability = Pick<
  Member,
  'availability' | 'availability_cause' | 'availability_until'
>

/** Returns a function that says in words whether a member is online, such as `Away until 2:30 PM`. */
export function useAvailabilityText(): (member: MemberAvailability) => string {
  const t = useTranslations('availability')
  const toEnd = useEndText()
  return ({ availability: state, availability_cause: cause, availability_until: until }) => {
    if (cause === 'schedule') return t('outsideHours')
    const shown = t(`states.${state}`)
    return until === null ? shown : t('shownUntil', { state: shown, time: toEnd(until) })
  }
}

/** Returns a function that writes the end of an availability: its time, with the day if that is another one. */
export function useEndText(): (until: string) => string {
  const { now, toClock, toMinute } = useTimes()
  return (until) =>
    new Date(until).toDateString() === now.toDateString() ? toClock(until) : toMinute(until)
}
