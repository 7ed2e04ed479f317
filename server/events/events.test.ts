import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { createApp } from '#http/app.ts'
import { addAuthentication } from '#http/authenticate.ts'
import { createApiKeyFinder } from '#keys/find-api-keys.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import type { EventType } from './catalogue.ts'
import { listEvents } from './list-events.ts'
import { recordEvents } from './record-events.ts'
import { addEventRoutes } from './routes.ts'
import { streamEvents } from './stream-events.ts'
import { createEventWatch } from './watch-events.ts'

const { context } = await openTestContext()
const { app, url } = await startApp()
after(() => app.close())

async function startApp() {
  const server = createApp({ log: context.log, bodyBytesMax: 1024 })
  addAuthentication(server, context, {
    findKey: createApiKeyFinder(context),
    recordKeyUse: () => undefined,
    findSession: async () => undefined,
  })
  addEventRoutes(server, context)
  return { app: server, url: await server.listen({ host: '127.0.0.1', port: 0 }) }
}

const emit = (scope: Scope, count: number, type: EventType = 'message.sent') =>
  transaction(scope, (tx) =>
    recordEvents(
      tx,
      Array.from({ length: count }, (_, number) => ({
        type,
        data: { number, note: 'é "quoted"' },
      })),
    ),
  )

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['events:read'])
  const get = async (query: string) => {
    const answer = await app.inject({
      url: `/api/v1/events${query}`,
      headers: { authorization: `Bearer ${key}` },
    })
    return { status: answer.statusCode, text: answer.body, json: () => answer.json() }
  }
  return { scope, key, get }
}

