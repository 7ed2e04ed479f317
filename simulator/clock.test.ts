import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from './clock.ts'

const HOUR_MS = 60 * 60 * 1000

test('advancing the clock runs what has become due, in the order of the times', () => {
  const clock = createClock()
  const ran: string[] = []
  clock.in(3 * HOUR_MS, () => ran.push('third'))
  clock.in(HOUR_MS, () => ran.push('first'))
  const cancelled = clock.in(HOUR_MS, () => ran.push('never'))
  clock.in(2 * HOUR_MS, () => ran.push('second'))
  clock.cancel(cancelled)
  clock.advance(2 * HOUR_MS)
  assert.deepEqual(ran, ['first', 'second'])
  clock.advance(HOUR_MS)
  assert.deepEqual(ran, ['first', 'second', 'third'])
  assert.equal(clock.offsetMs(), 3 * HOUR_MS)
  clock.clear()
  assert.equal(clock.offsetMs(), 0)
})

test('a job that a job cancels does not run, however due', () => {
  const clock = createClock()
  const ran: string[] = []
  const second = clock.in(2 * HOUR_MS, () => ran.push('second'))
  clock.in(HOUR_MS, () => clock.cancel(second))
  clock.advance(3 * HOUR_MS)
  assert.deepEqual(ran, [])
  clock.clear()
})

test('a job runs by itself when its time has come', async () => {
  const clock = createClock()
  await new Promise<void>((resolve) => void clock.in(5, resolve))
  clock.in(2 ** 40, () => assert.fail('much too early'))
  clock.clear()
})
