import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bucketBounds } from './bucket-bounds.ts'
import type { BucketSize } from '#shared/reports.ts'
import { readTimeZone } from './time-zone.ts'
import { localTime } from './local-time.ts'

/** Returns the bounds in the time zone, between two times in UTC. */
function bounds(size: BucketSize, name: string, since: string, until: string): string[] {
  const zone = readTimeZone(name)
  const range = { since: Date.parse(since), until: Date.parse(until) }
  return bucketBounds(size, zone, range).map((ms) => localTime(zone, new Date(ms)))
}

describe('days', () => {
  test('have 23 hours when clocks go forward and 25 when they go back', () => {
    assert.deepEqual(bounds('day', 'Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z'), [
      '2026-03-28T00:00:00+01:00',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
      '2026-03-31T00:00:00+02:00',
    ])
    const zone = readTimeZone('Europe/Berlin')
    const range = {
      since: Date.parse('2026-10-24T22:00Z'),
      until: Date.parse('2026-10-26T23:00Z'),
    }
    const [start, end] = bucketBounds('day', zone, range)
    assert.equal(end! - start!, 25 * 3_600_000)
  })

  test('start at half past or quarter to in zones with such offsets', () => {
    assert.deepEqual(bounds('day', 'Asia/Kolkata', '2026-01-01T18:30Z', '2026-01-03T00:00Z'), [
      '2026-01-02T00:00:00+05:30',
      '2026-01-03T00:00:00+05:30',
      '2026-01-03T05:30:00+05:30',
    ])
    assert.deepEqual(bounds('day', 'Asia/Kathmandu', '2026-01-01T00:00Z', '2026-01-01T20:00Z'), [
      '2026-01-01T05:45:00+05:45',
      '2026-01-02T00:00:00+05:45',
      '2026-01-02T01:45:00+05:45',
    ])
  })

  test('start with their first moment if midnight is skipped, and with the first midnight if it occurs twice', () => {
    // Egypt skips the hour from midnight in spring; Cuba repeats it in autumn.
    assert.deepEqual(
      bounds('day', 'Africa/Cairo', '2026-04-23T12:00Z', '2026-04-24T12:00Z').slice(1, -1),
      ['2026-04-24T01:00:00+03:00'],
    )
    assert.deepEqual(
      bounds('day', 'America/Havana', '2026-10-31T12:00Z', '2026-11-02T12:00Z').slice(1, -1),
      ['2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00'],
    )
  })

  test('continue after a day that a country skipped', () => {
    assert.deepEqual(
      bounds('day', 'Pacific/Apia', '2011-12-29T00:00Z', '2011-12-31T12:00Z').slice(1, -1),
      ['2011-12-29T00:00:00-10:00', '2011-12-31T00:00:00+14:00', '2012-01-01T00:00:00+14:00'],
    )
  })
})

describe('hours', () => {
  test('that occur twice are two buckets, and a skipped one is none', () => {
    assert.deepEqual(bounds('hour', 'Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T02:00Z'), [
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ])
    assert.deepEqual(bounds('hour', 'Europe/Berlin', '2026-03-29T00:00Z', '2026-03-29T02:00Z'), [
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ])
  })

  test('are split if clocks change by half an hour', () => {
    assert.deepEqual(
      bounds('hour', 'Australia/Lord_Howe', '2026-04-04T14:00Z', '2026-04-04T16:30Z'),
      [
        '2026-04-05T01:00:00+11:00',
        '2026-04-05T01:30:00+10:30',
        '2026-04-05T02:00:00+10:30',
        '2026-04-05T03:00:00+10:30',
      ],
    )
  })

  test('follow the clocks of the zone', () => {
    assert.deepEqual(bounds('hour', 'Asia/Kolkata', '2026-01-01T00:10Z', '2026-01-01T02:00Z'), [
      '2026-01-01T05:40:00+05:30',
      '2026-01-01T06:00:00+05:30',
      '2026-01-01T07:00:00+05:30',
      '2026-01-01T07:30:00+05:30',
    ])
    assert.deepEqual(bounds('hour', '+05:30', '2026-01-01T00:30Z', '2026-01-01T01:30Z'), [
      '2026-01-01T06:00:00+05:30',
      '2026-01-01T07:00:00+05:30',
    ])
  })
})

test('weeks start on Monday, also before 1970 and when clocks change', () => {
  assert.deepEqual(bounds('week', 'Europe/Berlin', '2026-03-25T00:00Z', '2026-04-07T00:00Z'), [
    '2026-03-25T01:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    '2026-04-06T00:00:00+02:00',
    '2026-04-07T02:00:00+02:00',
  ])
  assert.deepEqual(bounds('week', 'UTC', '1969-12-24T00:00Z', '1970-01-01T00:00Z').slice(1, -1), [
    '1969-12-29T00:00:00+00:00',
  ])
})

test('buckets have no gaps, in any time zone', () => {
  const year = { since: Date.parse('2025-12-25T03:17Z'), until: Date.parse('2027-01-09T09:41Z') }
  const months = Array.from({ length: 13 }, (_, month) => Date.UTC(2026, month, 15))
  const rules = Map.groupBy(Intl.supportedValuesOf('timeZone').map(readTimeZone), (zone) =>
    months.map((ms) => zone.offsetAt(ms)).join(),
  )
  for (const zone of [...rules.values()].map(([first]) => first!)) {
    for (const size of ['day', 'week'] as const) {
      const found = bucketBounds(size, zone, year)
      assert.deepEqual([found[0], found.at(-1)], [year.since, year.until])
      assert.ok(
        found.every((ms, index) => index === 0 || ms > found[index - 1]!),
        zone.name,
      )
      const days = found.length - 1
      assert.ok(
        size === 'day' ? days === 381 || days === 382 : days === 55 || days === 56,
        zone.name,
      )
    }
  }
})

test('months start on their first day, also in zones with clock changes', () => {
  assert.deepEqual(bounds('month', 'Europe/Berlin', '2026-01-15T00:00Z', '2026-05-02T00:00Z'), [
    '2026-01-15T01:00:00+01:00',
    '2026-02-01T00:00:00+01:00',
    '2026-03-01T00:00:00+01:00',
    '2026-04-01T00:00:00+02:00',
    '2026-05-01T00:00:00+02:00',
    '2026-05-02T02:00:00+02:00',
  ])
})
