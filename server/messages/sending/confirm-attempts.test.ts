import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createChannel } from '#channels/create-channel.ts'
import type { Scope } from '#db/context.ts'
import { createPayloadAcceptor } from '#inbound/ingest/create-payload-acceptor.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { newId, NO_WORKSPACE, setIdTime } from '#lib/ids.ts'
import { payloadOf, statusOf, wamid } from '#platforms/fixtures/payload-of.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { plantIngestUptime } from '#test/ingest-uptime.ts'
import { startReceiver } from '#test/receiver.ts'
import type { Respond } from '#test/receiver.ts'
import { createMessageSender } from '../queueing/create-message-sender.ts'
import { getMessage } from '../get-message.ts'
import { recordIngestUptime } from '../state/record-ingest-uptime.ts'
import { markAttempts } from './mark-attempts.ts'
import { createSendLane } from './create-send-lane.ts'

const MINUTE_MS = 60_000

let skewMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + skewMs) } }
setIdTime(() => context.clock.now().getTime())
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` })
const accept = createPayloadAcceptor(context)

const accepted: Respond = (_request, response) =>
  response.end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] }))
const lost: Respond = (_request, response) => response.destroy()

async function setUp() {
  platform.requests.length = 0
  platform.respondWith(accepted)
  await plantIngestUptime(context)
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Date.now()) + testPhone().slice(5)
  const channel = await createChannel(scope, { type: 'whatsapp', account, access_token: 'sim_a' })
  const chat = await createTestChat(scope, { channelId: channel.id })
  const send = async (text: string) => {
    const answer = await createMessageSender(context)(
      { workspaceId },
      {
        conversationId: chat.id,
        phoneE164: undefined,
        text,
        mediaUrl: undefined,
        actor: { type: 'system', id: null },
        idempotency: undefined,
      },
    )
    return JSON.parse(answer.body).id as string
  }
  // A lane of its own for each turn: a worker that was started again remembers nothing.
  const work = () =>
    createSendLane(context, { clients }).work(
      { workspaceId, targetId: channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  /** Records an attempt as a worker does that is killed while the platform accepts the message. */
  const attemptAndDie = async (id: string) => {
    const { send_attempts, chat_id, holder_version } = await findRow(scope, id)
    const [marked] = await markAttempts(scope, [
      { workspaceId: scope.workspaceId, id, send_attempts, chat_id, holder_version },
    ])
    assert.ok(marked)
  }
  const report = (id: string, status = 'delivered', accounts = [account]) =>
    storeReport(accounts, id, status)
  return { scope, workspaceId, account, channel, chat, send, work, attemptAndDie, report }
}

/** Stores the platform's report about the message with our id, as the ingest server does, in a payload of `accounts`. */
async function storeReport(accounts: string[], ownId: string, status: string): Promise<void> {
  const at = Math.floor(context.clock.now().getTime() / 1000)
  const node = statusOf(wamid(), status, at) as { statuses: object[] }
  Object.assign(node.statuses[0]!, { biz_opaque_callback_data: ownId })
  const payload = {
    object: 'whatsapp_business_account',
    entry: accounts.flatMap((account) => payloadOf(account, node)['entry'] as object[]),
  }
  const body = Buffer.from(JSON.stringify(payload))
  await accept({ platform: findPlatform('whatsapp'), body, contentType: 'application/json' })
}

async function findRow(scope: Scope, id: string) {
  return scope.db
    .selectFrom('messages')
    .select(['send_attempts', 'send_due_at', 'chat_id', 'holder_version'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const stateOf = async (scope: Scope, id: string) => {
  const { status, error } = await getMessage(scope, id)
  return [status, error?.code ?? null]
}

test('a message is not sent again when a payload that no worker has processed reports it', async () => {
  const { scope, send, work, attemptAndDie, report } = await setUp()
  const id = await send('once')
  await attemptAndDie(id)
  await report(id)
  skewMs += MINUTE_MS + 10_000
  assert.equal(await work(), null)
  assert.equal(platform.requests.length, 0)
  assert.deepEqual(await stateOf(scope, id), ['delivered', null])
  const { rows } = await events(scope)
  assert.deepEqual(rows, ['message.status_changed'])
})

async function events(scope: Scope) {
  const found = await scope.db
    .selectFrom('events')
    .select('type')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'message.status_changed')
    .execute()
  return { rows: found.map(({ type }) => type) }
}

test('a report in a payload that waits for its own retry, or that failed, counts', async () => {
  const { scope, workspaceId, send, work, attemptAndDie, report } = await setUp()
  for (const status of ['pending', 'failed'] as const) {
    const id = await send(status)
    await attemptAndDie(id)
    await report(id)
    await scope.db
      .updateTable('inbound_payloads')
      .set({ status, attempts: 3, due_at: new Date(context.clock.now().getTime() + 3_600_000) })
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'pending')
      .execute()
    skewMs += MINUTE_MS + 10_000
    await work()
    assert.equal(platform.requests.length, 0)
    assert.deepEqual(await stateOf(scope, id), ['delivered', null])
  }
})

test('a report in a payload of several workspaces that is not split yet counts', async () => {
  const other = await setUp()
  const { scope, account, send, work, attemptAndDie, report } = await setUp()
  const id = await send('shared')
  await attemptAndDie(id)
  await report(id, 'sent', [other.account, account])
  const unsplit = await context.db
    .selectFrom('inbound_payloads')
    .select('id')
    .where('workspace_id', '=', NO_WORKSPACE)
    .where('status', '=', 'pending')
    .execute()
  assert.equal(unsplit.length, 1)
  skewMs += MINUTE_MS + 10_000
  await work()
  assert.equal(platform.requests.length, 0)
  assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('a payload whose report was applied early is processed as a repetition later', async () => {
  const { scope, workspaceId, send, work, attemptAndDie, report } = await setUp()
  const id = await send('early')
  await attemptAndDie(id)
  await report(id)
  skewMs += MINUTE_MS + 10_000
  await work()
  await createInboundLane(context).work(
    { workspaceId, targetId: workspaceId, leaseToken: '' },
    new AbortController().signal,
  )
  assert.deepEqual(await stateOf(scope, id), ['delivered', null])
  assert.equal((await events(scope)).rows.length, 1)
})

test('without a report, a message is sent again after a minute in which platforms could report', async () => {
  const { scope, send, work, attemptAndDie } = await setUp()
  const id = await send('again')
  await attemptAndDie(id)
  skewMs += MINUTE_MS + 10_000
  await work()
  assert.equal(platform.requests.length, 1)
  assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('time without an ingest server does not count towards the minute', async () => {
  const { scope, chat, send, work, attemptAndDie } = await setUp()
  const id = await send('wait')
  await attemptAndDie(id)
  skewMs += 3 * MINUTE_MS
  await context.db.deleteFrom('ingest_uptime').execute()
  const next = await work()
  assert.equal(platform.requests.length, 0, 'no ingest server runs')
  assert.equal(next!.getTime() - context.clock.now().getTime() <= 5_000, true)
  // It runs again: a minute has to pass, in which it runs.
  await recordIngestUptime(context)
  skewMs += 6_000
  await recordIngestUptime(context)
  await work()
  const due = (await findRow(scope, id)).send_due_at!.getTime() - context.clock.now().getTime()
  assert.ok(due > 50_000 && due <= MINUTE_MS, `due in ${due} ms`)
  // Another message of another conversation is a first attempt, and does not wait.
  assert.equal(platform.requests.length, 0)
  const other = await createTestChat(scope, { channelId: chat.channelId })
  await scope.db
    .updateTable('messages')
    .set({ chat_id: other.id })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', await send('first'))
    .execute()
  await work()
  assert.equal(platform.requests.length, 1)
  await plantIngestUptime(context, new Date(context.clock.now().getTime() - 6_000))
  skewMs += due + 100
  await work()
  assert.equal(platform.requests.length, 2)
  assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('a message that cannot be confirmed within the limit fails, and a late report still settles it', async () => {
  const { scope, workspaceId, send, work, attemptAndDie, report } = await setUp()
  const id = await send('unknown')
  await attemptAndDie(id)
  await context.db.deleteFrom('ingest_uptime').execute()
  skewMs += MINUTE_MS + context.config.sendConfirmMs - 1_000
  const next = await work()
  assert.deepEqual(await stateOf(scope, id), ['queued', null])
  skewMs += next!.getTime() - context.clock.now().getTime()
  assert.equal(await work(), null)
  assert.equal(platform.requests.length, 0)
  assert.deepEqual(await stateOf(scope, id), ['failed', 'unconfirmed'])
  await report(id)
  await createInboundLane(context).work(
    { workspaceId, targetId: workspaceId, leaseToken: '' },
    new AbortController().signal,
  )
  assert.deepEqual(await stateOf(scope, id), ['delivered', null])
})

test('a gap in the uptime of ingest begins it again', async () => {
  await context.db.deleteFrom('ingest_uptime').execute()
  const read = async () =>
    (await context.db.selectFrom('ingest_uptime').selectAll().executeTakeFirstOrThrow()).since
  await recordIngestUptime(context)
  const since = await read()
  for (let beat = 0; beat < 5; beat++) {
    skewMs += 3_000
    await recordIngestUptime(context)
  }
  assert.deepEqual(await read(), since)
  skewMs += 11_000
  await recordIngestUptime(context)
  assert.ok((await read()) > since)
})

test('a message whose workers died three times is left to a person', async () => {
  const { scope, send, work, attemptAndDie } = await setUp()
  const id = await send('deadly')
  for (const minutes of [1, 2, 4]) {
    await attemptAndDie(id)
    skewMs += minutes * MINUTE_MS + 1_000
  }
  assert.equal(await work(), null)
  assert.equal(platform.requests.length, 0)
  assert.deepEqual(await stateOf(scope, id), ['failed', 'unconfirmed'])
})

test('a report that is stored while a lost response waits for its minute settles the message', async () => {
  const { scope, send, work, report } = await setUp()
  const id = await send('reset')
  platform.respondWith(lost)
  await work()
  assert.equal(platform.requests.length, 1)
  await report(id)
  platform.respondWith(accepted)
  skewMs += MINUTE_MS + 1_000
  await work()
  assert.equal(platform.requests.length, 1)
  assert.deepEqual(await stateOf(scope, id), ['delivered', null])
})

test('a report that does not say whether the platform accepted the message leaves it to a person', async () => {
  const { scope, send, work, attemptAndDie, report } = await setUp()
  const id = await send('what is it?')
  await attemptAndDie(id)
  await report(id, 'warning')
  skewMs += MINUTE_MS + 10_000
  assert.equal(await work(), null)
  assert.equal(platform.requests.length, 0)
  assert.deepEqual(await stateOf(scope, id), ['failed', 'unconfirmed'])
})
