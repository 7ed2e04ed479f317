import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belongsTo, readChosen, readFilters, toQuery } from './filters.ts'
import type { Chat } from './types.ts'

const ME = 'me-id'
const chat = {
  status: 'open',
  assignee_id: null,
  unread_count: 0,
  channel: { id: 'channel' },
  tags: [{ id: 'tag' }],
} as unknown as Chat

test('filters are read from a URL or a saved view, and nothing else is', () => {
  const record = { status: 'open', unread: 'true', mentioned: false, tag_id: '', view: 'all' }
  assert.deepEqual(readFilters(record), { status: 'open', unread: true })
})

test('the URL does not override what the view decides', () => {
  const record = { status: 'closed', mentioned: true, assignee_id: 'me' }
  assert.deepEqual(readChosen(record), { assignee_id: 'me' })
})

test('the first page is short, and later pages carry the cursor', () => {
  assert.deepEqual(toQuery({ unread: true }), { unread: true, limit: 30, cursor: undefined })
  assert.deepEqual(toQuery({}, 'next'), { limit: 100, cursor: 'next' })
})

test('a conversation belongs to a list by status, assignee, channel and tag', () => {
  const belongs = (filters: Parameters<typeof belongsTo>[0], change: Partial<Chat> = {}) =>
    belongsTo(filters, ME)({ ...chat, ...change }, false)
  assert.ok(belongs({ status: 'open,snoozed', channel_id: 'channel', tag_id: 'tag' }))
  assert.ok(!belongs({ status: 'closed' }))
  assert.ok(!belongs({ channel_id: 'other' }))
  assert.ok(!belongs({ tag_id: 'other' }))
  assert.ok(belongs({ assignee_id: 'none' }))
  assert.ok(belongs({ assignee_id: 'me' }, { assignee_id: ME }))
  assert.ok(!belongs({ assignee_id: 'me' }, { assignee_id: 'other' }))
})

test('a conversation stays in the unread list after it is read', () => {
  const belongs = belongsTo({ unread: true }, ME)
  assert.ok(!belongs(chat, false))
  assert.ok(belongs(chat, true))
  assert.ok(belongs({ ...chat, unread_count: 1 }, false))
})
