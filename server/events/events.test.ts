import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { recordTestEvents, startEventApi } from '#test/event-streams.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { toEventCursor } from './to-event-cursor.ts'
import { findEventPosition } from './find-event-position.ts'
import { listEvents } from './list-events.ts'
import type { EventBatch } from './list-events.ts'

const { context } = await openTestContext()
const { app } = await startEventApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['events:read'])
  const get = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      url: `/api/v1/events${query}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    return { status: answer.statusCode, text: answer.body, json: () => answer.json() }
  }
  return { scope, key, get }
}

const stored = (scope: Scope) =>
  scope.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()

/** Deletes events like the retention does: first records up to which position, then deletes. */
async function trim(scope: Scope, position: number) {
  await scope.db
    .updateTable('workspace_counters')
    .set({ trimmed_position: position })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await scope.db
    .deleteFrom('events')
    .where('workspace_id', '=', scope.workspaceId)
    .where('position', '<=', position)
    .execute()
}

const numbers = (page: { data: { data: { number: number } }[] }) =>
  page.data.map((event) => event.data.number)

test('events are listed oldest first, each body byte-identical to the stored one', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 3)
  const { status, text, json } = await get('')
  assert.equal(status, 200)
  const bodies = (await stored(scope)).map((row) => row.body)
  assert.ok(text.startsWith(`{"data":[${bodies.join(',')}],"next_cursor":"`))
  assert.equal(json().has_more, false)
})

test('an event is found by its id, byte-identical to the stored one', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 2)
  const [, event] = await stored(scope)
  const answer = await get(`/${event!.id}`)
  assert.deepEqual([answer.status, answer.text], [200, event!.body])
  for (const id of [newId(), 'nonsense']) {
    const none = await get(`/${id}`)
    assert.deepEqual([none.status, none.json().code], [404, 'event_not_found'])
  }
  const other = await setUp()
  assert.equal((await other.get(`/${event!.id}`)).status, 404)
})

test('next_cursor always continues where the page ended', async () => {
  const { scope, get } = await setUp()
  const empty = (await get('')).json()
  assert.deepEqual(empty.data, [])
  await recordTestEvents(scope, 5)
  const first = (await get(`?after=${empty.next_cursor}&limit=3`)).json()
  assert.deepEqual([first.data.length, first.has_more], [3, true])
  const second = (await get(`?after=${first.next_cursor}&limit=3`)).json()
  assert.deepEqual([second.data.length, second.has_more], [2, false])
  const third = (await get(`?after=${second.next_cursor}&limit=3`)).json()
  assert.deepEqual([third.data.length, third.next_cursor], [0, second.next_cursor])
})

test('a filter by type permanently skips the other events', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 4)
  await recordTestEvents(scope, 1, 'ticket.created')
  await recordTestEvents(scope, 4)
  const page = (await get('?types=ticket.created,contact.created')).json()
  assert.deepEqual(
    page.data.map((event: { type: string }) => event.type),
    ['ticket.created'],
  )
  const all = (await get(`?after=${page.next_cursor}`)).json()
  assert.deepEqual(all.data, [])
  assert.equal((await get('?types=ticket.opened')).status, 422)
})

test('the feed continues after the event with an id', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 4)
  const [, second] = await stored(scope)
  assert.deepEqual(numbers((await get(`?after=${second!.id}`)).json()), [2, 3])
  const unknown = await get(`?after=${newId()}`)
  assert.deepEqual([unknown.status, unknown.json().code], [404, 'event_not_found'])
})

test('the feed starts with the first event since a time', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 3)
  const before = Date.now()
  await waitFor(() => Date.now() > before)
  const between = new Date().toISOString()
  await recordTestEvents(scope, 2, 'message.sent', 3)
  assert.deepEqual(numbers((await get(`?since=${between}`)).json()), [3, 4])
  assert.deepEqual(numbers((await get('?since=2020-01-01T05:30:00%2B05:30')).json()).length, 5)
  const later = (await get('?since=2099-01-01T00:00:00Z')).json()
  assert.deepEqual([later.data, later.has_more], [[], false])
  await recordTestEvents(scope, 1, 'message.sent', 5)
  assert.deepEqual(numbers((await get(`?after=${later.next_cursor}`)).json()), [5])
  const both = await get(`?since=${between}&after=${later.next_cursor}`)
  assert.equal(both.json().code, 'conflicting_fields')
  assert.equal((await get('?since=yesterday')).status, 422)
})

test('no event since a time is skipped, although clocks and commits differ a little', async () => {
  const { scope } = await setUp()
  const start = Date.parse('2026-01-01T00:00:00Z')
  const seconds = Array.from({ length: 60 }, (_, index) => (index % 5 === 3 ? index - 3 : index))
  for (const second of seconds)
    await recordTestEvents({ ...scope, clock: { now: () => new Date(start + second * 1_000) } }, 1)
  await trim(scope, 7)
  for (let second = -1; second <= 61; second++) {
    const since = new Date(start + second * 1_000).toISOString()
    const first = seconds.findIndex((each, index) => index >= 7 && each >= second)
    assert.equal(await findEventPosition(scope, { since }), first < 0 ? 60 : first, since)
  }
})

test('a cursor that does not belong to the events is rejected', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 2)
  for (const after of ['nonsense', toEventCursor(-1), toEventCursor(3)])
    assert.equal((await get(`?after=${after}`)).json().code, 'invalid_cursor', after)
})

test('a cursor after which events were deleted returns 410 with a cursor that is valid', async () => {
  const { scope, get } = await setUp()
  await recordTestEvents(scope, 6)
  await trim(scope, 4)
  for (const [path, headers] of [
    [`?after=${toEventCursor(3)}`, {}],
    [`/stream?after=${toEventCursor(3)}`, {}],
    ['/stream', { 'last-event-id': toEventCursor(0) }],
  ] as const) {
    const { status, json } = await get(path, headers)
    assert.deepEqual([status, json().code], [410, 'cursor_expired'], path)
    const oldest = /after=([\w-]+)/.exec(json().detail)![1]!
    assert.deepEqual(numbers((await get(`?after=${oldest}`)).json()), [4, 5])
  }
  assert.deepEqual(numbers((await get('')).json()), [4, 5])
  assert.deepEqual(numbers((await get('?since=2020-01-01T00:00:00Z')).json()), [4, 5])
  await trim(scope, 6)
  const empty = (await get('')).json()
  assert.deepEqual([empty.data, empty.has_more], [[], false])
})

test('a reader that retention overtakes gets an error and never skips an event', async () => {
  const { scope } = await setUp()
  await recordTestEvents(scope, 1_500)
  const answers: (EventBatch | 'expired')[] = []
  for (let position = 0; position < 1_400; position += 5) {
    // Three more events are deleted while the next seven are read: all seven are returned, or none.
    const reading = listEvents(scope, { position, limit: 7 }).catch((err: { code?: string }) => {
      assert.equal(err.code, 'cursor_expired')
      return 'expired' as const
    })
    const [answer] = await Promise.all([reading, trim(scope, position + 3)])
    answers.push(answer)
    if (answer === 'expired') continue
    assert.deepEqual(
      answer.events.map((event) => event.position),
      Array.from({ length: 7 }, (_, index) => position + 1 + index),
    )
  }
  assert.equal(answers.length, 280)
  await assert.rejects(listEvents(scope, { position: 0, limit: 7 }), { code: 'cursor_expired' })
})

test('other workspaces see none of the events', async () => {
  const { scope } = await setUp()
  await recordTestEvents(scope, 2)
  const other = await setUp()
  assert.deepEqual((await other.get('')).json().data, [])
})
