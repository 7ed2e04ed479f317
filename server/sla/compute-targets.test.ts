import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHours } from '#lib/hours/create-hours.ts'
import { WEEKDAYS } from '#shared/business-hours.ts'
import type { DayException, Period, Weekday } from '#shared/business-hours.ts'
import type { SlaTerms } from '#shared/sla.ts'
import { computeTargets } from './compute-targets.ts'
import type { SlaFact, SlaRound, SlaTarget } from './compute-targets.ts'
import type { RunningTime } from './running-time.ts'

const WORKDAYS = WEEKDAYS.slice(0, 5)

function daily(periods: Period[], days: readonly Weekday[] = WEEKDAYS) {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day) ? periods : []]))
}

function hoursIn(time_zone: string, week: object, exceptions: DayException[] = []) {
  return createHours({ time_zone, week: week as Record<Weekday, Period[]>, exceptions })
}

const OFFICE: Period[] = [
  ['09:00', '12:30'],
  ['13:30', '18:00'],
]
const berlin = hoursIn('Europe/Berlin', daily(OFFICE, WORKDAYS), [
  { label: 'Christmas Eve', yearly: { month: 12, day: 24 }, periods: [['09:00', '12:00']] },
  { label: 'Christmas', yearly: { month: 12, day: 25 }, periods: [] },
])
const newYork = hoursIn('America/New_York', daily([['00:00', '24:00']], WEEKDAYS))
const kolkata = hoursIn('Asia/Kolkata', daily([['10:00', '19:00']], WORKDAYS))

const terms: SlaTerms = {
  clock: 'business',
  pauses: ['snoozed', 'waiting_for_customer'],
  targets: { first_response: 120, next_response: 60, resolution: 480 },
  warning_percent: 80,
}

const at = (time: string) => Temporal.Instant.from(time).epochMilliseconds
const said = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const same = (ms: number | null, time: string) => assert.equal(said(ms), said(at(time)))

type Given = Partial<Omit<SlaRound, 'terms'>> & {
  minutes?: Partial<SlaTerms['targets']>
  terms?: Partial<SlaTerms>
}

/** Computes the targets of a round that begins with its first fact. */
function compute(
  facts: SlaFact[],
  given: Given = {},
  timeOf: (teamId: string | null) => RunningTime = () => berlin,
): SlaTarget[] {
  const { minutes, terms: own, ...round } = given
  const targets = { ...terms.targets, ...minutes }
  return computeTargets(
    {
      terms: { ...terms, targets, ...own },
      startedAt: facts[0]!.at,
      appliedAt: null,
      isReopened: false,
      teamId: null,
      facts,
      ...round,
    },
    timeOf,
  )
}

const customer = (time: string): SlaFact => ({ kind: 'customer', at: at(time) })
const answer = (time: string): SlaFact => ({ kind: 'answer', at: at(time) })
const snooze = (time: string): SlaFact => ({ kind: 'snooze', at: at(time) })
const open = (time: string): SlaFact => ({ kind: 'open', at: at(time) })
const close = (time: string, isByPerson = true): SlaFact => ({
  kind: 'close',
  at: at(time),
  isByPerson,
})
const pick = (targets: SlaTarget[], metric: SlaTarget['metric']) =>
  targets.filter((each) => each.metric === metric)
const one = (targets: SlaTarget[], metric: SlaTarget['metric']) => {
  const [found, ...more] = pick(targets, metric)
  assert.ok(found && more.length === 0, `one ${metric}`)
  return found
}

