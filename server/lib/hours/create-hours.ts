import type { BusinessHours } from '#shared/business-hours.ts'
import { findEdge } from './find-edge.ts'
import { periodsOn } from './periods-on.ts'

/** A time that a business is open, in milliseconds since 1970; `to` is the first moment after it. */
type Span = { from: number; to: number }

/** Computes with the times that a business is open. Times are milliseconds since 1970, durations milliseconds. */
type Hours = {
  isOpenAt: (at: number) => boolean
  /** Returns the times between two times that the business is open, in their order; none overlaps another. */
  spansBetween: (from: number, to: number) => Span[]
  /** Returns how long the business is open between two times. */
  between: (from: number, to: number) => number
  /**
   * Returns when the business has been open for `duration` since `from`: the closing time where the duration ends with it;
   * undefined if it does not open in 400 days.
   */
  after: (from: number, duration: number) => number | undefined
  /** Returns the next time at which the business opens, `at` itself if it is open; undefined if there is none in 400 days. */
  nextOpening: (at: number) => number | undefined
  /** Returns the end of the period in which the business is open at `at`; undefined if it is closed. Another one may begin then. */
  periodEnd: (at: number) => number | undefined
}

/** The number of days after which a business that has not opened is regarded as closed for good. */
const CLOSED_DAYS = 400

/** Days whose spans are kept. */
const KEPT_DAYS = 1_000

/** Creates the functions for the hours of one business. Each day's spans are computed once. */
export function createHours(hours: BusinessHours): Hours {
  const kept = new Map<string, Span[]>()

  function dateAt(at: number): Temporal.PlainDate {
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
      .toZonedDateTimeISO(hours.time_zone)
      .toPlainDate()
  }

  function spansOn(date: Temporal.PlainDate): Span[] {
    const key = date.toString()
    const known = kept.get(key)
    if (known) return known
    const spans = periodsOn(hours, date)
      .map(([from, to]) => ({
        from: findEdge(date, from, hours.time_zone, 'opening'),
        to: findEdge(to > from ? date : date.add({ days: 1 }), to, hours.time_zone, 'closing'),
      }))
      .filter(({ from, to }) => to > from)
    if (kept.size >= KEPT_DAYS) kept.clear()
    kept.set(key, spans)
    return spans
  }

  /** Yields the times after `at` that the business is open, in their order. Periods of neighbouring days can overlap. */
  function* spansSince(at: number): Generator<Span> {
    let date = dateAt(at).subtract({ days: 1 })
    let seen = at
    for (let closedDays = 0; closedDays <= CLOSED_DAYS + 1; closedDays++) {
      for (const { from, to } of spansOn(date)) {
        if (to <= seen) continue
        yield { from: Math.max(from, seen), to }
        seen = to
        closedDays = 0
      }
      date = date.add({ days: 1 })
    }
  }

  function* spansUntil(from: number, to: number): Generator<Span> {
    for (const span of spansSince(from)) {
      if (span.from >= to) return
      yield { from: span.from, to: Math.min(span.to, to) }
    }
  }

  return {
    isOpenAt: (at) => firstSpan(spansSince(at))?.from === at,
    spansBetween: (from, to) => [...spansUntil(from, to)],
    between(from, to) {
      let open = 0
      for (const span of spansUntil(from, to)) open += span.to - span.from
      return open
    },
    after(from, duration) {
      let left = duration
      for (const span of spansSince(from)) {
        const length = span.to - span.from
        if (left <= length) return span.from + left
        left -= length
      }
      return undefined
    },
    nextOpening: (at) => firstSpan(spansSince(at))?.from,
    periodEnd(at) {
      const span = firstSpan(spansSince(at))
      return span?.from === at ? span.to : undefined
    },
  }
}

function firstSpan(spans: Generator<Span>): Span | undefined {
  const { value } = spans.next()
  return value ?? undefined
}
