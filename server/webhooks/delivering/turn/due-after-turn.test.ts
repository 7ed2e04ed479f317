import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES_OF_A_TURN, restMs } from '../delivery-rate.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { dueAfterTurn } from './due-after-turn.ts'
import type { TurnState } from './turn-state.ts'

const now = new Date('2026-03-20T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

function stateWith(changes: Partial<TurnState> = {}): TurnState {
  const state = {
    isEnded: false,
    hasMore: false,
    wakeUps: { isPending: false },
    queue: createDeliveryQueue(),
    nextRetryAt: null,
    retryTimes: [],
    failuresInRow: 0,
    endpoint: { failing_since: null },
  }
  return { ...state, ...changes } as unknown as TurnState
}

const failingSince = (failing_since: Date) => ({ failing_since }) as TurnState['endpoint']

test('an endpoint without pending deliveries is not due', () => {
  assert.equal(dueAfterTurn(stateWith(), now, 0), null)
  assert.equal(dueAfterTurn(stateWith({ isEnded: true, hasMore: true }), now, 0), null)
})

test('an endpoint with more deliveries, or with a wake-up that caused no poll, is due at once', () => {
  assert.deepEqual(dueAfterTurn(stateWith({ hasMore: true }), now, 0), now)
  const wakeUps = { isPending: true } as TurnState['wakeUps']
  assert.deepEqual(dueAfterTurn(stateWith({ wakeUps }), now, 0), now)
})

test('an endpoint is due at its earliest retry', () => {
  const state = stateWith({ nextRetryAt: later(5_000), retryTimes: [later(9_000), later(3_000)] })
  assert.deepEqual(dueAfterTurn(state, now, 0), later(3_000))
})

test('the pace of an endpoint holds against wake-ups', () => {
  const due = dueAfterTurn(stateWith({ hasMore: true }), now, 400)
  assert.deepEqual(due, { dueAt: now, notBefore: later(400) })
})

test('an endpoint that fails pauses longer than its pace asks', () => {
  const since = later(-120_000)
  const state = stateWith({ hasMore: true, failuresInRow: 1, endpoint: failingSince(since) })
  const notBefore = later(restMs(since, now))
  assert.deepEqual(dueAfterTurn(state, now, 100), { dueAt: now, notBefore })
  const first = stateWith({ hasMore: true, failuresInRow: FAILURES_OF_A_TURN })
  assert.deepEqual(dueAfterTurn(first, now, 0), { dueAt: now, notBefore: later(restMs(now, now)) })
})

test('an endpoint that succeeds again does not pause', () => {
  const state = stateWith({ hasMore: true, endpoint: failingSince(later(-120_000)) })
  assert.deepEqual(dueAfterTurn(state, now, 0), now)
})
