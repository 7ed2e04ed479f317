import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sinceFirst } from './since-first.ts'
import { countTicks, secondTicks } from './ticks.ts'

test('an axis starts at 0, has round values and at most four steps', () => {
  assert.deepEqual(countTicks(0), [0, 1])
  assert.deepEqual(countTicks(3), [0, 1, 2, 3])
  assert.deepEqual(countTicks(5), [0, 2, 4, 6])
  assert.deepEqual(countTicks(37), [0, 10, 20, 30, 40])
  assert.deepEqual(countTicks(9_001), [0, 5_000, 10_000])
  for (let max = 1; max < 5_000; max += 7) {
    const ticks = countTicks(max)
    assert.ok(ticks.length <= 5 && ticks.at(-1)! >= max, String(max))
  }
  assert.deepEqual(secondTicks(200), [0, 60, 120, 180, 240])
  assert.deepEqual(secondTicks(0), [0, 1])
})

test('a plot starts at the first bucket with data, and shows at least seven', () => {
  const days = Array.from({ length: 30 }, (_, day) => ({ day, count: day >= 12 ? 1 : 0 }))
  const from = (first: number) => sinceFirst(days, ({ day }) => day >= first)[0]!.day
  assert.equal(from(12), 12)
  assert.equal(from(29), 23)
  assert.equal(from(0), 0)
  assert.equal(sinceFirst(days.slice(0, 3), () => true).length, 3)
  assert.equal(sinceFirst(days, () => false).length, 30)
})
