import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeaders } from './read-headers.ts'

test('lines set headers, a name alone keeps its value, and a missing line removes it', () => {
  const text = 'X-Api-Key: a:b \n\nx-kept\nX-New:1'
  const changes = { 'X-Api-Key': 'a:b', 'X-New': '1', 'X-Gone': null }
  assert.deepEqual(readHeaders(text, ['X-Kept', 'X-Gone']), changes)
})

test('unchanged lines change nothing, and a new name needs a value', () => {
  assert.equal(readHeaders('', []), undefined)
  assert.equal(readHeaders('X-Kept\n', ['X-Kept']), undefined)
  assert.deepEqual(readHeaders('X-New', []), { 'X-New': '' })
})
