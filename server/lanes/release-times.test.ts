import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs, timesOf } from './release-times.ts'

const now = new Date('2026-03-20T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

test('a lane is due again when its work says, never in the past', () => {
  assert.deepEqual(timesOf(null, now), { dueInMs: null })
  assert.deepEqual(timesOf(later(500), now), { dueInMs: 500 })
  assert.deepEqual(timesOf(later(-500), now), { dueInMs: 0 })
})

test('a pause is kept apart from the due time', () => {
  const due = { dueAt: null, notBefore: later(2_000) }
  assert.deepEqual(timesOf(due, now), { dueInMs: null, pauseMs: 2_000 })
})

test('failing work waits twice as long each time, at most a minute', () => {
  assert.deepEqual([1, 2, 3, 7, 20].map(backoffMs), [1_000, 2_000, 4_000, 60_000, 60_000])
})