describe('a target', () => {
  test('goes on after the weekend', () => {
    const targets = compute([customer('2026-11-27T16:30+01:00')])
    same(one(targets, 'first_response').dueAt, '2026-11-30T09:30+01:00')
  })

  test('of a later answer leaves out the break', () => {
    const asked = [
      customer('2026-11-25T09:00+01:00'),
      answer('2026-11-25T09:10+01:00'),
      customer('2026-11-25T12:00+01:00'),
    ]
    same(one(compute(asked), 'next_response').dueAt, '2026-11-25T14:00+01:00')
    const short = { minutes: { next_response: 30 } }
    same(one(compute(asked, short), 'next_response').dueAt, '2026-11-25T12:30+01:00')
    const met = compute([...asked, answer('2026-11-25T12:30:00+01:00')], short)
    assert.equal(one(met, 'next_response').state, 'met')
    const late = compute([...asked, answer('2026-11-25T12:30:00.001+01:00')], short)
    assert.equal(one(late, 'next_response').state, 'breached')
    same(one(late, 'next_response').breachedAt, '2026-11-25T12:30+01:00')
  })

  test('ends with half a day', () => {
    const targets = compute([customer('2026-12-23T17:00+01:00')], {
      minutes: { first_response: 240 },
    })
    same(one(targets, 'first_response').dueAt, '2026-12-24T12:00+01:00')
  })

  test('of a resolution keeps what it consumed while the conversation is snoozed', () => {
    const facts = [customer('2026-11-30T10:00+01:00')]
    same(one(compute(facts), 'resolution').dueAt, '2026-12-01T10:00+01:00')
    facts.push(snooze('2026-11-30T11:00+01:00'))
    const paused = one(compute(facts), 'resolution')
    assert.deepEqual([paused.state, paused.consumedMs, paused.dueAt], ['paused', 3_600_000, null])
    facts.push(open('2026-11-30T15:00+01:00'))
    same(one(compute(facts), 'resolution').dueAt, '2026-12-01T14:00+01:00')
  })

  test('of a resolution pauses while the customer is to answer', () => {
    const minutes = { resolution: 240 }
    const facts = [customer('2026-11-27T16:00+01:00')]
    same(one(compute(facts, { minutes }), 'resolution').dueAt, '2026-11-30T11:00+01:00')
    facts.push(answer('2026-11-27T17:00+01:00'), customer('2026-11-30T10:00+01:00'))
    const resumed = one(compute(facts, { minutes }), 'resolution')
    assert.equal(resumed.consumedMs, 3_600_000)
    same(resumed.dueAt, '2026-11-30T14:00+01:00')
    const running = one(compute(facts, { minutes, terms: { pauses: [] } }), 'resolution')
    assert.equal(running.state, 'running')
    same(running.dueAt, '2026-11-30T11:00+01:00')
  })

  test('keeps what it consumed when another team gets the conversation', () => {
    const facts: SlaFact[] = [
      customer('2026-11-25T09:00+01:00'),
      { kind: 'team', teamId: 'india', at: at('2026-11-25T10:00+01:00') },
    ]
    const targets = compute(facts, { minutes: { resolution: 240 } }, (teamId) =>
      teamId === 'india' ? kolkata : berlin,
    )
    const target = one(targets, 'resolution')
    assert.equal(target.consumedMs, 3_600_000)
    same(target.dueAt, '2026-11-25T17:30+05:30')
  })

  test('follows the elapsed time where clocks change', () => {
    const autumn = compute([customer('2026-11-01T00:30-04:00')], {}, () => newYork)
    same(one(autumn, 'first_response').dueAt, '2026-11-01T01:30-05:00')
    const spring = compute(
      [customer('2026-03-08T01:30-05:00')],
      { minutes: { first_response: 60 } },
      () => newYork,
    )
    same(one(spring, 'first_response').dueAt, '2026-03-08T03:30-04:00')
  })

  test('warns when a part of it is consumed', () => {
    const target = one(compute([customer('2026-11-30T10:00+01:00')]), 'resolution')
    same(target.warningAt, '2026-11-30T17:24+01:00')
    same(target.dueAt, '2026-12-01T10:00+01:00')
    const without = compute([customer('2026-11-30T10:00+01:00')], {
      terms: { warning_percent: null },
    })
    assert.equal(one(without, 'resolution').warningAt, null)
  })

  test('is one for all that a customer writes before the answer', () => {
    const times = ['09:00', '09:20', '09:40'].map((time) => customer(`2026-11-25T${time}+01:00`))
    const targets = compute([...times, answer('2026-11-25T10:30+01:00')])
    const target = one(targets, 'first_response')
    same(target.startedAt, '2026-11-25T09:00+01:00')
    same(target.dueAt, '2026-11-25T11:00+01:00')
    assert.equal(target.state, 'met')
    assert.equal(pick(targets, 'next_response').length, 0)
  })

  test('of an answer that failed later runs on from its start', () => {
    const asked = customer('2026-11-25T09:00+01:00')
    const again = customer('2026-11-25T09:40+01:00')
    const sent = compute([asked, answer('2026-11-25T09:30+01:00'), again])
    assert.deepEqual(
      sent.map(({ metric, state }) => [metric, state]),
      [
        ['first_response', 'met'],
        ['next_response', 'running'],
        ['resolution', 'running'],
      ],
    )
    const failed = one(compute([asked, again]), 'first_response')
    assert.equal(failed.state, 'running')
    same(failed.dueAt, '2026-11-25T11:00+01:00')
  })

  test('that is closed without an answer counts only if a person owed a later one', () => {
    const first = compute([customer('2026-11-25T09:00+01:00'), close('2026-11-25T09:30+01:00')])
    assert.equal(one(first, 'first_response').state, 'not_needed')
    assert.equal(one(first, 'resolution').state, 'met')
    const asked = [
      customer('2026-11-25T09:00+01:00'),
      answer('2026-11-25T09:10+01:00'),
      customer('2026-11-25T09:20+01:00'),
    ]
    const byPerson = compute([...asked, close('2026-11-25T09:30+01:00')])
    assert.equal(one(byPerson, 'next_response').state, 'met')
    const byProgram = compute([...asked, close('2026-11-25T09:30+01:00', false)])
    assert.equal(one(byProgram, 'next_response').state, 'not_needed')
    const tooLate = compute([...asked, close('2026-11-25T16:00+01:00')])
    assert.equal(one(tooLate, 'next_response').state, 'breached')
  })

  test('starts when its policy is applied, if that is later', () => {
    const asked = customer('2026-11-25T09:00+01:00')
    const appliedAt = at('2026-11-25T16:00+01:00')
    const target = one(compute([asked], { appliedAt }), 'first_response')
    same(target.dueAt, '2026-11-25T18:00+01:00')
    const answered = compute([asked, answer('2026-11-25T09:30+01:00')], { appliedAt })
    assert.deepEqual(pick(answered, 'first_response'), [])
  })

  test('of a resolution starts with a reopening, and answers with what the customer writes', () => {
    const opened = { startedAt: at('2026-11-25T09:00+01:00'), isReopened: true }
    const [target, ...more] = compute([open('2026-11-25T09:00+01:00')], opened)
    assert.deepEqual([target?.metric, more], ['resolution', []])
    const own = compute([answer('2026-11-25T09:00+01:00')])
    assert.deepEqual(own, [])
  })
})

