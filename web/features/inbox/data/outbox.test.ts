import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addOutgoing,
  confirmOutgoing,
  dropOutgoing,
  emptyOutbox,
  failOutgoing,
  matchOutgoing,
} from './outbox.ts'
import type { Outgoing, Sent } from './outbox.ts'

const ME = 'me'

function outgoing(key: string, change: Partial<Outgoing> = {}): Outgoing {
  return {
    key,
    chatId: 'chat',
    kind: 'message',
    body: { message: 'Hello' },
    mentions: [],
    retryOf: null,
    file: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    since: null,
    state: 'sending',
    error: null,
    isRetryable: false,
    matchedId: null,
    ...change,
  }
}

function sent(id: string, change: Partial<Sent> = {}): Sent {
  return {
    id,
    conversation_id: 'chat',
    text: 'Hello',
    author: { type: 'member', id: ME },
    created_at: '2026-01-01T00:00:01.000Z',
    type: 'text',
    reply_to: null,
    retry_of: null,
    ...change,
  } as Sent
}

test('a message that an event shows first is matched once, and keeps its key', () => {
  const before = addOutgoing(addOutgoing(emptyOutbox, outgoing('a')), outgoing('b'))
  const after = matchOutgoing(before, sent('1'), ME)
  assert.deepEqual(
    after.entries.map(({ matchedId }) => matchedId),
    ['1', null],
  )
  assert.deepEqual(after.keys, { 1: 'a' })
  assert.equal(matchOutgoing(after, sent('1'), ME), after)
})

test('only the same message of the same member is matched', () => {
  const outbox = addOutgoing(emptyOutbox, outgoing('a', { since: '2026-01-01T00:00:00.500Z' }))
  for (const other of [
    sent('1', { author: { type: 'member', id: 'other' } as Sent['author'] }),
    sent('1', { conversation_id: 'other' }),
    sent('1', { text: 'Bye' }),
    sent('1', { reply_to: 'quoted' }),
    sent('1', { retry_of: 'failed' }),
    sent('1', { created_at: '2026-01-01T00:00:00.500Z' }),
  ])
    assert.equal(matchOutgoing(outbox, other, ME), outbox)
  const { type: _, ...note } = sent('1')
  assert.equal(matchOutgoing(outbox, note, ME), outbox)
})

test('the response corrects a wrong match', () => {
  const matched = matchOutgoing(addOutgoing(emptyOutbox, outgoing('a')), sent('1'), ME)
  assert.deepEqual(confirmOutgoing(matched, 'a', '2'), { entries: [], keys: { 2: 'a' } })
})

test('a failed message is shown again and can be sent again or dropped', () => {
  const matched = matchOutgoing(addOutgoing(emptyOutbox, outgoing('a')), sent('1'), ME)
  const failed = failOutgoing(matched, 'a', { error: 'No', isRetryable: true })
  assert.deepEqual(failed.keys, {})
  const [entry] = failed.entries
  assert.deepEqual([entry?.state, entry?.error, entry?.matchedId], ['failed', 'No', null])
  assert.equal(addOutgoing(failed, outgoing('a')).entries.length, 1)
  assert.deepEqual(dropOutgoing(failed, 'a').entries, [])
})
