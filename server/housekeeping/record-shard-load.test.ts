import assert from 'node:assert/strict'
import { test } from 'node:test'
import { averageLoad } from './record-shard-load.ts'

const HOUR = 3_600_000
const start = new Date('2026-05-01T06:00:00Z')
const after = (ms: number, activeMs: number) => ({
  measured_at: new Date(start.getTime() + ms),
  active_ms: activeMs,
})

test('a load is the part of the time in which PostgreSQL executes statements, averaged over hours', () => {
  const first = { ...after(0, 5_000), busy: averageLoad(undefined, after(0, 5_000)) }
  assert.equal(first.busy, null)
  assert.equal(averageLoad(first, after(300_000, 155_000)), 0.5)
  const known = { ...after(0, 0), busy: 0.5 }
  const soon = averageLoad(known, after(HOUR / 12, HOUR / 12))!
  assert.ok(soon > 0.5 && soon < 0.51, 'five busy minutes change it little')
  const later = averageLoad(known, after(24 * HOUR, 24 * HOUR))!
  assert.ok(later > 0.98 && later < 1, 'a busy day replaces it')
})

test('a load stays as it is when PostgreSQL counts from zero again', () => {
  assert.equal(averageLoad({ ...after(0, 9_000), busy: 0.4 }, after(300_000, 100)), 0.4)
})
