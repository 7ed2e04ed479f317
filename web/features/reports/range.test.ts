import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay, toRange } from './range.ts'
import { readSearch } from './search.ts'
import { secondTicks } from './ticks.ts'

const now = new Date(2026, 2, 15, 23, 30)

test('a named period ends today and includes its first day', () => {
  const days = (period: 'today' | 'week' | 'month') => {
    const { from, to } = toRange({ period }, now)
    return [from, to]
  }
  assert.deepEqual(days('today'), ['2026-03-15', '2026-03-15'])
  assert.deepEqual(days('week'), ['2026-03-09', '2026-03-15'])
  assert.deepEqual(days('month'), ['2026-02-14', '2026-03-15'])
})

test('calendar months have their own ends', () => {
  const last = toRange({ period: 'last-month' }, now)
  assert.deepEqual([last.from, last.to], ['2026-02-01', '2026-02-28'])
  assert.equal(toRange({ period: 'this-month' }, now).from, '2026-03-01')
})

test('the ends of a custom period are put in order, and a missing start is 29 days before the end', () => {
  const swapped = toRange({ period: 'custom', from: '2026-03-10', to: '2026-03-01' }, now)
  assert.deepEqual([swapped.from, swapped.to], ['2026-03-01', '2026-03-10'])
  assert.equal(toRange({ period: 'custom', to: '2026-03-30' }, now).from, '2026-03-01')
})

test('the buckets suit the length of the period', () => {
  assert.equal(toRange({ period: 'today' }, now).bucket, 'hour')
  assert.equal(toRange({ period: 'quarter' }, now).bucket, 'day')
  assert.equal(toRange({ period: 'year' }, now).bucket, 'week')
  assert.equal(toRange({ period: 'year', bucket: 'hour' }, now).bucket, 'week')
  assert.equal(toRange({ period: 'week', bucket: 'week' }, now).bucket, 'week')
  assert.deepEqual(toRange({ period: 'today' }, now).choices, ['hour', 'day'])
})

test('a day is moved across the ends of months', () => {
  assert.equal(toDay(new Date(2026, 2, 1), -1), '2026-02-28')
  assert.equal(toDay(new Date(2026, 11, 31), 1), '2027-01-01')
})

test('the address of a report keeps only what the page knows', () => {
  const id = '01890000-0000-7000-8000-000000000001'
  const search = { report: 'leads', period: 'never', from: '2026-3-1', channel: id, member: 'x' }
  assert.deepEqual(readSearch(search), { report: 'leads', channel: id })
})

test('an axis of seconds has at most five steps of a round length', () => {
  assert.deepEqual(secondTicks(4), [0, 1, 2, 3, 4])
  assert.deepEqual(secondTicks(100), [0, 30, 60, 90, 120])
  for (const max of [0, 1, 59, 3_601, 1e9]) assert.ok(secondTicks(max).length <= 7, String(max))
})
