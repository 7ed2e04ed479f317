import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FAILURES_OF_A_TURN } from '../delivery-rate.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { isTurnOver, mayStart, nextPollAfter, nextStep, refillInMs } from './turn-state.ts'
import type { TurnState } from './turn-state.ts'

const options = { turnMs: 1_000, signal: { aborted: false } }

function queueOf(waiting: number) {
  const queue = createDeliveryQueue()
  const found = Array.from({ length: waiting }, (_, index) => ({
    id: String(index),
    eventId: '',
    eventType: '',
    body: '',
    attemptCount: 0,
    attemptsMax: 1,
    orderingKey: null,
    previousId: null,
    mayRelease: false,
  }))
  queue.add(found, queue.mark())
  return queue
}

/** Returns a quiet turn that started one attempt. */
function stateWith(changes: Partial<TurnState> = {}): TurnState {
  const state = {
    startedAt: 0,
    endpoint: { max_in_flight: 2 },
    queue: queueOf(0),
    inFlight: new Map(),
    recording: new Set(),
    isPolling: false,
    polledMax: 50,
    hasMore: true,
    startedCount: 1,
    wakeUps: { isPending: false },
    nextPollAt: 0,
    failuresInRow: 0,
    isEnded: false,
    failure: undefined,
  }
  return { ...state, ...changes } as TurnState
}

describe('the time of a turn', () => {
  test('is over after turnMs, or at once when the worker stops', () => {
    assert.equal(isTurnOver(stateWith(), options, 999), false)
    assert.equal(isTurnOver(stateWith(), options, 1_000), true)
    assert.equal(isTurnOver(stateWith(), { turnMs: 1_000, signal: { aborted: true } }, 0), true)
  })

  test('goes on while an attempt hangs, for six turns at most', () => {
    const hanging = stateWith({ inFlight: new Map([['a', 500]]) })
    assert.equal(isTurnOver(hanging, options, 1_000), false)
    assert.equal(isTurnOver(hanging, options, 6_000), true)
    const young = stateWith({ inFlight: new Map([['a', 900]]) })
    assert.equal(isTurnOver(young, options, 1_000), true)
  })
})

describe('another attempt may start', () => {
  test('within the time of the turn, and the first one always', () => {
    assert.equal(mayStart(stateWith(), false), true)
    assert.equal(mayStart(stateWith(), true), false)
    assert.equal(mayStart(stateWith({ startedCount: 0 }), true), true)
  })

  test('not after the end, a failure of ours, or too many failed attempts in a row', () => {
    assert.equal(mayStart(stateWith({ isEnded: true }), false), false)
    assert.equal(mayStart(stateWith({ failure: { reason: 'x' } }), false), false)
    assert.equal(mayStart(stateWith({ failuresInRow: FAILURES_OF_A_TURN }), false), false)
  })

  test('not while a hundred results wait to be stored', () => {
    assert.equal(mayStart(stateWith({ queue: queueOf(101) }), false), true)
    assert.equal(mayStart(stateWith({ queue: queueOf(102) }), false), false)
  })
})

describe('the queue is refilled', () => {
  const woken = { isPending: true } as TurnState['wakeUps']

  test('when it runs low and a poll may find more', () => {
    assert.equal(refillInMs(stateWith(), true, 0), 0)
    assert.equal(refillInMs(stateWith(), false, 0), undefined)
    assert.equal(refillInMs(stateWith({ hasMore: false }), true, 0), undefined)
    assert.equal(refillInMs(stateWith({ isPolling: true }), true, 0), undefined)
    assert.equal(refillInMs(stateWith({ queue: queueOf(25) }), true, 0), undefined)
    assert.equal(refillInMs(stateWith({ queue: queueOf(5), polledMax: 10 }), true, 0), undefined)
    assert.equal(refillInMs(stateWith({ queue: queueOf(4), polledMax: 10 }), true, 0), 0)
  })

  test('after a wake-up, as soon as it has fewer than the endpoint takes at a time', () => {
    const state = { hasMore: false, wakeUps: woken }
    assert.equal(refillInMs(stateWith({ ...state, queue: queueOf(1) }), true, 0), 0)
    assert.equal(refillInMs(stateWith({ ...state, queue: queueOf(2) }), true, 0), undefined)
    assert.equal(refillInMs(stateWith({ ...state, nextPollAt: 5 }), true, 2), 3)
  })

  test('the later after the last poll, the more that found', () => {
    assert.deepEqual(
      [0, 1, 8, 50].map((count) => nextPollAfter(100, count)),
      [100, 101, 108, 110],
    )
  })
})

describe('the next step of a turn', () => {
  const now = { paceMs: 0, refillMs: undefined, areSlotsFew: false }

  test('waits for a change while an attempt or a poll is under way', () => {
    const busy = { waitMs: undefined, isIdle: false }
    const inFlight = new Map([['a', 0]])
    assert.deepEqual(nextStep(stateWith({ inFlight }), false, now), busy)
    assert.deepEqual(nextStep(stateWith({ isPolling: true }), true, now), busy)
  })

  test('waits for a short pause of the pace, and ends before a long one', () => {
    const state = stateWith({ queue: queueOf(1) })
    const step = nextStep(state, true, { ...now, paceMs: 250 })
    assert.deepEqual(step, { waitMs: 250, isIdle: false })
    assert.equal(nextStep(state, true, { ...now, paceMs: 251 }), 'end')
  })

  test('waits until a wake-up may cause a poll', () => {
    const inFlight = new Map([['a', 0]])
    const wait = { waitMs: 4, isIdle: false }
    assert.deepEqual(nextStep(stateWith(), true, { ...now, refillMs: 4 }), wait)
    assert.deepEqual(nextStep(stateWith({ inFlight }), true, { ...now, refillMs: 4 }), wait)
  })

  test('waits for a wake-up before an idle turn ends, unless it started nothing', () => {
    assert.deepEqual(nextStep(stateWith(), true, now), { waitMs: 100, isIdle: true })
    const few = nextStep(stateWith(), true, { ...now, areSlotsFew: true })
    assert.deepEqual(few, { waitMs: 10, isIdle: true })
    assert.equal(nextStep(stateWith({ startedCount: 0 }), true, now), 'end')
  })

  test('ends only after every result is stored', () => {
    const recording = new Set([Promise.resolve()])
    const wait = { waitMs: 100, isIdle: false }
    assert.deepEqual(nextStep(stateWith({ recording }), false, now), wait)
    assert.equal(nextStep(stateWith(), false, now), 'end')
  })
})
