import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import type { Call } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream, startEventApi } from '#test/event-streams.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
  testPhone,
} from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { recordEvents } from './record-events.ts'

const { context, url: databaseUrl } = await openTestContext()
/** Half of them in each process, fewer than its connections: none waits for one for longer than a request may. */
const WRITERS = 16
const ROUNDS = 24
type Seen = { id: string; type: string }

/** Opens a second context with its own connections, which the database cannot tell from another API process. */
function openSecond(): Context {
  const pool = createPool({
    url: databaseUrl,
    max: 10,
    name: 'parley second',
    onError: () => undefined,
  })
  const db = createDb(pool)
  after(() => db.destroy())
  return { ...context, db }
}

/** The work of one writer, in rounds: every verb that records events, and changes that are rolled back. */
function createWrites(scope: Scope, key: string, places: { chatId: string; personId: string }) {
  const { chatId, personId } = places
  const post = (path: string, body: object) => (call: Call) =>
    call(`POST /api/v1/${path}`, { key, body }).then(({ status, text }) => {
      assert.ok(status === 201 || status === 404, text)
    })
  const rollBack = () =>
    assert.rejects(
      transaction(scope, async (tx) => {
        await recordEvents(tx, [{ type: 'contact.updated', data: { rolled: 'back' } }])
        throw new Error('on second thoughts')
      }),
      /on second thoughts/,
    )
  return [
    post('messages/send', { conversation_id: chatId, message: 'Hello' }),
    () => rollBack(),
    post('contacts', { phone_e164: testPhone(), name: 'Asha' }),
    post('tickets', { person_id: personId, title: 'T' }),
    post('tickets', { person_id: newId(), title: 'For nobody' }),
    post('messages/send', { conversation_id: chatId, message: 'Again' }),
  ]
}

/** Polls as fast as possible until `isOver` and nothing is left. Calls `onSeen` when it has read an event. */
async function readAll(
  call: Call,
  key: string,
  query: string,
  { isOver, onSeen = () => undefined }: { isOver: () => boolean; onSeen?: () => void },
) {
  const seen: Seen[] = []
  for (let after_ = ''; ;) {
    const wasOver = isOver()
    const { status, body } = await call(`GET /api/v1/events?${query}${after_}`, { key })
    assert.equal(status, 200)
    seen.push(...body.data)
    if (seen.length > 0) onSeen()
    after_ = `&after=${body.next_cursor}`
    if (wasOver && !body.has_more) return seen
  }
}

test('with many writers in two processes and rollbacks, every reader sees every event once and in order', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const second = openSecond()
  const calls = [(await openTestApi(context)).call, (await openTestApi(second)).call] as const
  const scopes = [scope, { ...scope, ...second }]
  const { url } = await startEventApi(second)
  const stream = await openTestStream(url, key)
  const person = await createTestPerson(scope)
  const chats = await Promise.all([1, 2, 3].map(() => createTestChat(scope)))
  let isOver = false
  // The writers go on in the middle only when both readers have begun, so that the readers read while they write.
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const places = { chatId: chats[writer % 3]!.id, personId: person.id }
      const writes = createWrites(scopes[writer % 2]!, key, places)
      for (let round = 0; round < ROUNDS; round++) {
        if (round === ROUNDS / 2) await Promise.all(begun.map(({ promise }) => promise))
        await writes[(writer + round) % writes.length]!(calls[writer % 2]!)
      }
    }),
  ).finally(() => (isOver = true))
  const [all, some] = await Promise.all([
    readAll(calls[1], key, 'limit=7', { isOver: () => isOver, onSeen: begun[0].resolve }),
    readAll(calls[0], key, 'limit=5&types=ticket.created,contact.created', {
      isOver: () => isOver,
      onSeen: begun[1].resolve,
    }),
    writing,
  ])
  const stored = await scope.db
    .selectFrom('events')
    .select(['id', 'type', 'position'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    stored.map((event) => event.position),
    stored.map((_, index) => index + 1),
  )
  assert.ok(stored.length > WRITERS * ROUNDS * 0.5, `${stored.length} events`)
  const ids = (events: Seen[]) => events.map((event) => event.id)
  assert.deepEqual(ids(all), ids(stored))
  const wanted = stored.filter(({ type }) => /^(ticket|contact)\.created$/.test(type))
  assert.deepEqual(ids(some), ids(wanted))
  await waitFor(() => stream.frames.length >= stored.length)
  assert.deepEqual(
    stream.frames.map((frame) => JSON.parse(frame.data!).id),
    ids(stored),
  )
})
