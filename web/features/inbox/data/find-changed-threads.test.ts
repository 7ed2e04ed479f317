import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../../lib/live.ts'
import { createChangeFinder } from './find-changed-threads.ts'
import type { Chat } from './types.ts'

const read = {
  id: 'a',
  status: 'open',
  assignee_id: null,
  unread_count: 0,
  last_message: { id: '1' },
} as Chat
const written = { ...read, last_message: { ...read.last_message, id: '2' } } as Chat

const update = (data: unknown, type = 'conversation.updated') => ({ type, data }) as LiveEvent
const find = (...states: Chat[]) => {
  const findChanged = createChangeFinder()
  return states.map((state) => findChanged([update(state)]).size > 0)
}

test('a message that is read changes no entry of the thread', () => {
  assert.deepEqual(find(read, written), [true, false])
  assert.deepEqual(find({ ...read, unread_count: 2 }, read), [true, false])
})

test('a change that comes with the reading is found', () => {
  const assigned = { ...written, assignee_id: 'm' }
  assert.deepEqual(find(read, assigned), [true, true])
})

test('a change that the conversation does not show is found', () => {
  assert.deepEqual(find(read, written, written), [true, false, true])
  assert.deepEqual(find(read, { ...written, unread_count: 1 }), [true, true])
})

test('a ticket changes the thread of its conversation, and a new conversation has no entries', () => {
  const findChanged = createChangeFinder()
  const changed = findChanged([
    update({ conversation_id: 'b' }, 'ticket.created'),
    update({ conversation_id: null }, 'ticket.updated'),
    update(read, 'conversation.created'),
  ])
  assert.deepEqual([...changed], ['b'])
})

test('a message that the product sends by itself comes with an entry', () => {
  const findChanged = createChangeFinder()
  const sent = (type: string) =>
    update({ conversation_id: 'c', author: { type, id: null } }, 'message.sent')
  assert.deepEqual([...findChanged([sent('system')])], ['c'])
  assert.deepEqual([...findChanged([sent('member')])], [])
})
