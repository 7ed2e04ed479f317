import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTCOME_KEPT_MS } from '#lanes/record-outcome.ts'
import { explainResends } from './explain-resend.ts'
import type { LoggedSend } from './explain-resend.ts'
import type { Kill } from './part.ts'
import type { Acceptance } from './platform-recorder.ts'

const [FIRST, AGAIN] = [10_000, 80_000]

function accept(platformId: string, at: number, fields: Partial<Acceptance> = {}): Acceptance {
  return { messageId: 'm', platformId, sender: 7, at, answeredAt: at + 50, ...fields }
}

function attempt(startedAt: number, fields: Partial<LoggedSend> = {}): LoggedSend {
  return {
    message_id: 'm',
    started_at: new Date(startedAt),
    ended_at: null,
    outcome: null,
    platform_message_id: null,
    ...fields,
  }
}

const recorded = (at: number, outcome: string, platform_message_id: string | null = null) =>
  attempt(at, { ended_at: new Date(at + 90), outcome, platform_message_id })

const second = recorded(AGAIN - 20, 'accepted', 'b')

/** Explains the repetition of a message whose first attempt has no recorded outcome, unless `first` has one. */
function explain(given: {
  first?: LoggedSend
  isAnswered?: boolean
  stored?: number[]
  kills?: Kill[]
}) {
  const { first = attempt(FIRST - 20), isAnswered = true, stored = [], kills = [] } = given
  const { answeredAt: _, ...unanswered } = accept('a', FIRST)
  const [resend, ...more] = explainResends(
    [accept('b', AGAIN), isAnswered ? accept('a', FIRST) : unanswered],
    [first, second],
    stored.map((receivedAt) => ({ receivedAt, status: 'delivered' })),
    kills,
  )
  assert.equal(more.length, 0)
  return resend!
}

const workerKill: Kill = { name: 'worker 1', pid: 7, at: FIRST + 500 }

test('a message that was accepted once has nothing to explain', () => {
  assert.deepEqual(explainResends([accept('a', FIRST)], [attempt(FIRST)], [], []), [])
})

test('a repetition after a stored status is never excused, whatever was killed', () => {
  const resend = explain({ stored: [FIRST + 900, FIRST + 600], kills: [workerKill] })
  assert.deepEqual(resend, {
    at: FIRST,
    againAt: AGAIN,
    startedAt: AGAIN - 20,
    storedAt: FIRST + 600,
    cause: undefined,
  })
})

test('a status that was stored only after the repetition had started does not matter', () => {
  const { storedAt, cause } = explain({ stored: [AGAIN + 5], kills: [workerKill] })
  assert.equal(storedAt, undefined)
  assert.match(cause!, /^its sender, the worker 1, was killed/)
})

test('only a kill of the process that sent the message excuses it', () => {
  const cause = (kill: Partial<Kill>) => explain({ kills: [{ ...workerKill, ...kill }] }).cause
  assert.match(cause({})!, /before it recorded the outcome/)
  assert.equal(cause({ pid: 8 }), undefined, 'another worker')
  assert.equal(cause({ at: FIRST - 5_000 }), undefined, 'killed before')
  assert.equal(cause({ at: FIRST + 20_000 }), undefined, 'killed long after the answer')
  assert.equal(cause({ how: 'frozen' }), undefined, 'a frozen worker records it later')
  assert.equal(cause({ how: 'frozen by the machine' }), undefined)
  assert.match(cause({ how: 'ended by force' })!, /was ended by force/)
})

test('a kill does not excuse it after the outcome was recorded', () => {
  const first = recorded(FIRST - 20, 'accepted', 'a')
  assert.equal(explain({ first, kills: [workerKill] }).cause, undefined)
})

test('a kill excuses it also when another worker recorded that the outcome is unknown', () => {
  const first = attempt(FIRST - 20, { ended_at: new Date(AGAIN - 40), outcome: 'ambiguous' })
  assert.match(explain({ first, kills: [workerKill] }).cause!, /was killed/)
  assert.equal(explain({ first, kills: [{ ...workerKill, pid: 8 }] }).cause, undefined)
})

test('an outage of the database excuses it only if it was longer than the outcome is kept', () => {
  const outage = (backAt: number) =>
    explain({ kills: [{ name: 'postgres', at: FIRST - 1_000, backAt }] }).cause
  assert.equal(outage(FIRST + 30_000), undefined)
  assert.match(outage(FIRST + 50 + OUTCOME_KEPT_MS)!, /the database was away/)
})

test('a platform that accepted it without an answer excuses it, one that answered does not', () => {
  const first = recorded(FIRST - 20, 'ambiguous')
  assert.match(
    explain({ first, isAnswered: false }).cause!,
    /the platform accepted it without an answer/,
  )
  assert.equal(explain({ first }).cause, undefined)
  assert.equal(explain({}).cause, undefined, 'nothing explains it')
})

test('each repetition of a message is explained by the attempt before it', () => {
  const resends = explainResends(
    [accept('a', FIRST), accept('b', AGAIN, { sender: 8 }), accept('c', 160_000)],
    [attempt(FIRST - 20), attempt(AGAIN - 20), recorded(159_900, 'accepted', 'c')],
    [{ receivedAt: 90_000, status: 'sent' }],
    [workerKill],
  )
  assert.deepEqual(
    resends.map(({ storedAt, cause }) => [storedAt, cause !== undefined]),
    [
      [undefined, true],
      [90_000, false],
    ],
  )
})
