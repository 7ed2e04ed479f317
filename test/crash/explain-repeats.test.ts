import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainRepeats } from './explain-repeats.ts'
import type { LoggedAttempt } from './explain-repeats.ts'
import type { Visit } from './faulty-receiver.ts'
import type { Kill } from './part.ts'

const visit = (at: number, more: Partial<Visit> = {}): Visit => ({
  eventId: 'e',
  attempt: 1,
  sender: 7,
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
const explain = (visits: Visit[], attempts: LoggedAttempt[], kills: Kill[] = []) =>
  explainRepeats('the endpoint', visits, attempts, kills)

test('a delivery that comes again after its success was recorded is a problem', () => {
  const { problems } = explain([visit(1_000), visit(9_000)], [logged(999)])
  assert.match(problems.join(), /after its success was recorded/)
})

test('a delivery that comes again though nothing was killed is a problem', () => {
  const { problems } = explain([visit(1_000), visit(9_000)], [logged(8_999)])
  assert.match(problems.join(), /neither its sender nor the database was killed/)
})

test('a worker that was killed before it recorded the answer explains a duplicate', () => {
  const visits = [visit(1_000), visit(9_000, { sender: 8 })]
  const kills = [{ name: 'worker', at: 1_018, pid: 7 }]
  const { problems, duplicates } = explain(visits, [logged(8_999)], kills)
  assert.deepEqual(problems, [])
  assert.match(duplicates[0]!.cause!, /13 ms after the answer/)
})

test('a kill explains nothing that another process sent', () => {
  for (const [name, pid] of [
    ['worker 2', 8],
    ['ingest', 9],
    ['api', 10],
  ] as const) {
    const visits = [visit(1_000), visit(9_000)]
    const { problems } = explain(visits, [logged(8_999)], [{ name, at: 1_018, pid }])
    assert.equal(problems.length, 1, name)
  }
})

test('a kill of the sender long after the answer explains nothing', () => {
  const visits = [visit(1_000), visit(19_000)]
  const kills = [{ name: 'worker', at: 9_000, pid: 7 }]
  assert.equal(explain(visits, [logged(18_999)], kills).problems.length, 1)
  // While the database is away, the sender keeps trying to record it.
  const away = { name: 'postgres', at: 1_001, backAt: 9_500 }
  assert.deepEqual(explain(visits, [logged(18_999)], [...kills, away]).problems, [])
})

test('the database explains a duplicate only if it was away for longer than a worker keeps an outcome', () => {
  const visits = [visit(1_000), visit(190_000)]
  const outage = (backAt: number) =>
    explain(visits, [logged(189_999)], [{ name: 'postgres', at: 1_002, backAt }]).problems
  assert.equal(outage(100_000).length, 1)
  assert.deepEqual(outage(122_000), [])
})

test('a process that was frozen during a call explains a duplicate, but not of its later calls', () => {
  const kills = [{ name: 'worker 1', at: 1_003, pid: 7, how: 'frozen' }]
  const taken = visit(17_000, { sender: 8 })
  const { problems, duplicates } = explain([visit(1_000), taken], [logged(16_999)], kills)
  assert.deepEqual(problems, [])
  assert.match(duplicates[0]!.cause!, /the worker 1 was frozen as the answer left/)
  const late = explain([visit(21_000), visit(22_000, { sender: 8 })], [logged(21_999)], kills)
  assert.equal(late.problems.length, 1)
})

test('what the receiver failed by itself is no duplicate', () => {
  const visits = [visit(1_000, { fault: '500' }), visit(9_000, { attempt: 2 })]
  const attempts = [logged(999, { error: 'unexpected_status' }), logged(8_999, { number: 2 })]
  const { problems, duplicates, counts } = explain(visits, attempts)
  assert.deepEqual([problems, duplicates], [[], []])
  assert.deepEqual(counts, { 'the receiver had answered 500': 1 })
})

test('a sender that did not run for a while takes an answer that would be too slow', () => {
  const taken = visit(1_000, { fault: 'too slow', answeredAt: 16_000 })
  assert.deepEqual(explain([taken], [logged(999)]).problems, [])
  const { answeredAt: _, ...left } = taken
  assert.match(explain([left], [logged(999)]).problems.join(), /never answered 2xx in full/)
})

test('an event that was never answered in full is lost', () => {
  const { problems } = explain([visit(1_000, { fault: 'cut short' })], [logged(999)])
  assert.match(problems.join(), /never answered 2xx in full/)
})
