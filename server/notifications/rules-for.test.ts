import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietMinutesLeft, rulesFor as rulesOf } from './rules-for.ts'
import type { Fact } from './rules-for.ts'

const fact = (given: Partial<Fact>): Fact => ({
  kind: 'message',
  assigneeId: null,
  teamId: null,
  membershipId: null,
  actorId: 'customer',
  ...given,
})

const rulesFor = (of: Fact, membershipId: string, teamIds: string[] = []) =>
  rulesOf(of, membershipId, teamIds)

test('what waits without an assignee concerns its team, or everybody if it has none, and who is in no team', () => {
  for (const kind of ['message', 'reminder'] as const)
    for (const [teamId, mine, expected] of [
      ['a', ['a', 'b'], ['unassigned', 'everything']],
      ['a', ['b'], ['everything']],
      ['a', [], ['unassigned', 'everything']],
      [null, ['a'], ['unassigned', 'everything']],
      [null, [], ['unassigned', 'everything']],
    ] as const)
      assert.deepEqual(rulesFor(fact({ kind, teamId }), 'me', [...mine]), expected)
  const assigned = fact({ assigneeId: 'you', teamId: 'a' })
  assert.deepEqual(rulesFor(assigned, 'me', ['a']), ['everything'])
})

test('a reminder concerns who asked for it', () => {
  const reminder = fact({ kind: 'reminder', assigneeId: 'you', membershipId: 'me' })
  assert.deepEqual(rulesFor(reminder, 'me'), ['mine'])
  assert.deepEqual(rulesFor(reminder, 'you'), [])
})

test('a message concerns its assignee, or everybody when nobody is assigned', () => {
  assert.deepEqual(rulesFor(fact({ assigneeId: 'me' }), 'me'), ['mine', 'everything'])
  assert.deepEqual(rulesFor(fact({ assigneeId: 'you' }), 'me'), ['everything'])
  assert.deepEqual(rulesFor(fact({}), 'me'), ['unassigned', 'everything'])
})

test('a mention and an assignment concern the member they name, and nobody who caused them', () => {
  const mention = { kind: 'mention', membershipId: 'me', actorId: 'you' } as const
  assert.deepEqual(rulesFor(fact(mention), 'me'), ['mentions'])
  assert.deepEqual(rulesFor(fact(mention), 'other'), [])
  assert.deepEqual(rulesFor(fact({ ...mention, kind: 'assignment' }), 'me'), ['mine'])
  assert.deepEqual(rulesFor(fact({ ...mention, actorId: 'me' }), 'me'), [])
})

test('a snoozed conversation that is due concerns its assignee, or everybody without one', () => {
  assert.deepEqual(rulesFor(fact({ kind: 'reminder', assigneeId: 'me' }), 'me'), ['mine'])
  assert.deepEqual(rulesFor(fact({ kind: 'reminder', assigneeId: 'you' }), 'me'), [])
  assert.ok(rulesFor(fact({ kind: 'reminder' }), 'me').includes('unassigned'))
})

test('quiet hours span midnight in the time zone of the member', () => {
  const quiet = { quiet_from: 22 * 60, quiet_to: 7 * 60, time_zone: 'Asia/Kolkata' }
  const left = (time: string) => quietMinutesLeft(quiet, new Date(`2026-11-20T${time}:00Z`))
  // 16:29 UTC is 21:59 in India.
  assert.equal(left('16:29'), 0)
  assert.equal(left('16:30'), 9 * 60)
  assert.equal(left('20:30'), 5 * 60)
  assert.equal(left('01:29'), 1)
  assert.equal(left('01:30'), 0)
  assert.equal(quietMinutesLeft({ ...quiet, quiet_from: null }, new Date()), 0)
})

test('quiet hours hold in every spelling of a zone, and no formatter is created for each', (t) => {
  const created = t.mock.method(Intl, 'DateTimeFormat')
  const at = new Date('2026-11-20T17:00:00Z')
  const left = (zone: string) =>
    quietMinutesLeft({ quiet_from: 22 * 60, quiet_to: 7 * 60, time_zone: zone }, at)
  for (const zone of ['Asia/Kolkata', 'asia/kolkata', 'ASIA/KOLKATA', '+05:30'])
    assert.equal(left(zone), 8 * 60 + 30, zone)
  assert.equal(left('No/Such_Zone'), 0, 'an unknown zone counts as UTC')
  assert.equal(created.mock.callCount(), 0)
})
