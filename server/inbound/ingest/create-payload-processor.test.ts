import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestChannel, createTestWorkspace, testPhone } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { createPool } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { createIngest } from '#ingest.ts'
import { payloadOf, sign, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { createInboundLane } from './create-inbound-lane.ts'

const { context, url } = await openTestContext()
const pool = createPool({ url, max: 2, name: 'parley test', onError: () => undefined })
beforeClose(context, () => pool.end())
const app = createIngest(context)
const lane = createInboundLane(context)

async function deliver(payload: Json | string): Promise<void> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const answer = await app.inject({
    method: 'POST',
    url: '/webhook/whatsapp',
    payload: body,
    headers: { 'x-hub-signature-256': sign(body), 'content-type': 'application/json' },
  })
  assert.equal(answer.statusCode, 200)
}

const process_ = (workspaceId: string) =>
  lane.work(
    { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
    new AbortController().signal,
  )

async function setUp() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createTestChannel(scope)
  const receive = async (...payloads: (Json | string)[]) => {
    for (const payload of payloads) await deliver(payload)
    assert.equal(await process_(workspaceId), null)
  }
  return { scope, workspaceId, channel, account: channel.account, receive }
}

type Table = 'people' | 'chats' | 'messages' | 'inbound_payloads' | 'events'

const rows = (scope: Scope, table: Table): Promise<any[]> =>
  scope.db
    .selectFrom(table)
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()

const newWaId = () => testPhone().slice(1)
const now = Math.floor(Date.now() / 1000)

/** Sets up workspaces with a known channel, each with a pending message of one customer, who writes to all of them. */
async function setUpSeveral(count: number) {
  const from = newWaId()
  const all = []
  for (let index = 0; index < count; index++) {
    const own = await setUp()
    await own.receive(payloadOf(own.account, statusOf(wamid(), 'sent', now)))
    const send = (text: string) => deliver(payloadOf(own.account, textFrom(from, text)))
    await send(`one for ${own.workspaceId}`)
    all.push({ ...own, send })
  }
  const ids = all.map(({ workspaceId }) => workspaceId)
  /** Returns the transactions that wrote the messages of the workspaces. */
  const writers = async () => {
    const { rows: written } = await pool.query<{ workspace_id: string; xmin: string }>(
      'select workspace_id, xmin::text from messages where workspace_id = any ($1)',
      [ids],
    )
    return new Map(written.map((row) => [row.workspace_id, row.xmin]))
  }
  return { all, ids, writers }
}

const textsOf = async (scope: Scope) => (await rows(scope, 'messages')).map((each) => each.text)

test('payloads of several workspaces are recorded in one transaction, and each has its own rows', async () => {
  const { all, ids, writers } = await setUpSeveral(3)
  await all[1]!.send('two')
  assert.deepEqual(await Promise.all(ids.map(process_)), [null, null, null])
  assert.equal(new Set((await writers()).values()).size, 1)
  for (const [index, { scope, workspaceId }] of all.entries()) {
    const expected = [`one for ${workspaceId}`, ...(index === 1 ? ['two'] : [])]
    assert.deepEqual(await textsOf(scope), expected)
    assert.equal((await rows(scope, 'people')).length, 1)
    const [chat] = await rows(scope, 'chats')
    assert.deepEqual(
      [chat.unread_count, chat.last_message_text],
      [expected.length, expected.at(-1)],
    )
    const events = (await rows(scope, 'events')).toSorted((a, b) => a.position - b.position)
    assert.deepEqual(
      events.map(({ position, type }) => [position, type]),
      ['conversation.created', ...expected.map(() => 'message.received')].map((type, at) => [
        at + 1,
        type,
      ]),
    )
  }
})

test('a workspace whose rows are locked delays no other, and its payload is recorded once afterwards', async () => {
  const { all, ids } = await setUpSeveral(3)
  await Promise.all(ids.map(process_))
  const [locked, ...others] = all
  for (const { send } of all) await send('again')
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from workspace_counters where workspace_id = $1 for update', [
      locked!.workspaceId,
    ])
    const isDone = { value: false }
    const waiting = process_(locked!.workspaceId).then(() => (isDone.value = true))
    await Promise.all(others.map(({ workspaceId }) => process_(workspaceId)))
    for (const { scope } of others) assert.equal((await textsOf(scope)).length, 2)
    assert.equal(isDone.value, false)
    await client.query('rollback')
    await waiting
  } finally {
    client.release()
  }
  for (const { scope, workspaceId } of all) {
    assert.deepEqual(await textsOf(scope), [`one for ${workspaceId}`, 'again'])
    assert.equal((await rows(scope, 'chats'))[0].unread_count, 2)
    assert.equal((await rows(scope, 'events')).length, 3)
  }
})

test('a payload that is refused fails those of no other workspace', async () => {
  const { all, ids } = await setUpSeveral(3)
  const [refused, ...others] = all
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$
     begin raise exception 'no' using errcode = 'P0001'; end $$`,
  )
  await pool.query(
    `create trigger refuse before insert on messages for each row
     when (new.text = 'one for ${refused!.workspaceId}') execute function refuse()`,
  )
  const due = await Promise.all(ids.map(process_))
  await pool.query('drop trigger refuse on messages')
  assert.deepEqual(
    due.map((at) => at === null),
    [false, true, true],
  )
  for (const { scope } of others) assert.equal((await textsOf(scope)).length, 1)
  const payload = (await rows(refused!.scope, 'inbound_payloads')).at(-1)
  assert.deepEqual([payload.status, payload.attempts], ['pending', 1])
  assert.deepEqual(await textsOf(refused!.scope), [])
})

test('statuses of several workspaces with the same platform id change each its own message', async () => {
  const { all, ids } = await setUpSeveral(3)
  await Promise.all(ids.map(process_))
  const platformId = wamid()
  for (const { scope, channel, account } of all) {
    const [chat] = await rows(scope, 'chats')
    await scope.db
      .insertInto('messages')
      .values({
        workspace_id: scope.workspaceId,
        id: newId(),
        chat_id: chat.id,
        person_id: chat.person_id,
        channel_id: channel.id,
        direction: 'outbound',
        type: 'text',
        text: 'ours',
        status: 'sent',
        author_type: 'system',
        platform_message_id: platformId,
        created_at: new Date(),
      })
      .execute()
    const status = scope === all[2]!.scope ? 'read' : 'delivered'
    await deliver(payloadOf(account, statusOf(platformId, status, now)))
  }
  await Promise.all(ids.map(process_))
  const { rows: sent } = await pool.query(
    `select status, xmin::text from messages where workspace_id = any ($1) and direction = 'outbound'
     order by array_position($1, workspace_id)`,
    [ids],
  )
  assert.deepEqual(
    sent.map(({ status }) => status),
    ['delivered', 'delivered', 'read'],
  )
  assert.equal(new Set(sent.map(({ xmin }) => xmin)).size, 1)
  for (const { scope } of all) {
    const [, , changed, ...others] = (await rows(scope, 'events')).toSorted(
      (a, b) => a.position - b.position,
    )
    assert.deepEqual([changed.type, others], ['message.status_changed', []])
    assert.equal(JSON.parse(changed.body).workspace_id, scope.workspaceId)
  }
})
