import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ASSIGNMENT_METHODS } from '#shared/assignment.ts'
import { chooseAssignee, hasRoom } from './choose-assignee.ts'
import type { Place } from './choose-assignee.ts'

const place = fc.record<Place>({
  membershipId: fc.uuid(),
  isAvailable: fc.boolean(),
  capacity: fc.option(fc.nat(5)),
  skills: fc.subarray(['a', 'b']).map((each) => new Set(each)),
  open: fc.nat(6),
  lastAssignedAt: fc.option(fc.date({ noInvalidDate: true })),
})
const waiting = fc.record({
  skills: fc.subarray(['a', 'b']),
  lastAnsweredBy: fc.constant(null),
})

function placeOf(membershipId: string, more: Partial<Place> = {}): Place {
  const common = { isAvailable: true, capacity: null, skills: new Set<string>(), open: 0 }
  return { membershipId, ...common, lastAssignedAt: null, ...more }
}

test('somebody gets a conversation exactly if somebody may have it', () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 8 }),
      waiting,
      fc.constantFrom(...ASSIGNMENT_METHODS),
      (places, conversation, method) => {
        const may = places.filter(
          (each) =>
            each.isAvailable &&
            hasRoom(each) &&
            conversation.skills.every((skill) => each.skills.has(skill)),
        )
        const choice = chooseAssignee(places, conversation, method)
        assert.equal(choice.place === null, may.length === 0)
        if (choice.place) assert.ok(may.includes(choice.place))
        if (choice.place && method === 'least_busy')
          assert.equal(choice.place.open, Math.min(...may.map(({ open }) => open)))
      },
    ),
  )
})

test('who answered last comes first, if they are there and have room', () => {
  const asha = placeOf('asha', { open: 3, capacity: 4 })
  const ben = placeOf('ben')
  const mine = { skills: [], lastAnsweredBy: 'asha' }
  const choose = (places: Place[]) => chooseAssignee(places, mine, 'least_busy')
  assert.deepEqual(choose([asha, ben]), { place: asha, reason: 'sticky', among: 2 })
  for (const gone of [{ isAvailable: false }, { open: 4 }])
    assert.equal(choose([{ ...asha, ...gone }, ben]).place, ben)
})

test('the reason says what is missing', () => {
  const conversation = { skills: ['pt'], lastAnsweredBy: null }
  const reasonOf = (places: Place[]) => chooseAssignee(places, conversation, 'round_robin').reason
  assert.equal(reasonOf([]), 'nobody_available')
  assert.equal(reasonOf([placeOf('a', { isAvailable: false })]), 'nobody_available')
  assert.equal(reasonOf([placeOf('a')]), 'no_skill')
  assert.equal(
    reasonOf([placeOf('a', { skills: new Set(['pt']), capacity: 1, open: 1 })]),
    'all_at_capacity',
  )
})