/** A stream of events, read as it comes; `frames` are its blocks. */
async function openStream(key: string, options: { query?: string; last?: string } = {}) {
  const cancel = new AbortController()
  const answer = await fetch(`${url}/api/v1/events/stream${options.query ?? ''}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(options.last !== undefined && { 'last-event-id': options.last }),
    },
    signal: cancel.signal,
  })
  const frames: { id?: string; event?: string; data?: string }[] = []
  let isOpen = true
  const read = async () => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks)
        if (block.includes('data: '))
          frames.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s))))
    }
  }
  const ended = read()
    .catch(() => undefined)
    .then(() => (isOpen = false))
  return { answer, frames, isOpen: () => isOpen, ended, close: () => cancel.abort() }
}

test('events come oldest first, each body byte for byte as it is stored', async () => {
  const { scope, get } = await setUp()
  await emit(scope, 3)
  const { status, text, json } = await get('')
  assert.equal(status, 200)
  const rows = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  assert.ok(text.startsWith(`{"data":[${rows.map((row) => row.body).join(',')}],"next_cursor":"`))
  assert.equal(json().has_more, false)
})

test('next_cursor always goes on where the page ended', async () => {
  const { scope, get } = await setUp()
  const empty = (await get('')).json()
  assert.deepEqual(empty.data, [])
  await emit(scope, 5)
  const first = (await get(`?after=${empty.next_cursor}&limit=3`)).json()
  assert.deepEqual([first.data.length, first.has_more], [3, true])
  const second = (await get(`?after=${first.next_cursor}&limit=3`)).json()
  assert.deepEqual([second.data.length, second.has_more], [2, false])
  const third = (await get(`?after=${second.next_cursor}&limit=3`)).json()
  assert.deepEqual([third.data.length, third.next_cursor], [0, second.next_cursor])
})

test('a filter by type passes over the others for good', async () => {
  const { scope, get } = await setUp()
  await emit(scope, 4)
  await emit(scope, 1, 'ticket.created')
  await emit(scope, 4)
  const page = (await get('?types=ticket.created,contact.created')).json()
  assert.deepEqual(
    page.data.map((event: { type: string }) => event.type),
    ['ticket.created'],
  )
  const all = (await get(`?after=${page.next_cursor}`)).json()
  assert.deepEqual(all.data, [])
  assert.equal((await get('?types=ticket.opened')).status, 422)
})

test('a bad cursor is refused', async () => {
  const { get } = await setUp()
  assert.equal((await get('?after=nonsense')).json().code, 'invalid_cursor')
})

test('another workspace sees none of it', async () => {
  const { scope } = await setUp()
  await emit(scope, 2)
  const other = await setUp()
  assert.deepEqual((await other.get('')).json().data, [])
})

test('a reader beside fifty writers sees every event once and in order', async () => {
  const { scope } = await setUp()
  const rounds = 8
  let writing = true
  const writers = Promise.all(
    Array.from({ length: 50 }, async () => {
      for (let round = 0; round < rounds; round++) await emit(scope, 1 + (round % 3))
    }),
  ).finally(() => (writing = false))
  const seen: number[] = []
  let position = 0
  for (;;) {
    const wasWriting = writing
    const batch = await listEvents(scope, { position, limit: 100 })
    seen.push(...batch.events.map((event) => event.position))
    position = batch.position
    if (!wasWriting && !batch.hasMore) break
  }
  await writers
  const total = 50 * (1 + 2 + 3 + 1 + 2 + 3 + 1 + 2)
  assert.deepEqual(
    seen,
    Array.from({ length: total }, (_, index) => index + 1),
  )
})

test('a stream begins with what is new and carries the stored bytes', async () => {
  const { scope, key } = await setUp()
  await emit(scope, 2)
  const stream = await openStream(key)
  assert.equal(stream.answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await emit(scope, 1, 'ticket.created')
  await waitFor(() => stream.frames.length === 1, { timeoutMs: 3_000 })
  const stored = await scope.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('position', '=', 3)
    .executeTakeFirstOrThrow()
  assert.equal(stream.frames[0]!.data, stored.body)
  assert.equal(stream.frames[0]!.event, 'ticket.created')
  stream.close()
  await stream.ended
})

test('a stream that broke goes on with Last-Event-ID, without a gap or a repeat', async () => {
  const { scope, key } = await setUp()
  const first = await openStream(key)
  await emit(scope, 3)
  await waitFor(() => first.frames.length === 3)
  first.close()
  await first.ended
  await emit(scope, 250)
  const second = await openStream(key, { last: first.frames[1]!.id! })
  await waitFor(() => second.frames.length === 251)
  const positions = second.frames.map((frame) => JSON.parse(frame.data!).id)
  assert.equal(new Set(positions).size, 251)
  assert.equal(positions[0], JSON.parse(first.frames[2]!.data!).id)
  second.close()
  await second.ended
})

test('a stream of some types carries only those', async () => {
  const { scope, key } = await setUp()
  const stream = await openStream(key, { query: '?types=contact.created' })
  await emit(scope, 2)
  await emit(scope, 1, 'contact.created')
  await waitFor(() => stream.frames.length > 0)
  assert.deepEqual(
    stream.frames.map((frame) => frame.event),
    ['contact.created'],
  )
  stream.close()
  await stream.ended
})

test('the stream needs the scope events:read', async () => {
  const { scope } = await setUp()
  const key = await createTestKey(scope, ['chats:read'])
  const stream = await openStream(key)
  assert.equal(stream.answer.status, 403)
  await stream.ended
})

test('a stream whose client has left before it began ends at once', async () => {
  const { scope } = await setUp()
  const out = new PassThrough()
  out.destroy()
  await once(out, 'close')
  const watch = createEventWatch(context)
  const signal = AbortSignal.timeout(60_000)
  await streamEvents(scope, out, { position: 0, types: undefined, watch, signal })
  assert.equal(signal.aborted, false)
})

test('closing the server ends its streams', async () => {
  const { key } = await setUp()
  const stream = await openStream(key)
  await app.close()
  await stream.ended
  assert.equal(stream.isOpen(), false)
})
