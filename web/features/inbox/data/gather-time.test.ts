import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatherTime } from './gather-time.ts'

test('a few events are rendered at once, and those of a burst together', () => {
  const gatherMs = createGatherTime()
  const times = Array.from({ length: 10 }, (_, index) => 1_000 + index)
  assert.deepEqual(times.map(gatherMs), [0, 0, 0, 0, 0, 0, 12, 12, 12, 12])
  assert.equal(gatherMs(1_049), 12)
  assert.equal(gatherMs(1_050), 0)
})

test('events that come one after another never wait', () => {
  const gatherMs = createGatherTime()
  for (let now = 0; now < 1_000; now += 10) assert.equal(gatherMs(now), 0)
})