/** A generator of equal numbers for equal seeds, from 0 up to but without 1. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Counts open minutes one by one: the slow but obvious way. */
function minutesBetween(time: typeof berlin, from: number, to: number): number {
  let count = 0
  for (let minute = from; minute < to; minute += 60_000) if (time.isOpenAt(minute)) count++
  return count
}

test('a resolution consumes the open minutes in which it runs, whatever happens', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed)
    const times = new Map([
      [null, berlin],
      ['india', kolkata],
      ['always', newYork],
    ] as const)
    const teams = [...times.keys()]
    let moment = at('2026-11-23T00:00Z') + Math.floor(next() * 7 * 1440) * 60_000
    const facts: SlaFact[] = [{ kind: 'customer', at: moment }]
    const state = { isSnoozed: false, isAnswered: false, team: teams[0]! }
    let minutes = 0
    for (let index = 0; index < 8; index++) {
      const until = moment + Math.floor(next() * 900) * 60_000
      if (!state.isSnoozed && !state.isAnswered)
        minutes += minutesBetween(times.get(state.team)!, moment, until)
      moment = until
      const kind = (['customer', 'answer', 'snooze', 'open', 'team'] as const)[
        Math.floor(next() * 5)
      ]!
      if (kind === 'team') {
        state.team = teams[Math.floor(next() * teams.length)]!
        facts.push({ kind, at: moment, teamId: state.team })
        continue
      }
      if (kind === 'snooze' || kind === 'open') state.isSnoozed = kind === 'snooze'
      else state.isAnswered = kind === 'answer'
      facts.push({ kind, at: moment })
    }
    const target = 4_000
    const given = { minutes: { resolution: target } }
    const timeOf = (teamId: string | null) => times.get(teamId as null)!
    const found = one(compute(facts, given, timeOf), 'resolution')
    const { runningSince, dueAt, consumedMs } = found
    const time = timeOf(state.team)
    const running = runningSince === null ? 0 : time.between(runningSince, moment)
    assert.equal(consumedMs + running, minutes * 60_000, `seed ${seed}`)
    assert.equal(runningSince === null, state.isSnoozed || state.isAnswered)
    // What is left is open until the due time, in the hours of the team that has it.
    if (runningSince !== null)
      assert.equal(time.between(runningSince, dueAt!), target * 60_000 - consumedMs, `seed ${seed}`)
    // The same facts, one by one or at once, give the same targets.
    assert.deepEqual(compute([...facts], given, timeOf), compute(facts, given, timeOf))
  }
})
