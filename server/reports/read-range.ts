import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WithClock } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'
import { firstId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { readTime } from '#lib/read-time.ts'
import { BUCKET_MS, bucketBounds } from './bucket-bounds.ts'
import type { BucketSize } from '#shared/reports.ts'
import type { RangeQuery } from './schema.ts'
import { readTimeZone, startOfDay } from './time-zone.ts'
import type { TimeZone } from './time-zone.ts'

/**
 * The period of a report (`until` is excluded) and its buckets: bucket n lasts from `bounds[n]` to `bounds[n +
 * 1]`.
 */
export type Range = {
  since: Date
  until: Date
  zone: TimeZone
  size: BucketSize
  bounds: Date[]
}

/** The maximum number of buckets in a report. */
const BUCKETS_MAX = 1_200

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

/** An id is created when its row is written, at most this long before the time in the row. */
const SLACK_MS = 60_000

/**
 * Parses the period of a report. Defaults to the last thirty days until now, in UTC and by day.
 *
 * @throws {AppError} validation_failed
 */
export function readRange(scope: WithClock, input: RangeQuery): Range {
  const zone = readTimeZone(input.time_zone ?? 'UTC')
  const size = input.bucket ?? 'day'
  const until = input.to === undefined ? scope.clock.now() : readEdge(zone, input.to, 'to')
  const since =
    input.from === undefined
      ? new Date(until.getTime() - DEFAULT_DAYS * DAY_MS)
      : readEdge(zone, input.from, 'from')
  if (since >= until) throw invalidField('to', 'must be later than from')
  const length = until.getTime() - since.getTime()
  if (length / BUCKET_MS[size] > BUCKETS_MAX)
    throw invalidField(
      'bucket',
      `would result in more than ${BUCKETS_MAX} buckets; choose longer buckets or a shorter period`,
    )
  const range = { since: since.getTime(), until: until.getTime() }
  const bounds = bucketBounds(size, zone, range).map((ms) => new Date(ms))
  return { since, until, zone, size, bounds }
}

/** Returns, as SQL, the number (from 1) of the bucket that contains `time`. */
export function bucketOf(range: Range, time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`width_bucket(${time}, ${range.bounds}::timestamptz[])`
}

/**
 * Returns the smallest id of a row whose time is in the range. Rows that were written later have larger ids.
 */
export function firstIdOf(range: Range): string {
  return firstId(new Date(range.since.getTime() - SLACK_MS))
}

/** Returns every bucket with its figures from `rows`, by number from 1, or `none` if it has no row. */
export function fillBuckets<R extends { bucket: number }, T extends object>(
  range: Range,
  rows: R[],
  toFigures: (row: R | undefined) => T,
): ({ start: Date; end: Date } & T)[] {
  const byNumber = new Map(rows.map((row) => [row.bucket, row]))
  return range.bounds.slice(0, -1).map((start, index) => ({
    start,
    end: itemAt(range.bounds, index + 1),
    ...toFigures(byNumber.get(index + 1)),
  }))
}

/** Returns the fields of the period that every report contains. */
export function describeRange(range: Range) {
  const { since, until, zone, size } = range
  return { from: since, to: until, time_zone: zone.name, bucket: size }
}

function readEdge(zone: TimeZone, text: string, field: 'from' | 'to'): Date {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return readTime(text, field)
  const date = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(date) || new Date(date).toISOString().slice(0, 10) !== text)
    throw invalidField(field, 'must be a valid date')
  return new Date(startOfDay(zone, field === 'to' ? date + DAY_MS : date))
}
