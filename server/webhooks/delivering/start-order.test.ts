import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createStartOrder } from './start-order.ts'
import type { Starter } from './start-order.ts'

/** An order whose event loop and clock stand still until the test moves them. */
function openOrder() {
  let now = 0
  let turns: (() => void)[] = []
  let timers: { at: number; run: () => void }[] = []
  const order = createStartOrder({
    now: () => now,
    nextTurn: (run) => turns.push(run),
    after: (ms, run) => timers.push({ at: now + ms, run }),
  })
  const log: string[] = []

  /** A turn of an endpoint that starts `count` attempts as soon as it may, and writes `name` for each. */
  function want(name: string, options: { workspaceId?: string; isSlow?: boolean; count?: number }) {
    const { workspaceId = 'one', isSlow = false, count = 1 } = options
    let left = count
    const starter: Starter = {
      workspaceId,
      isWaiting: false,
      isGranted: false,
      wanted: 0,
      wake: start,
    }
    function start() {
      while (left > 0 && order.mayStart(starter, left, isSlow)) {
        log.push(name)
        left--
      }
    }
    start()
  }

  return {
    want,
    /** Returns what started since the last call. */
    started: () => log.splice(0),
    /** Runs the next turn of the event loop, and timers that are due after `ms`. */
    turn: (ms = 0) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
      const next = turns
      turns = []
      for (const run of next) run()
    },
  }
}

describe('attempts', () => {
  test('start at once, but only a few in one turn of the event loop', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 10; index++) want(`${index}`, {})
    assert.deepEqual(started(), ['0', '1', '2', '3'])
    turn()
    assert.deepEqual(started(), ['4', '5', '6', '7'])
    turn()
    assert.deepEqual(started(), ['8', '9'])
    turn()
    want('a', {})
    assert.deepEqual(started(), ['a'])
  })

  test('of a workspace wait for no backlog of another one', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 100; index++) want('flood', { workspaceId: 'other', count: 50 })
    want('healthy', {})
    started()
    turn()
    assert.deepEqual(started(), ['flood', 'healthy', 'flood', 'flood'])
  })

  test('of slow endpoints start one after the other, and delay no others', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 3; index++) want('slow', { isSlow: true })
    assert.deepEqual(started(), ['slow'])
    turn(1)
    want('healthy', {})
    assert.deepEqual(started(), ['healthy'])
    turn(1)
    assert.deepEqual(started(), ['slow'])
    turn(2)
    assert.deepEqual(started(), ['slow'])
    turn(2)
    want('slow', { isSlow: true })
    assert.deepEqual(started(), ['slow'])
  })

  test('of slow endpoints are spread over a quarter of a second', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 300; index++) want('slow', { isSlow: true })
    let turns = 0
    let count = started().length
    for (; count < 300; turns++) {
      turn(2)
      const { length } = started()
      assert.ok(length <= 4, `${length} started in one turn of the event loop`)
      count += length
    }
    assert.ok(turns >= 75 && turns <= 125, `the last one started after ${turns * 2} ms`)
  })

  test('of a few slow endpoints with many deliveries are spread over a quarter of a second too', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 15; index++) want('slow', { isSlow: true, count: 20 })
    let turns = 0
    for (let count = started().length; count < 300; turns++) {
      turn(2)
      count += started().length
    }
    assert.ok(turns >= 75 && turns <= 125, `the last one started after ${turns * 2} ms`)
  })

  test('start although turns that waited before them have ended', () => {
    const { want, started, turn } = openOrder()
    for (let index = 0; index < 4; index++) want('first', {})
    want('none', { count: 0 })
    want('last', { isSlow: true })
    assert.deepEqual(started(), ['first', 'first', 'first', 'first'])
    for (let index = 0; index < 3; index++) turn(2)
    assert.deepEqual(started(), ['last'])
  })
})
