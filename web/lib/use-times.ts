import { useFormatter, useNow } from 'use-intl'
import type { DateTimeFormatOptions } from 'use-intl'
import { upToNow } from './up-to-now.ts'

/** Functions that format a time in the reader's language, all pages in the same way. */
type Times = {
  now: Date
  /** `3 minutes ago`. A time up to a minute ahead is `now`, because clocks differ. */
  ago: (time: string) => string
  /** `in 12 seconds`, `in 2 days` */
  ahead: (time: string) => string
  /** `Nov 23, 2026` */
  toDay: (time: string) => string
  /** `Nov 23, 2026, 1:35 PM` */
  toMinute: (time: string) => string
  /** `Nov 23, 2026, 1:35:17 PM` */
  toSecond: (time: string) => string
  /** `1:35 PM` */
  toClock: (time: string) => string
  /** `Sun 1:35 PM` */
  toWeekday: (time: string) => string
  /** The day in UTC, such as `Nov 23, 2026`. */
  toUtcDay: (time: string) => string
}

/** Returns functions that format times. Updates relative times every `updateInterval` milliseconds. */
export function useTimes(updateInterval = 30_000): Times {
  const format = useFormatter()
  const now = useNow({ updateInterval })
  const formatWith = (options: DateTimeFormatOptions) => (time: string) =>
    format.dateTime(new Date(time), options)
  return {
    now,
    ago: (time) => format.relativeTime(upToNow(new Date(time), now), now),
    ahead: (time) => format.relativeTime(new Date(time), now),
    toDay: formatWith({ dateStyle: 'medium' }),
    toMinute: formatWith({ dateStyle: 'medium', timeStyle: 'short' }),
    toSecond: formatWith({ dateStyle: 'medium', timeStyle: 'medium' }),
    toClock: formatWith({ timeStyle: 'short' }),
    toWeekday: formatWith({ weekday: 'short', hour: 'numeric', minute: '2-digit' }),
    toUtcDay: formatWith({ dateStyle: 'medium', timeZone: 'UTC' }),
  }
}
