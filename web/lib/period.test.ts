import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPeriodQuery } from './period.ts'

test('a named period becomes its start, a custom one keeps its ends', () => {
  const since = '2026-03-01T00:00:00.000Z'
  assert.deepEqual(toPeriodQuery({ period: 'custom', since }), { since, until: undefined })
  assert.deepEqual(toPeriodQuery({}), {})
  assert.deepEqual(toPeriodQuery({ period: 'unknown' }), {})
  const dayAgo = Date.parse(toPeriodQuery({ period: '24h' }).since ?? '')
  assert.ok(Math.abs(Date.now() - 86_400_000 - dayAgo) < 60_000)
})
