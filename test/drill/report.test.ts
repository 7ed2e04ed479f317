import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFailures } from './failures.ts'
import { describeResends, findExceeded, toTable } from './report.ts'
import type { FailureReport } from './report.ts'

const good: Exclude<FailureReport, { skipped: string }> = {
  failure: 'upgrade',
  longestMs: 1_200,
  outageMs: 300,
  answered: 900,
  failed: 0,
  statuses: {},
  problems: [],
  processedMs: 800,
  browserMs: 900,
  receiverMs: undefined,
  accepted: 500,
  lost: 0,
  afterStatus: 0,
  excused: 1,
  unexplained: 0,
  unconfirmed: 2,
  webhooks: 3,
  webhooksUnexplained: 0,
  memory: { name: 'api 1', mb: 180 },
  stalledMs: 0,
}

test('a report within its bounds exceeds nothing, and each bound is checked', () => {
  assert.deepEqual(findExceeded(good), [])
  const exceeded = (change: Partial<typeof good>) => findExceeded({ ...good, ...change })
  assert.match(exceeded({ longestMs: 8_100 })[0]!, /waited 8100 ms/)
  assert.match(exceeded({ failed: 1 })[0]!, /1 requests failed/)
  assert.match(exceeded({ processedMs: 10_001 })[0]!, /10001 ms to be processed/)
  assert.match(exceeded({ browserMs: 10_001 })[0]!, /to reach a browser/)
  assert.match(exceeded({ receiverMs: 10_001 })[0]!, /to reach a receiver/)
  assert.match(exceeded({ memory: { name: 'ingest', mb: 1_600 } })[0]!, /ingest used 1600 MB/)
  assert.match(exceeded({ failure: 'promotion', outageMs: 15_001 })[0]!, /no answer for 15001 ms/)
  assert.deepEqual(exceeded({ failure: 'kill', outageMs: 20_000, failed: 9 }), [])
  assert.deepEqual(findExceeded({ failure: 'upgrade', skipped: 'no history' }), [])
})

test('the table has a row for each failure', () => {
  const [head, rule, ...rows] = toTable(
    [good, { failure: 'pooler restart', skipped: 'PgBouncer is not installed' }],
    '7',
  ).split('\n')
  assert.equal(head!.split('|').length, rule!.split('|').length)
  assert.equal(head!.split('|').length, rows[0]!.split('|').length)
  assert.equal(
    rows[0],
    '| upgrade | 7 | 500 | 0 | 0 | 1 | 0 | 2 | 3 (0) | 1.2 s | 0.3 s | 0 | 0.8 s | 0.9 s | – | 180 MB (api 1) | 0.0 s |',
  )
  assert.equal(rows[1], '| pooler restart | 7 | skipped: PgBouncer is not installed |')
})

test('each repetition of a message says when and why', () => {
  const resend = { what: 'the message send 1', at: 0, againAt: 70_000, startedAt: 69_990 }
  assert.deepEqual(
    describeResends([
      { ...resend, storedAt: 400, cause: undefined },
      { ...resend, storedAt: undefined, cause: 'its sender was killed' },
    ]),
    [
      'the message send 1: accepted at 00:00:00.000, again at 00:01:10.000 (attempt started 00:01:09.990): AFTER A STATUS WAS STORED at 00:00:00.400',
      'the message send 1: accepted at 00:00:00.000, again at 00:01:10.000 (attempt started 00:01:09.990): its sender was killed',
    ],
  )
})

test('failures are chosen by name, with spaces or hyphens, in the order in which they can happen', () => {
  assert.deepEqual(chooseFailures(['promotion', 'workers-away', 'one-way-loss']), [
    'one-way loss',
    'workers away',
    'promotion',
  ])
  assert.ok(!chooseFailures([]).includes('workers away long'))
  assert.ok(chooseFailures([]).includes('starvation'))
  assert.throws(() => chooseFailures(['workers']), /must be one of/)
})
