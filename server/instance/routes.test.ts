import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { listAudit } from '#account/audit/list-audit.ts'
import { createUser } from '#account/users/create-user.ts'
import type { Scope } from '#db/context.ts'
import { createDamageLog } from '#db/damage/damage-log.ts'
import { createClient, openClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { sessionCookieOf } from '#test/answer.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { addBacklog } from '#test/deliveries.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { TEST_PASSWORD } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { LOST_AFTER_MS } from '#shared/instance.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { getEndpoint } from '#webhooks/get-endpoint.ts'
import { listReplays } from '#webhooks/replays/list-replays.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { checkData } from '#program/commands/check-data.ts'
import { startReporting } from './start-reporting.ts'

const PATH = '/api/operator/instance'
const operatorEmails = ['ops@example.com', 'new@example.com', 'unproven@example.com']
const { context, url } = await openTestContext({ operatorEmails })
let scope: Scope
let workspaceId: string
let operator: Record<string, string>

/** Signs a new user in to an API of its own, whose answers are not those that other operators just got. */
async function signIn(email: string, role: 'admin' | 'agent' = 'agent') {
  const { call } = await openTestApi(context)
  const { user } = await createUser(scope, { email, password: TEST_PASSWORD, role })
  const answer = await call('POST /api/auth/sign-in/email', {
    body: { email, password: TEST_PASSWORD },
  })
  const headers = { cookie: sessionCookieOf(answer), 'sec-fetch-site': 'same-origin' }
  return { headers, userId: user.id, call }
}

/** Asks an API that has not answered yet for the state of the instance. */
async function read(headers = operator) {
  const { call } = await openTestApi(context)
  const answer = await call(`GET ${PATH}`, { headers })
  assert.equal(answer.status, 200, answer.text)
  return { ...answer.body, text: answer.text, shard: answer.body.shards[0] }
}

before(async () => {
  ;({ scope, workspaceId } = await createTestWorkspace(context))
  const user = await signIn('Ops@Example.com')
  await turnOnSecondFactor(user.call, context, user)
  operator = user.headers
})

test('only operators with a second factor see the instance; for others the route does not exist', async () => {
  const admin = await signIn('admin@example.com', 'admin')
  const missing = await admin.call('GET /api/operator/nothing', { headers: admin.headers })
  const refused = await admin.call(`GET ${PATH}`, { headers: admin.headers })
  assert.equal(refused.status, 404)
  assert.deepEqual(
    { ...refused.body, request_id: '', detail: '' },
    { ...missing.body, request_id: '', detail: '' },
  )
  assert.equal(refused.body.detail, `GET ${PATH} does not exist.`)
  const post = `POST /api/operator/workspaces/${workspaceId}/reprocess-payloads`
  assert.equal((await admin.call(post, { headers: admin.headers, body: {} })).status, 404)
  const session = await admin.call('GET /api/session', { headers: admin.headers })
  assert.equal(session.body.operator, null)
  assert.equal((await admin.call(`GET ${PATH}`)).status, 401)

  const listed = await signIn('new@example.com')
  const ask = async () => (await listed.call(`GET ${PATH}`, { headers: listed.headers })).body.code
  assert.equal(await ask(), 'second_factor_required')
  const own = await listed.call('GET /api/session', { headers: listed.headers })
  assert.deepEqual(own.body.operator, { lacks_second_factor: true })
  await turnOnSecondFactor(listed.call, context, listed)
  assert.equal(await ask(), undefined)
})

test('neither an address that is not verified nor an issuer of a workspace makes an operator', async () => {
  const user = await signIn('unproven@example.com', 'admin')
  await turnOnSecondFactor(user.call, context, user)
  const ask = async () => (await user.call(`GET ${PATH}`, { headers: user.headers })).status
  assert.equal(await ask(), 200)
  const verify = (email_verified: boolean) =>
    context.directory
      .updateTable('users')
      .set({ email_verified })
      .where('id', '=', user.userId)
      .execute()
  await verify(false)
  assert.equal(await ask(), 404)
  await verify(true)
  await context.directory
    .updateTable('sessions')
    .set({ sso_workspace_id: workspaceId })
    .where('user_id', '=', user.userId)
    .execute()
  assert.equal(await ask(), 404)
})

test('shows stuck lanes, failures and paused channels, without contents or contacts', async () => {
  const payload = await plantPayload('Please call Leela on 98450')
  const channel = await createTestChannel(scope)
  await scope.db
    .updateTable('channels')
    .set({ send_stopped_at: scope.clock.now(), send_error_code: '131042' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', channel.id)
    .execute()
  const target = newId()
  await sql`
    insert into lanes (kind, workspace_id, target_id, due_at)
    values ('send', ${workspaceId}, ${target}, now() - interval '2 hours')`.execute(scope.db)
  const { shard, text, workspaces } = await read()
  assert.equal(shard.name, 'main')
  assert.equal(shard.problem, null)
  const queue = shard.queues.find(({ kind }: { kind: string }) => kind === 'send')
  assert.equal(queue.is_stuck, true)
  assert.ok(queue.oldest_due_seconds >= 7_200)
  assert.deepEqual(
    shard.stuck_lanes.map((lane: { target_id: string }) => lane.target_id),
    [target],
  )
  assert.deepEqual(shard.failures, [{ workspace_id: workspaceId, payloads: 1, deliveries: 0 }])
  assert.equal(shard.backlog.payloads_failed, 1)
  const [paused] = shard.channels
  assert.equal(paused.id, channel.id)
  assert.equal(paused.state, 'stopped')
  assert.equal(paused.error_code, '131042')
  assert.equal(workspaces[0].id, workspaceId)
  assert.doesNotMatch(text, /Leela|98450|No form has this token/)

  const post = `POST /api/operator/workspaces/${workspaceId}/reprocess-payloads`
  const { call } = await openTestApi(context)
  const again = await call(post, { headers: operator, body: {} })
  assert.equal(again.status, 202)
  assert.deepEqual(again.body, { offered: 1 })
  const row = await scope.db
    .selectFrom('inbound_payloads')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', payload)
    .executeTakeFirstOrThrow()
  assert.equal(row.status, 'pending')
  for (const action of [
    'reprocess-payloads',
    'resend-deliveries',
    `endpoints/${newId()}/disable`,
  ]) {
    const request = `POST /api/operator/workspaces/${newId()}/${action}`
    const unknown = await call(request, { headers: operator, body: {} })
    assert.equal(unknown.body.code, 'workspace_not_found', action)
  }
})

test('resends failed deliveries and disables an endpoint that fails, without showing where it is', async () => {
  const ours = await createTestWorkspace(context)
  const [failing, off] = [
    await createEndpoint(ours.scope, { url: 'https://secret.example.com/one?token=x' }),
    await createEndpoint(ours.scope, { url: 'https://secret.example.com/two?token=x' }),
  ]
  await addBacklog(ours.scope, failing.id, 'failed', 3)
  await addBacklog(ours.scope, off.id, 'failed', 2)
  await updateEndpoint(ours.scope, off.id, { status: 'disabled' })

  const { shard, text } = await read()
  const shown = shard.endpoints.filter((each: any) => each.workspace_id === ours.workspaceId)
  assert.deepEqual(
    shown.map((each: any) => [each.id, each.status, each.failed_deliveries]).toSorted(),
    [
      [failing.id, 'enabled', 3],
      [off.id, 'disabled', 2],
    ].toSorted(),
  )
  assert.doesNotMatch(text, /secret\.example\.com/)

  const { call } = await openTestApi(context)
  const path = `/api/operator/workspaces/${ours.workspaceId}`
  const post = (end: string) => call(`POST ${path}/${end}`, { headers: operator, body: {} })
  const resent = await post('resend-deliveries')
  assert.deepEqual(
    [resent.status, resent.body],
    [202, { deliveries: 3, endpoints: 1, disabled: 1 }],
  )
  const { data: replays } = await listReplays(ours.scope, {})
  assert.deepEqual(
    replays.map(({ endpoint_id: id, total, statuses }) => [id, total, statuses]),
    [[failing.id, 3, ['failed']]],
  )

  const disabled = await post(`endpoints/${failing.id}/disable`)
  assert.deepEqual(disabled.body, { id: failing.id, status: 'disabled', disabled_reason: 'manual' })
  assert.equal((await getEndpoint(ours.scope, failing.id)).status, 'disabled')
  assert.equal((await post(`endpoints/${newId()}/disable`)).body.code, 'endpoint_not_found')
  // An endpoint is only found in its own workspace.
  const foreign = `POST /api/operator/workspaces/${workspaceId}/endpoints/${failing.id}/disable`
  const missed = await call(foreign, { headers: operator, body: {} })
  assert.equal(missed.body.code, 'endpoint_not_found')

  const { data: entries } = await listAudit(ours.scope, {})
  assert.deepEqual(
    entries.slice(0, 2).map(({ action, actor, target }) => [action, actor.type, target.id]),
    [
      ['webhook_endpoint.updated', 'system', failing.id],
      ['replay.created', 'system', replays[0]!.id],
    ],
  )
  const stranger = await signIn('stranger@example.com', 'admin')
  for (const end of ['resend-deliveries', `endpoints/${failing.id}/disable`]) {
    const refused = await stranger.call(`POST ${path}/${end}`, {
      headers: stranger.headers,
      body: {},
    })
    assert.equal(refused.status, 404)
  }
})

test('shows the databases by what PostgreSQL knows, and the last backup', async () => {
  const startedAt = '2026-11-20T10:00:00.000Z'
  await context.directory
    .insertInto('backups')
    .values({
      id: newId(),
      started_at: new Date(startedAt),
      finished_at: new Date(startedAt),
      complete_until: new Date(startedAt),
      limitation: 'wal_level is replica',
      bytes: 12_345,
      is_encrypted: true,
      has_files: false,
    })
    .execute()
  await sql`analyze people`.execute(context.db)
  const { shard, last_backup: backup, version } = await read()
  assert.match(version, /^\d+\.\d+\.\d+/)
  assert.equal(backup.started_at, startedAt)
  assert.equal(backup.bytes, 12_345)
  assert.equal(backup.limitation, 'wal_level is replica')
  assert.ok(shard.server.size_bytes > 1_000_000)
  assert.ok(shard.server.connections > 0 && shard.server.connections_max >= 20)
  assert.deepEqual(shard.server.replicas, [])
  assert.equal(shard.server.archive, null)
  assert.ok(shard.tables.length > 5)
  const names = shard.tables.map(({ name }: { name: string }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes('webhook_deliveries'), 'a table with its partitions')
  const sizes = shard.tables.map(({ bytes }: { bytes: number }) => bytes)
  assert.deepEqual(
    sizes,
    sizes.toSorted((a: number, b: number) => b - a),
  )
})

test('a table that is locked hides its own figures alone', async () => {
  const client = createClient(url, 'parley test')
  await client.connect()
  await client.query('begin; lock table inbound_payloads in access exclusive mode')
  try {
    const { shard } = await read()
    assert.equal(shard.failures, null)
    assert.equal(shard.backlog, null)
    assert.ok(shard.queues && shard.channels && shard.server && shard.tables)
  } finally {
    await client.query('rollback')
    await client.end()
  }
})

test('lists each process while it runs, and as lost when it was killed', async () => {
  const stop = startReporting(context, ['api', 'worker'])
  const rows = () => context.directory.selectFrom('processes').selectAll().execute()
  const [row] = await waitFor(async () => ((await rows()).length === 1 ? rows() : undefined))
  const { processes } = await read()
  assert.deepEqual(processes[0].parts, ['api', 'worker'])
  assert.equal(processes[0].pid, process.pid)
  assert.equal(processes[0].is_lost, false)
  await context.directory
    .updateTable('processes')
    .set({ seen_at: new Date(row!.seen_at.getTime() - LOST_AFTER_MS - 1_000) })
    .execute()
  assert.equal((await read()).processes[0].is_lost, true)
  await stop()
  assert.deepEqual((await read()).processes, [])
})

test('lists what a process found damaged, which doctor names too', async () => {
  const damage = createDamageLog(context.log, 'main')
  const { rows } = await sql<{ path: string }>`
    select pg_relation_filepath('chats_pkey') as path`.execute(context.db)
  const message = `invalid page in block 3 of relation "${rows[0]!.path}"`
  damage.note(Object.assign(new Error(message), { code: 'XX001' }))
  const stop = startReporting({ ...context, damage }, ['api'])
  const found = await waitFor(async () => {
    const { processes } = await read()
    return processes[0]?.damage[0]
  })
  assert.deepEqual(
    { ...found, seen_at: undefined },
    {
      shard: 'main',
      relation: 'chats_pkey (index of chats)',
      block: 3,
      code: 'XX001',
      count: 1,
      seen_at: undefined,
    },
  )
  const client = await openClient(url, 'parley test')
  await assert.rejects(checkData(client, { deep: true }), (err: Error) => {
    assert.match(err.message, /^damaged: chats_pkey \(index of chats\) \(XX001, block 3, seen 20/)
    return true
  })
  await stop()
  assert.match(
    await checkData(client, { deep: true }),
    /^all rows can be read; data checksums are on$/,
  )
  await client.end()
})

async function plantPayload(body: string): Promise<string> {
  const id = newId()
  const now = scope.clock.now()
  await scope.db
    .insertInto('inbound_payloads')
    .values({
      workspace_id: workspaceId,
      id,
      platform: 'whatsapp',
      body: Buffer.from(body),
      status: 'failed',
      error: `No form has this token: ${body}`,
      due_at: now,
      received_at: now,
    })
    .execute()
  return id
}
