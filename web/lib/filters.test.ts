import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickText, toPeriodQuery } from './filters.ts'
import { readUrlFilters } from './use-url-filters.ts'

test('only known parameters that hold text are read from the URL', () => {
  const read = pickText('status', 'type')
  assert.deepEqual(read({ status: 'failed', type: '', other: 'x' }), { status: 'failed' })
  assert.deepEqual(read({ status: 1, type: ['a'] }), {})
})

test('numbers and booleans of the URL become the text they were written as', () => {
  const read = readUrlFilters(['q', 'overdue', 'status'])
  assert.deepEqual(read({ q: 42, overdue: true, status: null, other: 'x' }), {
    q: '42',
    overdue: 'true',
  })
})

test('a named period becomes its start, a custom one keeps its ends', () => {
  const since = '2026-03-01T00:00:00.000Z'
  assert.deepEqual(toPeriodQuery({ period: 'custom', since }), { since, until: undefined })
  assert.deepEqual(toPeriodQuery({}), {})
  assert.deepEqual(toPeriodQuery({ period: 'unknown' }), {})
  const dayAgo = Date.parse(toPeriodQuery({ period: '24h' }).since ?? '')
  assert.ok(Math.abs(Date.now() - 86_400_000 - dayAgo) < 60_000)
})
