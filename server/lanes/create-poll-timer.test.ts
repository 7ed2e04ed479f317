import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCause, withCause } from '#lib/cause.ts'
import { findTimeBudget, TimeBudget, withTimeBudget } from '#lib/time-budget.ts'
import { createPollTimer } from './create-poll-timer.ts'

/** Returns a timer whose polls end when the test says so. */
function startTimer() {
  const started: PromiseWithResolvers<number>[] = []
  let onStart = Promise.withResolvers<void>()
  const timer = createPollTimer(() => {
    const poll = Promise.withResolvers<number>()
    started.push(poll)
    onStart.resolve()
    onStart = Promise.withResolvers()
    return poll.promise
  })
  return { timer, started, nextStart: () => onStart.promise }
}

test('one poll runs at a time, and one requested meanwhile follows it', async () => {
  const { timer, started, nextStart } = startTimer()
  const first = nextStart()
  timer.pollIn(0)
  await first
  timer.pollIn(0)
  assert.equal(started.length, 1)
  const second = nextStart()
  started[0]!.resolve(60_000)
  await second
  assert.equal(started.length, 2)
  timer.stop()
})

test('an earlier request replaces a later one', async () => {
  const { timer, started, nextStart } = startTimer()
  const first = nextStart()
  timer.pollIn(60_000)
  timer.pollIn(0)
  await first
  assert.equal(started.length, 1)
  timer.stop()
})

test('a stopped timer polls no more, and its last poll is waited for', async () => {
  const { timer, started, nextStart } = startTimer()
  const first = nextStart()
  timer.pollIn(0)
  await first
  timer.stop()
  const settled = timer.settled()
  started[0]!.resolve(0)
  await settled
  timer.pollIn(0)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(started.length, 1)
})

test('a poll has no cause, whatever request asked for it', async () => {
  const causes: unknown[] = []
  const polled = Promise.withResolvers<void>()
  const timer = createPollTimer(async () => {
    causes.push(findCause())
    polled.resolve()
    return 60_000
  })
  withCause({ requestId: 'request-a' }, () => timer.pollIn(0))
  await polled.promise
  timer.stop()
  assert.deepEqual(causes, [undefined])
})

test('a poll has no limit from the request that caused it', async () => {
  const found = Promise.withResolvers<TimeBudget | undefined>()
  const timer = createPollTimer(async () => {
    found.resolve(findTimeBudget())
    return 60_000
  })
  withTimeBudget(new TimeBudget(1_000), () => timer.pollIn(0))
  assert.equal(await found.promise, undefined)
  timer.stop()
})
