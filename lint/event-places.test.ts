import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES, subjectOf } from '#shared/event-types.ts'
import { PARTS } from './parts.ts'
import { EVENT_PLACES, isEventPlace } from './event-places.ts'
import { ROOT } from './paths.ts'

test('every subject of the event catalogue has the places that record its events', () => {
  const subjects = EVENT_TYPES.map(subjectOf)
  assert.deepEqual(Object.keys(EVENT_PLACES).toSorted(), [...new Set(subjects)].toSorted())
})

test('every place of events is a declared part or a file that exists', () => {
  for (const place of Object.values(EVENT_PLACES).flat())
    assert.ok(PARTS.has(place) || existsSync(join(ROOT, 'server', place)), place)
})

test('a listed part does not stand for the parts below it', () => {
  assert.equal(isEventPlace('server/conversations/update-chat.ts'), true)
  assert.equal(isEventPlace('server/conversations/tags/create-tag.ts'), false)
  assert.equal(isEventPlace('server/members/remove-member.ts'), true)
  assert.equal(isEventPlace('server/members/change-role.ts'), false)
})
