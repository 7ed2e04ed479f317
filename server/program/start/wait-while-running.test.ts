import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitWhileRunning } from './wait-while-running.ts'

test('a pause of the process does not end its drain', async () => {
  const order: string[] = []
  const drained = waitWhileRunning(200, new AbortController().signal).then(() =>
    order.push('drained'),
  )
  // The process does nothing for longer than the whole drain. What has arrived meanwhile is read in the next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise<void>((resolve) => setImmediate(resolve))
  order.push('read')
  await drained
  assert.deepEqual(order, ['read', 'drained'])
})

test('a drain ends when it is asked to', async () => {
  const hurrying = new AbortController()
  const drained = waitWhileRunning(600_000, hurrying.signal)
  hurrying.abort()
  await drained
})
