import { fieldError } from '#lib/errors.ts'

/** A time zone: `offsetAt` gives the milliseconds that its clocks are ahead of UTC at a moment (ms since 1970). */
export type TimeZone = { name: string; offsetAt: (ms: number) => number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * The time zone of a name of the IANA database, such as Asia/Kolkata, or of an offset, such as +05:30.
 *
 * @throws {AppError} validation_failed
 */
export function readTimeZone(name: string): TimeZone {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    throw fieldError('validation_failed', 'time_zone', 'must be a time zone, such as Asia/Kolkata')
  }
  return { name: format.resolvedOptions().timeZone, offsetAt: (ms) => readOffset(format, ms) }
}

/** The first moment after `after`, up to `until`, at which the offset is another than at `after`; there must be one. */
export function findTransition(zone: TimeZone, after: number, until: number): number {
  const before = zone.offsetAt(after)
  let [low, high] = [after, until]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * The first moment of a day. `date` is its midnight as if it were UTC. Where clocks skip midnight the day begins
 * with the first moment after; where midnight comes twice, with the first of them.
 */
export function startOfDay(zone: TimeZone, date: number): number {
  const offsets = [date - DAY_MS, date + DAY_MS].map((ms) => zone.offsetAt(ms))
  const [early, late] = [date - Math.max(...offsets), date - Math.min(...offsets)]
  for (const ms of [early, late]) if (ms + zone.offsetAt(ms) === date) return ms
  return findTransition(zone, early - 1, late)
}

/** The day that a moment falls on: its midnight as if it were UTC. */
export function dateOf(zone: TimeZone, ms: number): number {
  return Math.floor((ms + zone.offsetAt(ms)) / DAY_MS) * DAY_MS
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return (size + Number(seconds ?? 0) * 1000) * (sign === '-' ? -1 : 1)
}
