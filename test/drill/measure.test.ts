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

test('what was lost or arrived twice counts for the failure at that time', () => {
  const lost = [{ kind: 'send', marker: 'send 1', state: 'promised', at: 5, posts: 1 } as const]
  const doubled = [
    { at: 5, what: 'a', cause: 'the worker 1 was killed' },
    { at: 6, what: 'b', cause: undefined },
    { at: 20, what: 'c', cause: undefined },
  ]
  const counted = countDamage(lost, doubled, { since: 0, until: 10 })
  assert.deepEqual(counted, { lost: 1, doubled: 2, unexplained: 1 })
})
