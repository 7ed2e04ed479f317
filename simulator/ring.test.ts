import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRing } from './ring.ts'

test('a ring drops the oldest when it holds too many items', () => {
  const ring = createRing<number>(3)
  for (const n of [1, 2, 3, 4, 5]) ring.add(String(n), n)
  assert.deepEqual(ring.newest(10), [5, 4, 3])
  assert.deepEqual(ring.newest(2), [5, 4])
  assert.equal(ring.get('1'), undefined)
})

test('a ring drops the oldest when it holds too many bytes', () => {
  const ring = createRing<string>(100, 10)
  ring.add('a', 'a', 6)
  ring.add('b', 'b', 4)
  ring.add('c', 'c', 5)
  assert.deepEqual(ring.newest(10), ['c', 'b'])
  ring.add('d', 'd', 11)
  assert.deepEqual(ring.newest(10), [])
})

test('an item set again is counted once and is the newest', () => {
  const ring = createRing<string>(2, 10)
  ring.add('a', 'first', 5)
  ring.add('b', 'b', 5)
  ring.add('a', 'second', 5)
  assert.deepEqual(ring.newest(10), ['second', 'b'])
})
