import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextSending } from './next-sending.ts'
import { periodBefore } from './period-before.ts'

const berlin = { time_zone: 'Europe/Berlin', hour: 8, on_day: null }
const next = (times: Parameters<typeof nextSending>[0], after: string) =>
  nextSending(times, new Date(after)).toISOString()

describe('the time at which a scheduled report is sent', () => {
  test('is later than now: on the same day, or on the next one', () => {
    const daily = { ...berlin, every: 'day' } as const
    assert.equal(next(daily, '2026-03-10T06:59:59Z'), '2026-03-10T07:00:00.000Z')
    assert.equal(next(daily, '2026-03-10T07:00:00Z'), '2026-03-11T07:00:00.000Z')
  })

  test('is on its day of the week or of the month', () => {
    const weekly = { ...berlin, every: 'week', on_day: 1 } as const
    assert.equal(next(weekly, '2026-03-10T12:00:00Z'), '2026-03-16T07:00:00.000Z')
    assert.equal(next(weekly, '2026-03-16T07:00:00Z'), '2026-03-23T07:00:00.000Z')
    const monthly = { ...berlin, every: 'month', on_day: 28 } as const
    assert.equal(next(monthly, '2026-01-28T07:00:00Z'), '2026-02-28T07:00:00.000Z')
    assert.equal(next(monthly, '2026-12-28T08:00:00Z'), '2027-01-28T07:00:00.000Z')
    const first = { ...berlin, every: 'month', on_day: 1 } as const
    assert.equal(next(first, '2026-07-01T06:00:00Z'), '2026-08-01T06:00:00.000Z')
  })

  test('follows a change of clocks, also in the hour that does not exist or exists twice', () => {
    const daily = { ...berlin, every: 'day' } as const
    assert.equal(next(daily, '2026-03-28T07:00:00Z'), '2026-03-29T06:00:00.000Z')
    const night = { ...daily, hour: 2 } as const
    assert.equal(next(night, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z')
    assert.equal(next(night, '2026-10-24T12:00:00Z'), '2026-10-25T00:00:00.000Z')
    assert.equal(next(night, '2026-10-25T00:00:00Z'), '2026-10-26T01:00:00.000Z')
  })
})

test('the period of a scheduled report ends on the day before, in its zone', () => {
  const at = new Date('2026-03-01T18:35:00Z')
  const kolkata = (period: Parameters<typeof periodBefore>[0]) =>
    periodBefore(period, at, 'Asia/Kolkata')
  assert.deepEqual(kolkata('yesterday'), { from: '2026-03-01', to: '2026-03-01' })
  assert.deepEqual(kolkata('week'), { from: '2026-02-23', to: '2026-03-01' })
  assert.deepEqual(kolkata('last-month'), { from: '2026-02-01', to: '2026-02-28' })
  assert.deepEqual(periodBefore('month', at, 'UTC'), { from: '2026-01-30', to: '2026-02-28' })
})
