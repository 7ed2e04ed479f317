import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import {
  limitWait,
  OutOfTimeError,
  TimeBudget,
  withinActiveMs,
  withinActiveMsEach,
  withinMs,
  withTimeBudget,
} from './time-budget.ts'

/** Waits for something that never comes. */
function waitInVain(maxMs = Infinity): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>()
  return limitWait(promise, maxMs, () => reject(new OutOfTimeError()))
}

test('a wait ends with the budget of its caller, or at its own limit', async () => {
  await assert.rejects(withinMs(300, waitInVain), OutOfTimeError)
  await assert.rejects(waitInVain(10), OutOfTimeError)
  const startedAt = performance.now()
  await assert.rejects(withTimeBudget(undefined, () => withinMs(60_000, () => waitInVain(10))))
  assert.ok(performance.now() - startedAt < 30_000)
})

test('a budget is used up by all waits together, and waits at the same time count once', async () => {
  const budget = new TimeBudget(60_000)
  await withTimeBudget(budget, async () => {
    const waits = [1, 2, 3].map(() => waitInVain(100).catch(() => undefined))
    await Promise.all(waits)
  })
  const used = 60_000 - budget.leftMs
  assert.ok(used >= 99, String(used))
  const left = budget.leftMs
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(budget.leftMs, left, 'time without a wait does not count')
})

test('a budget for each statement is not used up by several, and does not limit a wait for several', async () => {
  await withinActiveMsEach(150, async () => {
    for (const count of [1, 2, 3])
      await assert.rejects(waitInVain(100), OutOfTimeError, String(count))
    await assert.rejects(waitInVain(60_000), OutOfTimeError)
    const isOver = await Promise.race([
      waitInVain().then(() => true),
      new Promise((resolve) => setTimeout(resolve, 500, false)),
    ])
    assert.equal(isOver, false)
  })
})

test('a budget that is lifted limits nothing', () => {
  let isLifted = false
  const budget = new TimeBudget(10, { isLifted: () => isLifted })
  assert.equal(budget.leftMs, 10)
  isLifted = true
  assert.equal(budget.leftMs, Infinity)
})

test('a process that was paused reads the responses that have arrived before it counts them as late', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = (await once(server, 'connection')) as [Socket]
  const arriving = once(client, 'data')
  let isLate = false
  const waiting = limitWait(arriving, 50, () => {
    isLate = true
  })
  peer.write('response')
  const until = performance.now() + 100
  while (performance.now() < until);
  await waiting
  assert.equal(isLate, false)
  client.destroy()
  peer.destroy()
  server.close()
})

test('waits that are over keep nothing in memory until the next full garbage collection', async () => {
  const oldSpaceBytes = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size
  const open: { end: () => void; waiting: Promise<void> }[] = []
  const before = oldSpaceBytes()
  for (let count = 0; count < 20_000; count++) {
    const held = Array.from({ length: 1_000 }, () => count)
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = limitWait(promise, 60_000, () => assert.fail(`${held.length}`))
    open.push({ end: resolve, waiting })
    if (open.length <= 64) continue
    const { end, waiting: ended } = open.shift()!
    end()
    await ended
  }
  const grown = oldSpaceBytes() - before
  for (const { end } of open) end()
  // All that the waits held is 160 MB.
  assert.ok(grown < 16_000_000, `${grown} bytes`)
})

test('a pause extends the waits of work that nobody waits for, and no others', async () => {
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  for (const [within, isExtended] of [
    [withinMs, false],
    [withinActiveMs, true],
  ] as const) {
    const startedAt = performance.now()
    const waiting = within(300, waitInVain)
    pause()
    await assert.rejects(waiting, OutOfTimeError)
    const waitedMs = performance.now() - startedAt
    // The wait notices a pause of 350 ms at least.
    if (isExtended) assert.ok(waitedMs >= 640, `${waitedMs} ms`)
  }
  const budget = new TimeBudget(60_000, { isPatient: true })
  await withTimeBudget(budget, async () => {
    const waiting = limitWait(
      new Promise<void>((resolve) => setImmediate(resolve)),
      60_000,
      () => {},
    )
    pause()
    await waiting
  })
  assert.ok(budget.leftMs > 60_000 - 300, `${budget.leftMs} ms are left`)
})
