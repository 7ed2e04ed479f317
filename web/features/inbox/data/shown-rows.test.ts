import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from './rows.ts'
import { toSections } from './shown-rows.ts'
import type { MessageItem } from './types.ts'

const START = Date.UTC(2026, 0, 5, 6)

/** A message with an image that was sent `seconds` after the start. */
function image(id: string, seconds: number, change: Partial<MessageItem> = {}): Row {
  const item = {
    id,
    kind: 'message',
    type: 'image',
    direction: 'inbound',
    text: null,
    status: 'received',
    reply_to: null,
    revoked_at: null,
    standby: false,
    content: null,
    attachments: [{ url: `/media/${id}`, mime_type: 'image/png', status: 'stored' }],
    author: { type: 'person', id: 'p' },
    created_at: new Date(START + seconds * 1000).toISOString(),
    ...change,
  } as unknown as MessageItem
  return { kind: 'item', item }
}

const idOf = (row: Row) => (row.kind === 'item' ? row.item.id : row.entry.key)

/** Returns the ids of the shown rows of each day; those of a group are joined. */
function show(rows: Row[], unreadId: string | null = null): string[][] {
  return toSections(rows, unreadId).map((section) =>
    section.rows.map((row) =>
      row.kind === 'images' ? row.rows.map((each) => idOf(each)).join('+') : idOf(row),
    ),
  )
}

test('images that follow each other within a minute are a group, of at most twelve', () => {
  assert.deepEqual(show([image('a', 0), image('b', 59), image('c', 118), image('d', 178)]), [
    ['a+b+c', 'd'],
  ])
  const many = Array.from({ length: 13 }, (_, at) => image(String(at), at))
  assert.deepEqual(
    show(many)[0]!.map((ids) => ids.split('+').length),
    [12, 1],
  )
})

test('what is more than an image, or of another author, is in no group', () => {
  const text = (id: string) => image(id, 1, { type: 'text', attachments: [], text: 'Hello' })
  for (const other of [
    text('x'),
    image('x', 1, { text: 'A caption' }),
    image('x', 1, { reply_to: 'a' }),
    image('x', 1, { revoked_at: new Date(START).toISOString() }),
    image('x', 1, { status: 'failed' }),
    image('x', 1, { author: { type: 'member', id: 'm' }, direction: 'outbound' }),
  ])
    assert.deepEqual(show([image('a', 0), other, image('b', 2)]), [['a', 'x', 'b']])
})

test('the first unread image and the first of a day begin a group', () => {
  const rows = [image('a', 0), image('b', 1), image('c', 2), image('d', 3)]
  assert.deepEqual(show(rows, 'c'), [['a+b', 'c+d']])
  const day = 24 * 3600
  assert.deepEqual(show([image('a', 0), image('b', day), image('c', day + 1)]), [['a'], ['b+c']])
})

test('a group is the same object until its images change, and a section keeps its key', () => {
  const rows = [image('b', 1), image('c', 2)]
  const [first, second] = [toSections(rows, null), toSections([image('a', -900), ...rows], null)]
  assert.equal(first[0]!.rows[0], second[0]!.rows[1])
  assert.equal(first[0]!.key, second[0]!.key)
})
