import type { BucketSize } from '#shared/reports.ts'
import { dateOf, findTransition, startOfDay } from './time-zone.ts'
import type { TimeZone } from './time-zone.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The shortest length of a bucket in ms, without clock changes. */
export const BUCKET_MS: Readonly<Record<BucketSize, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
}

/**
 * Returns the bounds of the buckets from `since` to `until` in ms, both included: hours, days, weeks (from
 * Monday) or months in the time zone `zone`. The first and the last bucket can be shorter. A day on which clocks change
 * has 23 or 25 hours. An hour in which they change is split, so that a repeated hour becomes two buckets.
 */
export function bucketBounds(
  size: BucketSize,
  zone: TimeZone,
  range: { since: number; until: number },
): number[] {
  const bounds = [range.since]
  const next = size === 'hour' ? nextHour : nextDay(STEPS[size])
  for (let ms = next(zone, range.since); ms < range.until; ms = next(zone, ms)) bounds.push(ms)
  return [...bounds, range.until]
}

function nextHour(zone: TimeZone, ms: number): number {
  const offset = zone.offsetAt(ms)
  const end = (Math.floor((ms + offset) / HOUR_MS) + 1) * HOUR_MS - offset
  return zone.offsetAt(end) === offset ? end : findTransition(zone, ms, end)
}

/** The date (in ms, at midnight UTC) at which the bucket after the one of `date` starts. */
const STEPS: Readonly<Record<'day' | 'week' | 'month', (date: number) => number>> = {
  day: (date) => date + DAY_MS,
  week: (date) => {
    // 1 January 1970 was a Thursday.
    const weekday = (((date / DAY_MS + 3) % 7) + 7) % 7
    return date + (7 - weekday) * DAY_MS
  },
  month: (date) => {
    const day = new Date(date)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
  },
}

function nextDay(step: (date: number) => number): (zone: TimeZone, ms: number) => number {
  return (zone, ms) => {
    let later = step(dateOf(zone, ms))
    let start = startOfDay(zone, later)
    // A day that a country skipped when it crossed the date line has no length.
    while (start <= ms) start = startOfDay(zone, (later = step(later)))
    return start
  }
}
