import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPage, applyChanges, firstPage, withMessage } from './chat-list.ts'
import type { Chat, Message } from './types.ts'

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

function chat(id: string, minute: number, change: Partial<Chat> = {}): Chat {
  return {
    id,
    status: 'open',
    created_at: at(0),
    updated_at: at(minute),
    last_message_at: at(minute),
    last_message: { id: `${id}-last`, direction: 'inbound', text: '', created_at: at(minute) },
    unread_count: 0,
    ...change,
  } as unknown as Chat
}

function message(chatId: string, minute: number): Message {
  return {
    id: `${chatId}-${minute}`,
    conversation_id: chatId,
    direction: 'inbound',
    text: 'Hi',
    created_at: at(minute),
    origin: 'platform',
  } as unknown as Message
}

const idsOf = ({ chats }: { chats: readonly Chat[] }) => chats.map(({ id }) => id)
const isOpen = ({ status }: Chat) => status === 'open'

test('pages are joined in order of activity, without repeats', () => {
  const first = firstPage({ data: [chat('c', 3), chat('b', 2)], next_cursor: 'more' })
  const whole = addPage(first, { data: [chat('b', 2), chat('a', 1)], next_cursor: null })
  assert.deepEqual(idsOf(whole), ['c', 'b', 'a'])
  assert.equal(whole.floor, null)
})

test('a received message moves its conversation to the top and counts as unread', () => {
  const list = firstPage({ data: [chat('b', 2), chat('a', 1)], next_cursor: null })
  const change = { kind: 'message' as const, message: message('a', 5), isUnread: true }
  const { list: after } = applyChanges(list, [change], isOpen)
  assert.deepEqual(idsOf(after), ['a', 'b'])
  assert.equal(after.chats[0]?.unread_count, 1)
  assert.equal(applyChanges(after, [change], isOpen).list, after)
})

test('a conversation that no longer belongs leaves the list', () => {
  const list = firstPage({ data: [chat('b', 2), chat('a', 1)], next_cursor: null })
  const closed = { kind: 'chat' as const, chat: chat('b', 2, { status: 'closed' }) }
  assert.deepEqual(idsOf(applyChanges(list, [closed], isOpen).list), ['a'])
})

test('an older state of a conversation changes nothing', () => {
  const list = firstPage({ data: [chat('a', 5)], next_cursor: null })
  const old = { kind: 'chat' as const, chat: chat('a', 4, { status: 'closed' }) }
  assert.equal(applyChanges(list, [old], isOpen).list, list)
})

test('a message of an unknown conversation is reported, and one below the loaded part is not kept', () => {
  const list = firstPage({ data: [chat('b', 5)], next_cursor: 'more' })
  const unknown = { kind: 'message' as const, message: message('x', 6), isUnread: true }
  assert.deepEqual(applyChanges(list, [unknown], isOpen).unsure, ['x'])
  const below = { kind: 'chat' as const, chat: chat('a', 1) }
  assert.deepEqual(idsOf(applyChanges(list, [below], isOpen).list), ['b'])
})

test('a message older than the last one changes nothing', () => {
  const before = chat('a', 5)
  assert.equal(withMessage(before, message('a', 4), { isUnread: true }), before)
})

test('a failed last message is shown as failed, and the status of an older message changes nothing', () => {
  const list = firstPage({ data: [chat('a', 5)], next_cursor: null })
  const failed = { ...message('a', 5), id: 'a-last', text: '', status: 'failed' } as Message
  const after = applyChanges(list, [{ kind: 'status', message: failed }], () => true)
  assert.equal(after.list.chats[0]!.last_message!.status, 'failed')
  const older = { ...message('a', 3), status: 'failed' } as Message
  const same = applyChanges(list, [{ kind: 'status', message: older }], () => true)
  assert.equal(same.list, list)
  const unknown = { ...message('b', 3), status: 'failed' } as Message
  assert.deepEqual(
    applyChanges(list, [{ kind: 'status', message: unknown }], () => true).unsure,
    [],
  )
})
