import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstUnread, isSameGroup, toMarks, toRows } from './rows.ts'
import { addNewer, addOlder, applyToThread, openThread, refreshTail, toItem } from './thread.ts'
import type { Message, MessageItem, ThreadItem, ThreadPage } from './types.ts'

function message(minute: number, change: Partial<Message> = {}): MessageItem {
  const two = String(minute).padStart(2, '0')
  return toItem({
    id: `m${two}`,
    conversation_id: 'chat',
    created_at: `2026-01-01T00:${two}:00.000Z`,
    direction: 'inbound',
    type: 'text',
    text: two,
    author: { type: 'person', id: 'p' },
    reactions: [],
    reply_to: null,
    retry_of: null,
    ...change,
  } as unknown as Message)
}

function page(
  items: ThreadItem[],
  before: string | null = null,
  after: string | null = null,
): ThreadPage {
  return { data: items, before_cursor: before, after_cursor: after }
}

const idsOf = ({ items }: { items: readonly ThreadItem[] }) => items.map(({ id }) => id)

test('pages extend a thread on both sides without repeating an item', () => {
  const opened = openThread(page([message(3), message(2)], 'older', 'newer'))
  const older = addOlder(opened, page([message(1), message(2)]))
  assert.deepEqual(idsOf(older), ['m01', 'm02', 'm03'])
  const newer = addNewer({ ...older, newerCount: 3 }, page([message(3), message(4)]))
  assert.deepEqual(idsOf(newer), ['m01', 'm02', 'm03', 'm04'])
  assert.deepEqual([newer.after, newer.newerCount], [null, 0])
})

test('an event adds a message once, in order of time', () => {
  const thread = openThread(page([message(1), message(3)]))
  const change = { item: message(2), isNew: true }
  assert.deepEqual(idsOf(applyToThread(thread, [change, change])), ['m01', 'm02', 'm03'])
})

test('an event outside the loaded part is only counted', () => {
  const thread = openThread(page([message(2), message(3)], 'older', 'newer'))
  const changes = [1, 4].map((minute) => ({ item: message(minute), isNew: true }))
  const after = applyToThread(thread, changes)
  assert.deepEqual([idsOf(after), after.newerCount], [['m02', 'm03'], 1])
})

test('a refreshed end that does not join the loaded part replaces it', () => {
  const thread = openThread(page([message(1)], 'older'))
  assert.deepEqual(idsOf(refreshTail(thread, page([message(5)], 'gap'))), ['m05'])
  assert.deepEqual(idsOf(refreshTail(thread, page([message(1), message(2)], 'x'))), ['m01', 'm02'])
})

test('a reaction has no row unless it failed', () => {
  const reaction = (status: Message['status']) =>
    message(2, { type: 'reaction', direction: 'outbound', status })
  const rows = (item: ThreadItem) => toRows(openThread(page([message(1), item])), []).length
  assert.deepEqual([rows(reaction('sent')), rows(reaction('failed'))], [1, 2])
})

test('our last reaction and retries are found in the thread', () => {
  const ours = { direction: 'outbound' } as const
  const marks = toMarks(
    [
      message(2, { ...ours, type: 'reaction', reply_to: 'm01', text: '👍', status: 'sent' }),
      message(3, { ...ours, type: 'reaction', reply_to: 'm01', text: null, status: 'sent' }),
      message(4, { ...ours, retry_of: 'm00' }),
    ],
    [],
  )
  assert.deepEqual([...marks.reactions], [['m01', null]])
  assert.deepEqual([...marks.retried], ['m00'])
})

test('messages of one author within five minutes form a group', () => {
  const row = (item: MessageItem) => ({ kind: 'item' as const, item })
  assert.ok(isSameGroup(row(message(1)), row(message(5))))
  assert.ok(!isSameGroup(row(message(1)), row(message(6))))
  assert.ok(!isSameGroup(row(message(1)), row(message(2, { direction: 'outbound' }))))
  assert.ok(!isSameGroup(undefined, row(message(1))))
})

test('the first unread message is counted from the end over inbound messages', () => {
  const items = [message(1), message(2), message(3, { direction: 'outbound' }), message(4)]
  assert.equal(firstUnread(items, 2), 'm02')
  assert.equal(firstUnread(items, 0), null)
  assert.equal(firstUnread(items, 9), null)
})
