import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { HandedDeliveries } from '#events/handed-deliveries.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { systemClock } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, emit, numberOf } from '#test/deliveries.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { updateEndpoint } from '../../update-endpoint.ts'
import { createWebhookFetch } from '../../create-webhook-fetch.ts'
import { createWebhookLane } from '../create-webhook-lane.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { queueHanded } from './queue-handed.ts'
import type { TurnState } from './turn-state.ts'

const { context, url } = await openTestContext()

for (const ordering of ['creation', 'subject'] as const) {
  test(`ordered by ${ordering}, a turn starts deliveries of its process without a poll, each once, and polls for those of others`, async () => {
    let polls = 0
    const db = watchQueries(context.db, (query) => {
      if (query.includes('next_retry_at')) polls++
    })
    const waker = createLaneWaker(context)
    const fetch = createWebhookFetch(context.config)
    const webhook = createWebhookLane({ ...context, db }, { fetch: fetch.fetch, turnMs: 60_000 })
    const worker = createLaneWorker(
      { ...context, db, wake: waker.wake },
      { url, waker, pollMs: 30_000, sweepMs: 60_000, handlers: { webhook } },
    )
    await worker.start()
    // The first request hangs, so that the turn goes on.
    const { receiver, scope, endpoint } = await createTestEndpoint(
      context,
      (request, response) => {
        if (numberOf(request) > 0) response.end()
      },
      { max_in_flight: 3, ordering },
    )
    after(async () => {
      await receiver.close()
      await worker.stop()
      await fetch.close()
    })
    const here = { ...scope, wake: waker.wake }
    await emit(here, [0])
    await receiver.waitFor(1)
    const before = polls
    for (let number = 1; number <= 20; number++) {
      await emit(here, [number])
      await receiver.waitFor(number + 1)
    }
    // The first wake-up may cause a poll, and the turn takes nothing while it polls.
    assert.ok(polls <= before + 2, `${polls - before} polls`)
    await emit(scope, [21])
    await receiver.waitFor(22)
    await updateEndpoint(here, endpoint.id, { url: `${receiver.url}/moved` })
    await emit(here, [22])
    await receiver.waitFor(23)
    assert.equal(receiver.requests.at(-1)!.path, '/moved')
    await emit(here, [23])
    await receiver.waitFor(24)
    assert.deepEqual(
      receiver.requests.map(numberOf).toSorted((a, b) => a - b),
      Array.from({ length: 24 }, (_, number) => number),
    )
  })
}

const changedAt = new Date()
const options = {
  context: { ...context, clock: systemClock },
  turnMs: 1_000,
  signal: new AbortController().signal,
  isLost: () => false,
}

function stateWith(changes: Partial<TurnState> = {}, endpoint: object = {}): TurnState {
  const state = {
    startedAt: performance.now(),
    endpoint: {
      ordering: 'creation',
      failing_since: null,
      max_in_flight: 2,
      updated_at: changedAt,
      ...endpoint,
    },
    queue: createDeliveryQueue(),
    inFlight: new Map(),
    isPolling: false,
    hasBlocking: false,
    hasMore: false,
    startedCount: 1,
    wakeUps: { isPending: false },
    failuresInRow: 0,
    nextRetryAt: null,
    retryTimes: [],
    polledTo: 7,
    knownTo: 7,
    wake: () => undefined,
  }
  return { ...state, ...changes } as TurnState
}

function handed(changes: Partial<HandedDeliveries> = {}): HandedDeliveries {
  const cause = undefined
  const delivery = {
    id: newId(),
    eventId: newId(),
    eventType: 'message.sent' as const,
    body: '{"data":{}}',
    cause,
  }
  return {
    deliveries: [delivery],
    isThin: false,
    after: 7,
    last: 8,
    endpointUpdatedAt: changedAt,
    ...changes,
  }
}

test('a turn does not take deliveries that it may know, that others come before, or of a changed endpoint', () => {
  const takes = (state: TurnState, given = handed()) => queueHanded(options, state, given)
  assert.equal(takes(stateWith()), true)
  assert.equal(takes(stateWith(), handed({ after: 6 })), false)
  assert.equal(takes(stateWith(), handed({ endpointUpdatedAt: new Date(0) })), false)
  for (const changes of [
    { isPolling: true },
    { hasMore: true },
    { isEnded: true },
    { wakeUps: { isPending: true } },
    { nextRetryAt: new Date(0) },
    { retryTimes: [new Date(0)] },
    { startedAt: performance.now() - 10_000 },
  ])
    assert.equal(takes(stateWith(changes as Partial<TurnState>)), false, JSON.stringify(changes))
  assert.equal(takes(stateWith({}, { failing_since: new Date() })), false)
})

test('one delivery at a time is taken only if the turn knows all before it', () => {
  const state = stateWith({}, { max_in_flight: 1 })
  const takes = (after: number) => queueHanded(options, state, handed({ after, last: after + 1 }))
  assert.deepEqual([takes(8), takes(7), takes(8), takes(10)], [false, true, true, false])
  assert.equal(state.queue.waiting(), 2)
})

for (const ordering of ['subject', 'conversation'] as const) {
  test(`ordered by ${ordering}, a delivery is taken only if the turn knows all before it, and none of them blocks it`, () => {
    const takes = (changes: Partial<TurnState>, after: number) =>
      queueHanded(options, stateWith(changes, { ordering }), handed({ after }))
    assert.equal(takes({}, 7), true)
    assert.equal(takes({}, 8), false)
    const goesOn = ordering === 'subject'
    assert.equal(takes({ hasBlocking: true }, 7), goesOn)
    assert.equal(takes({ retryTimes: [new Date(Date.now() + 60_000)] }, 7), goesOn)
  })
}

test('a turn keeps at most fifty deliveries waiting that were handed to it', () => {
  const state = stateWith()
  const many = handed({ deliveries: Array.from({ length: 50 }, () => handed().deliveries[0]!) })
  assert.equal(queueHanded(options, state, many), true)
  assert.equal(queueHanded(options, state, handed({ after: 8 })), false)
})
