import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitFieldFilter, writeFieldFilter } from './field-filters.ts'

test('a filter that is written is read as it was, whatever its texts contain', () => {
  const conditions = [
    { key: 'plan', values: ['Gold', 'Silver'] },
    { key: 'City, region: all', values: ['Pune; MH', 'a\\b', '18..30', 'हिन्दी'] },
  ]
  assert.deepEqual(splitFieldFilter(writeFieldFilter(conditions)), conditions)
  assert.equal(writeFieldFilter(conditions.slice(0, 1)), 'plan:Gold,Silver')
})

test('spaces around texts and empty conditions mean nothing', () => {
  assert.deepEqual(splitFieldFilter(' plan : Gold , Tin ; ; '), [
    { key: 'plan', values: ['Gold', 'Tin'] },
  ])
  assert.deepEqual(splitFieldFilter('plan'), [{ key: 'plan', values: [''] }])
})
