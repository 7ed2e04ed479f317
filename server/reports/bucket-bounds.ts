import type { BucketSize } from '#shared/reports.ts'
import { dateOf, findTransition, startOfDay } from './time-zone.ts'
import type { TimeZone } from './time-zone.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The length of a bucket in ms, without clock changes. */
export const BUCKET_MS: Readonly<Record<BucketSize, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
}

/**
 * Returns the bounds of the buckets from `since` to `until` in ms, both included: hours, days or weeks (from
 * Monday) in the time zone `zone`. The first and the last bucket can be shorter. A day on which clocks change
 * has 23 or 25 hours. An hour in which they change is split, so that a repeated hour becomes two buckets.
 */
export function bucketBounds(
  size: BucketSize,
  zone: TimeZone,
  range: { since: number; until: number },
): number[] {
  const bounds = [range.since]
  const next = size === 'hour' ? nextHour : nextDay(size === 'day' ? 1 : 7)
  for (let ms = next(zone, range.since); ms < range.until; ms = next(zone, ms)) bounds.push(ms)
  return [...bounds, range.until]
}

function nextHour(zone: TimeZone, ms: number): number {
  const offset = zone.offsetAt(ms)
  const end = (Math.floor((ms + offset) / HOUR_MS) + 1) * HOUR_MS - offset
  return zone.offsetAt(end) === offset ? end : findTransition(zone, ms, end)
}

function nextDay(step: 1 | 7): (zone: TimeZone, ms: number) => number {
  return (zone, ms) => {
    const date = dateOf(zone, ms)
    // 1 January 1970 was a Thursday.
    const weekday = (((date / DAY_MS + 3) % 7) + 7) % 7
    let later = date + (step === 1 ? 1 : 7 - weekday) * DAY_MS
    let start = startOfDay(zone, later)
    // A day that a country skipped when it crossed the date line has no length.
    while (start <= ms) start = startOfDay(zone, (later += step * DAY_MS))
    return start
  }
}
