import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDamage, measureAnswers } from './measure.ts'

test('the longest wait, the longest time without an answer and the failed requests are measured', () => {
  const answers = [
    { at: 800, ms: 50, status: 201 },
    { at: 1_000, ms: 100, status: 201 },
    { at: 1_100, ms: 6_500, status: 503, problem: 'POST /a: busy' },
    { at: 1_200, ms: 10, status: undefined, problem: 'POST /b: no answer' },
    { at: 7_000, ms: 1_000, status: 200 },
    { at: 7_000, ms: 3_000, status: 201 },
  ]
  assert.deepEqual(measureAnswers(answers, { since: 1_000, until: 9_000 }), {
    longestMs: 6_500,
    outageMs: 6_900,
    answered: 2,
    failed: 2,
    statuses: { 503: 1, 0: 1 },
    problems: [
      '1970-01-01T00:00:01.100Z after 6500 ms: POST /a: busy',
      '1970-01-01T00:00:01.200Z after 10 ms: POST /b: no answer',
    ],
  })
})

test('what was accepted, lost or arrived twice counts for the failure at that time', () => {
  const send = (at: number, state: 'promised' | 'asked') =>
    ({ kind: 'send', marker: `send ${at}`, state, at, posts: 1 }) as const
  const twice = (at: number, storedAt: number | undefined, cause: string | undefined) => ({
    at,
    what: 'a message',
    againAt: 90,
    startedAt: 89,
    storedAt,
    cause,
  })
  const webhook = (at: number, cause: string | undefined) => ({ at, what: 'an event', cause })
  const ledger = {
    entries: [send(5, 'promised'), send(6, 'asked'), send(20, 'promised')],
    lost: [send(5, 'promised')],
    resends: [
      twice(4, 8, undefined),
      twice(5, undefined, 'its sender was killed'),
      twice(6, undefined, undefined),
      twice(7, undefined, undefined),
      twice(20, 21, undefined),
    ],
    unconfirmed: [{ at: 3, what: 'a message' }],
  }
  const webhooks = [
    webhook(5, 'the worker was killed'),
    webhook(6, undefined),
    webhook(20, undefined),
  ]
  assert.deepEqual(countDamage(ledger, webhooks, { since: 0, until: 10 }), {
    accepted: 1,
    lost: 1,
    afterStatus: 1,
    excused: 1,
    unexplained: 2,
    unconfirmed: 1,
    webhooks: 2,
    webhooksUnexplained: 1,
  })
})
