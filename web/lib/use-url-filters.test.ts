import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUrlFilters } from './use-url-filters.ts'

test('only known parameters that hold text are read from the URL', () => {
  const read = readUrlFilters(['status', 'type'])
  assert.deepEqual(read({ status: 'failed', type: '', other: 'x' }), { status: 'failed' })
  assert.deepEqual(read({ status: null, type: ['a'] }), {})
})

test('numbers and booleans of the URL become the text they were written as', () => {
  const read = readUrlFilters(['q', 'overdue', 'status'])
  assert.deepEqual(read({ q: 42, overdue: true, status: null, other: 'x' }), {
    q: '42',
    overdue: 'true',
  })
})
