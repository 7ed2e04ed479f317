import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { after, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream, recordTestEvents, startEventApi } from '#test/event-streams.ts'
import type { TestStream } from '#test/event-streams.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { recordEvents } from './record-events.ts'
import { streamEvents } from './stream-events.ts'
import { toEventCursor } from './to-event-cursor.ts'
import { createEventTails } from './create-event-tails.ts'
import { createEventWatch } from './watch-events.ts'
import { streams, streamsRefused } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'

const { context, url: databaseUrl } = await openTestContext()
const { app, url } = await startEventApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  return { scope, key: await createTestKey(scope, ['events:read']) }
}

const openStream = (key: string, options?: Parameters<typeof openTestStream>[2]) =>
  openTestStream(url, key, options)

const numbersOf = (stream: TestStream) =>
  stream.frames.map((frame) => JSON.parse(frame.data!).data.number as number)

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Separate tails, whose watcher is stopped after the tests of this file. */
function openTails() {
  const { watch, stop } = createEventWatch(context, { url: databaseUrl })
  after(stop)
  return createEventTails(watch)
}

test('a stream starts with new events and sends the stored bytes', async () => {
  const { scope, key } = await setUp()
  await recordTestEvents(scope, 2)
  const stream = await openStream(key)
  assert.equal(stream.answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await recordTestEvents(scope, 1, 'ticket.created')
  await waitFor(() => stream.frames.length === 1)
  const stored = await scope.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('position', '=', 3)
    .executeTakeFirstOrThrow()
  assert.equal(stream.frames[0]!.data, stored.body)
  assert.equal(stream.frames[0]!.event, 'ticket.created')
})

test('a broken stream continues with Last-Event-ID, without a gap or a repeat', async () => {
  const { scope, key } = await setUp()
  const first = await openStream(key)
  await recordTestEvents(scope, 3)
  await waitFor(() => first.frames.length === 3)
  first.close()
  await first.ended
  await recordTestEvents(scope, 250, 'message.sent', 3)
  const second = await openStream(key, { last: first.frames[1]!.id! })
  await waitFor(() => second.frames.length === 251)
  assert.deepEqual(numbersOf(second), range(253).slice(2))
})

test('a stream sends its start position, so that one that breaks before its first event misses none', async () => {
  const { scope, key } = await setUp()
  await recordTestEvents(scope, 2)
  const first = await openStream(key)
  const id = await waitFor(() => /^id: (.+)$/m.exec(first.text())?.[1])
  assert.ok(first.text().includes(`: at ${id}\n`))
  first.close()
  await first.ended
  await recordTestEvents(scope, 2, 'message.sent', 2)
  const second = await openStream(key, { last: id })
  await waitFor(() => second.frames.length === 2)
  assert.deepEqual(numbersOf(second), [2, 3])
})

test('a stream can start after the event with an id, or at a time', async () => {
  const { scope, key } = await setUp()
  await recordTestEvents(scope, 3)
  const since = await openStream(key, { query: '?since=2020-01-01T00:00:00Z' })
  await waitFor(() => since.frames.length === 3)
  const { id } = JSON.parse(since.frames[1]!.data!)
  const after_ = await openStream(key, { query: `?after=${id}` })
  await waitFor(() => after_.frames.length === 1)
  assert.deepEqual(numbersOf(after_), [2])
})

test('a stream of some types sends only those', async () => {
  const { scope, key } = await setUp()
  const stream = await openStream(key, { query: '?types=contact.created' })
  for (const type of ['message.sent', 'contact.created', 'message.sent'] as const)
    await recordTestEvents(scope, 2, type)
  await recordTestEvents(scope, 1, 'contact.created')
  await waitFor(() => stream.frames.length > 2)
  assert.deepEqual(
    stream.frames.map((frame) => frame.event),
    ['contact.created', 'contact.created', 'contact.created'],
  )
})

test('many streams of one workspace read new events once', async () => {
  const { scope } = await setUp()
  const db = countingDb()
  const { watch, stop } = createEventWatch(
    { ...context, db: db.counted },
    { url: databaseUrl, pollMs: 3_600_000 },
  )
  after(stop)
  const tails = createEventTails(watch)
  const end = new AbortController()
  const outs = range(50).map(() => new PassThrough({ encoding: 'utf8' }))
  const streams = outs.map((out) => {
    out.resume()
    const seen: string[] = []
    out.on('data', (text: string) => seen.push(text))
    const options = { position: 0, types: undefined, tails, signal: end.signal }
    return { seen, running: streamEvents({ ...scope, db: db.counted }, out, options) }
  })
  await waitFor(() => streams.every(({ seen }) => seen.length > 0))
  await recordTestEvents(scope, 1)
  await waitFor(() => streams.every(({ seen }) => seen.join('').includes('"number":0,')))
  const before = db.reads()
  await recordTestEvents(scope, 1, 'message.sent', 1)
  await waitFor(() => streams.every(({ seen }) => seen.join('').includes('"number":1,')))
  assert.equal(db.reads() - before, 1)
  end.abort()
  await Promise.all(streams.map(({ running }) => running))
})

/** A database that counts how many times events were read from it. */
function countingDb() {
  let reads = 0
  const counted = watchQueries(context.db, (query) => {
    if (query.includes('counter.trimmed_position')) reads++
  })
  return { counted, reads: () => reads }
}

test('a slow client uses little memory and gets everything in order', async () => {
  const { scope } = await setUp()
  const wide = 'x'.repeat(8_000)
  const taken: string[] = []
  let take: (() => void) | undefined
  let isSlow = true
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk)
      if (isSlow) take = done
      else done()
    },
  })
  const stop = new AbortController()
  const options = { position: 0, types: undefined, tails: openTails(), signal: stop.signal }
  const streaming = streamEvents(scope, out, { ...options, heartbeatMs: 5 })
  for (let first = 0; first < 1_000; first += 100) await recordWide(scope, first, wide)
  await waitFor(() => take)
  // The result of one query, in pieces: never more than one of them waits.
  assert.ok(out.writableLength < 100_000, `${out.writableLength} characters wait`)
  isSlow = false
  take!()
  const text = () => taken.join('')
  await waitFor(() => text().includes('"number":999,'))
  const seen = [...text().matchAll(/"data":\{"number":(\d+),/g)].map((match) => Number(match[1]))
  assert.deepEqual(seen, range(1_000))
  stop.abort()
  await streaming
})

