import { invalidField } from '#lib/errors.ts'

/** A time zone. `offsetAt` returns the offset from UTC in milliseconds at a time (ms since 1970). */
export type TimeZone = { name: string; offsetAt: (ms: number) => number }

const DAY_MS = 86_400_000

/**
 * Returns the time zone with an IANA name, such as Asia/Kolkata, or an offset, such as +05:30.
 *
 * @throws {AppError} validation_failed
 */
export function readTimeZone(name: string): TimeZone {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name })
  } catch {
    throw invalidField('time_zone', 'must be a time zone, such as Asia/Kolkata')
  }
  return { name: format.resolvedOptions().timeZone, offsetAt: createOffsets(name) }
}

/**
 * Finds the first time after `after`, up to `until`, with a different offset than at `after`. There must be
 * one.
 */
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
 * Returns the start of a day. `date` is its midnight as if it were UTC. If clocks skip midnight, the day starts
 * with the first moment after it. If midnight occurs twice, it starts with the first one.
 */
export function startOfDay(zone: TimeZone, date: number): number {
  const offsets = [date - DAY_MS, date + DAY_MS].map((ms) => zone.offsetAt(ms))
  const [early, late] = [date - Math.max(...offsets), date - Math.min(...offsets)]
  for (const ms of [early, late]) if (ms + zone.offsetAt(ms) === date) return ms
  return findTransition(zone, early - 1, late)
}

/** Returns the date of a time, as its midnight as if it were UTC. */
export function dateOf(zone: TimeZone, ms: number): number {
  return Math.floor((ms + zone.offsetAt(ms)) / DAY_MS) * DAY_MS
}

/** A time in which a zone has one offset; `until` is excluded. */
type Span = { from: number; until: number; offset: number }

/**
 * Creates the function that returns the offset of a zone at a time. It remembers the times between two transitions, because
 * a report asks for each bucket several times and a zone changes its clocks hardly more than twice a year.
 */
function createOffsets(name: string): TimeZone['offsetAt'] {
  const spans: Span[] = []
  let last: Span = { from: Infinity, until: -Infinity, offset: 0 }
  const holds = (ms: number) => (span: Span) => span.from <= ms && ms < span.until
  return (ms) => {
    if (holds(ms)(last)) return last.offset
    const known = spans.find(holds(ms))
    last = known ?? readSpan(name, ms)
    if (!known) spans.push(last)
    return last.offset
  }
}

function readSpan(name: string, ms: number): Span {
  const at = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(name)
  const zoned = at(Math.floor(ms))
  return {
    // A transition at this very time begins the span, and "previous" leaves out the time itself.
    from: at(Math.floor(ms) + 1).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: zoned.offsetNanoseconds / 1_000_000,
  }
}
