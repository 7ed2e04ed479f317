import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import type { Context, Scope, Server } from '#db/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import { chooseShard } from '#db/choose-shard.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { recordShardLoad } from '#housekeeping/record-shard-load.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { createIngest } from '#ingest.ts'
import { newId } from '#lib/ids.ts'
import { checkShards } from '#program/start/check-shards.ts'
import { payloadOf, sign, textFrom } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { startWorker } from '../server/worker.ts'
import { openTestApi } from './app.ts'
import { openTestStream, startEventApi } from './event-streams.ts'
import { beforeClose } from './context.ts'
import { createTestKey, createTestMember, createTestWorkspace, testPhone } from './factories.ts'
import { startReceiver } from './receiver.ts'
import { openShards } from './shards.ts'
import { signInTestMember } from './session.ts'
import { waitFor } from './wait-for.ts'

const { context, freeze, thaw } = await openShards()
const { call } = await openTestApi(context)
const ingest = createIngest(context)
const events = await startEventApi(context)
let workers: Awaited<ReturnType<typeof startWorker>>[] = []
before(async () => {
  workers = await Promise.all(
    contextsOf(context).map(({ context: there, url }) => startWorker(there, { url: url! })),
  )
})
beforeClose(context, async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
})

/** Creates a workspace with a channel, an endpoint and a key. */
async function open() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Math.floor(1e12 + Math.random() * 9e12))
  await createChannel(scope, { type: 'whatsapp', account })
  const receiver = await startReceiver()
  after(() => receiver.close())
  await createEndpoint(scope, { url: `${receiver.url}/hook` })
  const key = await createTestKey(scope, ['*'])
  const ask = async (request: string, body?: unknown) => {
    const answer = await call(request, { key, ...(body !== undefined && { body }) })
    assert.ok(answer.status < 300, `${request} ${answer.text}`)
    return answer.body
  }
  return { scope, workspaceId, account, receiver, key, ask, shard: shardOf(scope) }
}

/** Creates a workspace on a shard and returns its scope. */
async function createWorkspaceOn(shard: string): Promise<Scope> {
  const { id } = await createWorkspace(context, { name: `Test ${newId()}`, shard })
  return systemScopeOn(context, id)
}

/** Opens a workspace on each shard, the main one first. */
async function openBoth() {
  const both = [await open(), await open()].toSorted((a, b) => (a.shard < b.shard ? 1 : -1))
  assert.deepEqual(
    both.map(({ shard }) => shard),
    ['main', 'b'],
    'the next workspace goes to the shard with the fewest',
  )
  return both as [Awaited<ReturnType<typeof open>>, Awaited<ReturnType<typeof open>>]
}

async function deliver(payload: Json): Promise<void> {
  const body = JSON.stringify(payload)
  const answer = await ingest.inject({
    method: 'POST',
    url: '/webhook/whatsapp',
    payload: body,
    headers: { 'x-hub-signature-256': sign(body), 'content-type': 'application/json' },
  })
  assert.equal(answer.statusCode, 200)
}

