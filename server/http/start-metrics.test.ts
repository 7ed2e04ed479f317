import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { batchSize, batchWait, httpRequests } from '#lib/metrics.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { moves } from '#test/moves.ts'
import { startReceiver } from '#test/receiver.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { createMetricsApp } from './start-metrics.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

function openApp(metricsToken?: string) {
  const app = createMetricsApp({ ...context, config: { ...context.config, metricsToken } })
  return async (remoteAddress: string, authorization?: string, url = '/metrics') =>
    (await app.inject({ url, remoteAddress, headers: { ...(authorization && { authorization }) } }))
      .statusCode
}

test('without a token, only this machine reads the metrics', async () => {
  const ask = openApp()
  assert.equal(await ask('127.0.0.1'), 200)
  assert.equal(await ask('::1'), 200)
  assert.equal(await ask('::ffff:127.0.0.1'), 200)
  for (const address of ['10.0.0.7', '203.0.113.9', '2001:db8::1'])
    assert.equal(await ask(address), 401, address)
  assert.equal(await ask('10.0.0.7', undefined, '/health/live'), 200)
})

test('with a token, everybody needs it', async () => {
  const token = 'a-long-metrics-token'
  const ask = openApp(token)
  assert.equal(await ask('10.0.0.7', `Bearer ${token}`), 200)
  for (const authorization of [undefined, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token])
    for (const address of ['127.0.0.1', '10.0.0.7'])
      assert.equal(await ask(address, authorization), 401, `${address} ${authorization}`)
  assert.equal(await ask('10.0.0.7', undefined, '/health/ready'), 200)
})

const readPage = async () => {
  const { body } = await createMetricsApp(context).inject({ url: '/metrics' })
  const values = new Map<string, number>()
  for (const line of body.split('\n')) {
    const [, series, value] = /^([^#\s].*) (\S+)$/.exec(line) ?? []
    if (series !== undefined) values.set(series, Number(value))
  }
  return values
}

test('requests and their batches are counted by route', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const labels = {
    http_request_method: 'POST',
    http_route: '/api/v1/contacts',
    http_response_status_code: '201',
  }
  await moves(httpRequests, labels, () =>
    moves(batchSize, { batch: 'change' }, () =>
      moves(batchWait, { batch: 'find_keys' }, () =>
        call('POST /api/v1/contacts', { key, body: { name: 'Asha' } }),
      ),
    ),
  )
})

test('the page has the connections of each pool, and how long they were waited for', async () => {
  // Other files of the same process have pools with other names.
  const pool = 'parley test'
  const waits = `db_client_connection_wait_time_seconds_count{pool="${pool}"}`
  const used = `db_client_connection_count{pool="${pool}",state="used"}`
  await sql`select`.execute(context.db)
  const before = await readPage()
  await context.db.transaction().execute(async () => {
    assert.ok((await readPage()).get(used)! > 0)
  })
  assert.ok((await readPage()).get(waits)! > before.get(waits)!)
  assert.equal((await readPage()).get(`db_client_connection_pending_requests{pool="${pool}"}`), 0)
})

test('the page has the figures of the database', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createTestChannel(scope)
  const { url } = await startReceiver()
  const { id } = await createEndpoint(scope, { url })
  await sql`
    insert into lanes (kind, workspace_id, target_id, due_at, wakes)
    values ('media', ${workspaceId}, ${id}, now() - interval '1 hour', 1)`.execute(context.db)
  await sql`update channels set send_stopped_at = now() where id = ${channel.id}`.execute(
    context.db,
  )
  await sql`
    insert into inbound_payloads (workspace_id, id, platform, body, status, due_at, received_at)
    values (${workspaceId}, ${newId()}, 'whatsapp', '', 'failed', now(), now())`.execute(context.db)
  const { id: chatId } = await createTestChat(scope, { channelId: channel.id })
  await call('POST /api/v1/messages/send', {
    key: await createTestKey(scope, ['*']),
    body: { conversation_id: chatId, message: 'Hello' },
  })
  const page = await readPage()
  const value = (name: string, labels = '') => page.get(`${name}{shard="main"${labels}}`)
  assert.equal(value('parley_lanes_due', ',kind="media"'), 1)
  assert.ok(value('parley_lanes_oldest_due_seconds', ',kind="media"')! >= 3600)
  assert.equal(value('parley_channels_paused', ',state="stopped"'), 1)
  assert.equal(value('parley_inbound_payloads_waiting', ',status="failed"'), 1)
  assert.equal(value('parley_messages_queued'), 1)
  assert.equal(value('parley_webhook_deliveries_pending'), 1)
  assert.ok(value('parley_database_size_bytes')! > 1_000_000)
  assert.equal(page.get('database_shard_up{shard="main"}'), 1)
  await updateEndpoint(scope, id, { status: 'disabled' })
  assert.equal(
    (await readPage()).get('parley_webhook_endpoints_disabled{shard="main",reason="manual"}'),
    1,
  )
})

test('docs/metrics.md has every metric and its help', async () => {
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const { body } = await createMetricsApp(context).inject({ url: '/metrics' })
  const helps = [...body.matchAll(/^# HELP (\S+) (.*)$/gm)].filter(
    ([, name]) => !/^(nodejs|process)_/.test(name!),
  )
  assert.ok(helps.length > 25)
  for (const [, name, help] of helps)
    assert.ok(page.includes(`| \`${name}\``) && page.includes(help!), `${name}`)
  const documented = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  assert.deepEqual(documented.toSorted(), helps.map(([, name]) => name).toSorted())
})