async function recordWide(scope: Scope, first: number, note: string) {
  await transaction(scope, (tx) =>
    recordEvents(
      tx,
      range(100).map((index) => ({ type: 'message.sent', data: { number: first + index, note } })),
    ),
  )
}

test('a client that reads nothing is disconnected', async () => {
  const { scope } = await setUp()
  await recordTestEvents(scope, 200)
  const out = new Writable({ highWaterMark: 1, write: () => undefined })
  const signal = AbortSignal.timeout(60_000)
  const options = { position: 0, types: undefined, tails: openTails(), signal }
  await streamEvents(scope, out, { ...options, stalledMs: 20 })
  assert.equal(signal.aborted, false)
})

test('a heartbeat has the form that the stream was opened with, and its position', async () => {
  const { scope } = await setUp()
  await recordTestEvents(scope, 2)
  const out = new PassThrough({ encoding: 'utf8' })
  let text = ''
  out.on('data', (chunk: string) => (text += chunk))
  const end = new AbortController()
  const options = { position: 0, types: undefined, tails: openTails(), signal: end.signal }
  const heartbeat = (cursor: string) => `event: at\nid: ${cursor}\ndata: {}\n\n`
  const running = streamEvents(scope, out, { ...options, heartbeat, heartbeatMs: 20 })
  await waitFor(() => text.endsWith(heartbeat(toEventCursor(2))))
  assert.ok(text.startsWith(`retry: 1000\n${heartbeat(toEventCursor(0))}`))
  assert.ok(!text.includes(': at '))
  end.abort()
  await running
})

test('a stream whose client disconnected before it started ends immediately', async () => {
  const { scope } = await setUp()
  const out = new PassThrough()
  out.destroy()
  await once(out, 'close')
  const signal = AbortSignal.timeout(60_000)
  await streamEvents(scope, out, { position: 0, types: undefined, tails: openTails(), signal })
  assert.equal(signal.aborted, false)
})

test('the stream requires the scope events:read', async () => {
  const { scope } = await setUp()
  const key = await createTestKey(scope, ['chats:read'])
  assert.equal((await openStream(key)).answer.status, 403)
})

test('a key that is revoked or expires loses its open streams, other keys keep theirs', async () => {
  const { scope, key: kept } = await setUp()
  const { url: quick } = await startEventApi(context, { recheckMs: 20 })
  const revoked = await createTestKey(scope, ['events:read'])
  const expiring = await createTestKey(scope, ['events:read'], {
    expiresAt: new Date(Date.now() + 400),
  })
  const streams = await Promise.all(
    [kept, revoked, expiring].map((key) => openTestStream(quick, key)),
  )
  const [ofKept, ofRevoked, ofExpiring] = streams as [TestStream, TestStream, TestStream]
  await scope.directory
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('workspace_id', '=', scope.workspaceId)
    .where('last_four', '=', revoked.slice(-4))
    .execute()
  await ofRevoked.ended
  await ofExpiring.ended
  await recordTestEvents(scope, 1)
  await waitFor(() => ofKept.frames.length === 1)
  assert.equal(ofKept.isOpen(), true)
})

test('a key has a limited number of open streams, and can open another when one ends', async () => {
  const { scope, key } = await setUp()
  const { url: small } = await startEventApi(context, { limits: { perKey: 2, inAll: 3 } })
  const first = await moves(streams, {}, () => openTestStream(small, key), 1)
  const second = await openTestStream(small, key)
  const labels = { code: 'too_many_streams' }
  const refused = await moves(streamsRefused, labels, () => openTestStream(small, key), 1)
  assert.equal(refused.answer.status, 429)
  assert.equal(refused.answer.headers.get('retry-after'), '5')
  await refused.ended
  assert.equal(JSON.parse(refused.text()).code, 'too_many_streams')
  const other = await createTestKey(scope, ['events:read'])
  assert.equal((await openTestStream(small, other)).answer.status, 200)
  assert.equal((await openTestStream(small, other)).answer.status, 503)
  first.close()
  const again = await waitFor(async () => {
    const stream = await openTestStream(small, key)
    return stream.answer.status === 200 ? stream : undefined
  })
  assert.equal(second.isOpen() && again.isOpen(), true)
})

test('a workspace has a limited number of open streams, whatever keys it uses', async () => {
  const { scope, key } = await setUp()
  const { url: small } = await startEventApi(context, { limits: { perWorkspace: 1 } })
  assert.equal((await openTestStream(small, key)).answer.status, 200)
  const refused = await openTestStream(small, await createTestKey(scope, ['events:read']))
  await refused.ended
  assert.equal(JSON.parse(refused.text()).code, 'quota_exceeded')
  const { key: other } = await setUp()
  assert.equal((await openTestStream(small, other)).answer.status, 200)
})

test('closing the server ends its streams', async () => {
  const { key } = await setUp()
  const stream = await openStream(key)
  await app.close()
  await stream.ended
  assert.equal(stream.isOpen(), false)
})