/** Returns the tables in which a database has rows of a workspace. */
async function listUsed({ db }: Context, { workspaceId }: Scope): Promise<string[]> {
  const used: string[] = []
  for (const [table, home] of Object.entries(TABLE_HOMES)) {
    if (home !== 'tenant') continue
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where workspace_id = ${workspaceId} limit 1`.execute(db)
    if (rows.length > 0) used.push(table)
  }
  return used
}

test('two shards serve their workspaces alike, and each has only its own rows', async () => {
  const both = await openBoth()
  for (const { scope, account, key, ask, receiver } of both) {
    const stream = await openTestStream(events.url, key)
    const phone = testPhone()
    await deliver(payloadOf(account, textFrom(phone.slice(1), 'Hello')))
    const chats = await waitFor(async () => {
      const { data } = await ask('GET /api/v1/chats')
      return data.length > 0 ? data : undefined
    })
    const id: string = chats[0].id
    const { membershipId, email } = await createTestMember(scope, 'agent')
    const refused = await call('POST /api/auth/sign-in/email', {
      body: { email, password: 'wrong password' },
    })
    assert.equal(refused.status, 401)
    await ask(`PATCH /api/v1/chats/${id}`, { assignee_id: membershipId })
    await ask(`POST /api/v1/chats/${id}/notes`, { text: 'Hi', mentions: [membershipId] })
    const sent = await ask('POST /api/v1/messages/send', { conversation_id: id, message: 'Hello' })
    assert.equal(sent.conversation_id, id)
    const contact = await ask('POST /api/v1/contacts', { phone_e164: testPhone() })
    const ticket = { person_id: contact.id, title: 'Late', assignee_id: membershipId }
    await ask('POST /api/v1/tickets', ticket)
    const form = await createForm(scope, { name: 'Website' })
    const posted = await ingest.inject({
      method: 'POST',
      url: '/webhook/form',
      payload: JSON.stringify({ name: 'Asha', email: 'asha@example.com' }),
      headers: { 'x-form-token': form.token, 'content-type': 'application/json' },
    })
    assert.ok(posted.statusCode < 300, posted.body)
    const { headers } = await signInTestMember(call, scope)
    const created = await call('POST /api/developer/api-keys', {
      headers,
      body: { name: 'CI', scopes: ['*'] },
    })
    assert.equal(created.status, 201, created.text)
    await waitFor(() =>
      receiver.requests.some(({ body }) => body.toString().includes('ticket.created')),
    )
    await waitFor(() => stream.frames.some(({ event }) => event === 'ticket.created'))
    stream.close()
  }
  const [a, b] = both
  assert.deepEqual(await listUsed(a.scope, b.scope), [])
  assert.deepEqual(await listUsed(b.scope, a.scope), [])
  assert.ok((await listUsed(b.scope, b.scope)).includes('audit_entries'))
  const { data } = await a.ask('GET /api/v1/chats')
  assert.equal(data.length, 1)
})

test('a start is refused without the address of a shard, or with the address of another', async () => {
  await openBoth()
  await checkShards(context)
  const [main, b] = context.shards!.all as [Server, Server]
  const { shards: _shards, ...unaware } = context
  await assert.rejects(checkShards(unaware), /on the shard "b", which DATABASE_SHARD_URLS/)
  const all = [
    { ...b, shard: main.shard },
    { ...main, shard: b.shard },
  ]
  const mixed = { ...context, shards: { ...context.shards!, all } }
  await assert.rejects(checkShards(mixed), /"main" does not have its workspaces/)
})

test('a payload of workspaces on two shards is split, each part once', async () => {
  const both = await openBoth()
  const [first, second] = both.map(({ account }) =>
    payloadOf(account, textFrom(testPhone().slice(1), `for ${account}`)),
  )
  first!['entry'] = [...(first!['entry'] as object[]), ...(second!['entry'] as object[])]
  await deliver(first!)
  for (const { ask, account } of both)
    await waitFor(async () => {
      const { data } = await ask('GET /api/v1/chats')
      return data.some((chat: { last_message: { text: string } | null }) =>
        JSON.stringify(chat).includes(`for ${account}`),
      )
    })
})

test('an erasure on another shard also reaches payloads that are shared with the main one', async () => {
  const [first, second] = await openBoth()
  const phone = testPhone().slice(1)
  const payload = payloadOf(second.account, textFrom(phone, 'private'))
  const other = payloadOf(first.account, textFrom(testPhone().slice(1), 'mine'))
  await deliver({ ...payload, entry: [...(payload['entry'] as []), ...(other['entry'] as [])] })
  const contact = await waitFor(async () => {
    const { data } = await second.ask('GET /api/v1/contacts')
    return data[0]
  })
  await second.ask(`DELETE /api/v1/contacts/${contact.id}`)
  const isKept = async (text: string) => {
    const { rows } = await sql`
      /* across workspaces: a test */ select 1 from inbound_payloads where position(${Buffer.from(text)} in body) > 0`.execute(
      context.db,
    )
    return rows.length > 0
  }
  await waitFor(async () => !(await isKept(phone)))
  assert.equal(await isKept('mine'), true)
})

test('a frozen shard delays no other, and works again afterwards', async () => {
  const [a, b] = await openBoth()
  freeze()
  const stuck = call('GET /api/v1/chats', { key: b.key })
  for (let index = 0; index < 20; index++)
    await a.ask('POST /api/v1/contacts', { phone_e164: testPhone() })
  await waitFor(
    () =>
      a.receiver.requests.filter(({ body }) => body.toString().includes('contact.created'))
        .length >= 20,
  )
  await thaw()
  assert.equal((await stuck).status, 503)
  await waitFor(async () => {
    const answer = await call('POST /api/v1/contacts', {
      key: b.key,
      body: { phone_e164: testPhone() },
    })
    return answer.status === 201
  })
  await waitFor(() => b.receiver.requests.length > 0)
})

test('a workspace is created on the shard that is named', async () => {
  const { shard } = await createWorkspaceOn('b')
  assert.equal(shard, 'b')
  await assert.rejects(createWorkspaceOn('c'), /must be one of main, b/)
})

test('the load of each server is recorded, and the next workspace goes to the one with the least', async () => {
  const now = context.clock.now().getTime()
  for (const { context: there } of contextsOf(context))
    for (const at of [now, now + 300_000])
      await recordShardLoad({ ...there, clock: { now: () => new Date(at) } })
  const loads = context.directory.selectFrom('shard_loads').select(['shard', 'busy'])
  const rows = await loads.where('database_bytes', '>', 0).orderBy('shard').execute()
  assert.deepEqual(
    rows.map(({ shard, busy }) => [shard, busy !== null && busy >= 0 && busy < 1]),
    [
      ['b', true],
      ['main', true],
    ],
  )
  const setLoad = (shard: string, busy: number) =>
    context.directory.updateTable('shard_loads').set({ busy }).where('shard', '=', shard).execute()
  for (const least of ['main', 'b', 'main']) {
    await setLoad('main', least === 'main' ? 0.1 : 0.8)
    await setLoad('b', least === 'b' ? 0.1 : 0.8)
    assert.equal(await chooseShard(context), least)
  }
  await context.directory.updateTable('shard_loads').set({ busy: null }).execute()
})
