import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chat } from '../data/types.ts'
import { toUndo } from './change-chat.ts'
import { snoozeTimes } from './snooze-times.ts'

const chat = {
  status: 'open',
  snoozed_until: null,
  remind_if_unanswered: false,
  assignee_id: 'ana',
  unread_count: 2,
  tags: [{ id: 't1' }],
} as unknown as Chat

test('undo sends back only what was changed', () => {
  assert.deepEqual(toUndo(chat, { status: 'closed' }), { status: 'open' })
  assert.deepEqual(toUndo(chat, { assignee_id: null }), { assignee_id: 'ana' })
  assert.deepEqual(toUndo(chat, { tag_ids: [] }), { tag_ids: ['t1'] })
  assert.deepEqual(toUndo(chat, { unread: false }), { unread: true })
})

test('undo snoozes a snoozed conversation again', () => {
  const until = '2026-03-01T09:00:00.000Z'
  const snoozed = { ...chat, status: 'snoozed', snoozed_until: until } as Chat
  const undo = { snoozed_until: until, remind_if_unanswered: false }
  assert.deepEqual(toUndo(snoozed, { status: 'open' }), undo)
  const reminding = { ...snoozed, remind_if_unanswered: true }
  assert.deepEqual(toUndo(reminding, { status: 'closed' }), { ...undo, remind_if_unanswered: true })
})

test('snooze times lie in the future, in local time', () => {
  const saturday = new Date(2026, 2, 14, 10)
  const times = new Map(snoozeTimes(saturday).map(({ name, at }) => [name, at]))
  assert.deepEqual(times.get('thisEvening'), new Date(2026, 2, 14, 18))
  assert.deepEqual(times.get('tomorrow'), new Date(2026, 2, 15, 9))
  assert.deepEqual(times.get('monday'), new Date(2026, 2, 16, 9))
  assert.deepEqual(times.get('week'), new Date(2026, 2, 21, 9))
})

test('an evening that begins within the hour is not offered', () => {
  const monday = new Date(2026, 2, 16, 17, 30)
  const times = new Map(snoozeTimes(monday).map(({ name, at }) => [name, at]))
  assert.equal(times.has('thisEvening'), false)
  assert.deepEqual(times.get('week'), new Date(2026, 2, 23, 9))
})

test('no two snooze times are the same, on any day of the week', () => {
  for (let day = 15; day < 22; day++) {
    const times = snoozeTimes(new Date(2026, 2, day, 10))
    assert.equal(new Set(times.map(({ at }) => at.getTime())).size, times.length)
  }
})
