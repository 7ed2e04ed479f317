import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainRepeats } from './explain-repeats.ts'
import type { LoggedAttempt } from './explain-repeats.ts'
import type { Visit } from './faulty-receiver.ts'

const visit = (at: number, more: Partial<Visit> = {}): Visit => ({
  eventId: 'e',
  attempt: 1,
  at,
  fault: undefined,
  isRead: true,
  answeredAt: at + 5,
  ...more,
})
const logged = (startedAt: number, more: Partial<LoggedAttempt> = {}): LoggedAttempt => ({
  event_id: 'e',
  number: 1,
  started_at: new Date(startedAt),
  error: null,
  ...more,
})
const explain = (
  visits: Visit[],
  attempts: LoggedAttempt[],
  kills: { name: string; at: number }[] = [],
) => explainRepeats('the endpoint', visits, attempts, kills)

test('a delivery that comes again after its success was recorded is a problem', () => {
  const { problems } = explain([visit(1_000), visit(9_000)], [logged(999)])
  assert.match(problems.join(), /after its success was recorded/)
})

test('a delivery that comes again though nothing was killed is a problem', () => {
  const { problems } = explain([visit(1_000), visit(9_000)], [logged(8_999)])
  assert.match(problems.join(), /nothing was killed/)
})

test('a worker that was killed before it recorded the answer explains a duplicate', () => {
  const visits = [visit(1_000, { closedAt: 1_020 }), visit(9_000)]
  const { problems, duplicates } = explain(visits, [logged(8_999)], [{ name: 'worker', at: 1_018 }])
  assert.deepEqual(problems, [])
  assert.match(duplicates.join(), /13 ms after the answer/)
})

test('a worker that was killed explains nothing that came on a connection which lived on', () => {
  const visits = [visit(1_000, { closedAt: 8_000 }), visit(9_000)]
  const { problems } = explain(visits, [logged(8_999)], [{ name: 'worker', at: 1_018 }])
  assert.equal(problems.length, 1)
})

test('what the receiver failed by itself is no duplicate', () => {
  const visits = [visit(1_000, { fault: '500' }), visit(9_000, { attempt: 2 })]
  const attempts = [logged(999, { error: 'unexpected_status' }), logged(8_999, { number: 2 })]
  const { problems, duplicates, counts } = explain(visits, attempts)
  assert.deepEqual([problems, duplicates], [[], []])
  assert.deepEqual(counts, { 'the receiver had answered 500': 1 })
})

test('an event that was never answered in full is lost', () => {
  const { problems } = explain([visit(1_000, { fault: 'cut short' })], [logged(999)])
  assert.match(problems.join(), /never answered 2xx in full/)
})
