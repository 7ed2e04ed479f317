import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestMember,
  createTestWorkspace,
  testPhone,
} from '#test/factories.ts'
import { plantIngestUptime } from '#test/ingest-uptime.ts'
import { startReceiver } from '#test/receiver.ts'
import type { Respond } from '#test/receiver.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { createChannel } from '#channels/create-channel.ts'
import { updateChannel } from '#channels/update-channel.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { listNotices } from '#account/notices/list-notices.ts'
import { canSend } from './can-send.ts'
import { charge, createNumberPace, readPairs } from './create-number-pace.ts'
import { getMessage } from '../get-message.ts'
import { getTrail } from '../get-trail.ts'
import { createMessageSender } from '#messages/queueing/create-message-sender.ts'
import { lockUnknownReports } from '../state/lock-unknown-reports.ts'
import { recordMessageStatuses } from '../state/record-message-statuses.ts'
import { createSendLane } from './create-send-lane.ts'
import { sendHolds, sends } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'
import { waitFor } from '#test/wait-for.ts'

let skewMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + skewMs) } }
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` }, { timeoutMs: 1500 })

const accepted: Respond = (_request, response) =>
  response.end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] }))
const refused =
  (status: number, code: number): Respond =>
  (_request, response) =>
    response.writeHead(status).end(JSON.stringify({ error: { message: 'no', code } }))
const lost: Respond = (_request, response) => response.destroy()

async function setUp() {
  platform.requests.length = 0
  await plantIngestUptime(context)
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Date.now()) + testPhone().slice(5)
  const channel = await createChannel(scope, { type: 'whatsapp', account, access_token: 'sim_a' })
  const sender = createMessageSender(context)
  const send = async (text: string) => {
    const chat = await createTestChat(scope, { channelId: channel.id })
    const answer = await sender(
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
    return { id: JSON.parse(answer.body).id as string, chatId: chat.id }
  }
  // A lane of its own for each turn: what holds a channel must not be in the memory of one process.
  const work = () =>
    createSendLane(context, { clients }).work(
      { workspaceId, targetId: channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  return { scope, channel, send, work }
}

const errorOf = async (scope: Scope, id: string) => {
  const { status, error } = await getMessage(scope, id)
  return [status, error?.code ?? null]
}

test('a refused account stops for every worker, notifies its admins once, and resumes by itself', async () => {
  const { scope, send, work } = await setUp()
  await createTestMember(scope, 'admin')
  const first = await send('one')
  const second = await send('two')
  platform.respondWith(refused(401, 190))
  await work()
  const tried = platform.requests.length
  const next = await work()
  assert.equal(platform.requests.length, tried)
  assert.ok(next!.getTime() - context.clock.now().getTime() > 200_000)
  const { holds } = await canSend(scope, first.chatId)
  assert.deepEqual([holds[0]?.code, holds[0]?.affects], ['190', 'channel'])
  assert.match(holds[0]!.advice, /new access token/)
  skewMs += 301_000
  await work()
  assert.equal(platform.requests.length, tried + 1, 'one message tries whether it is over')
  const notices = await listNotices(scope, {})
  assert.deepEqual(
    notices.data.map((notice) => notice.kind),
    ['channel_stopped'],
  )
  const { mails } = await scope.db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.equal(Number(mails), 1)
  skewMs += 301_000
  platform.respondWith(accepted)
  await work()
  for (const { id } of [first, second]) assert.deepEqual(await errorOf(scope, id), ['sent', null])
  assert.deepEqual((await canSend(scope, first.chatId)).holds, [])
})

test('a new access token sends the refused messages at once', async () => {
  const { scope, channel, send, work } = await setUp()
  const { id } = await send('one')
  platform.respondWith(refused(401, 190))
  await work()
  assert.deepEqual(await errorOf(scope, id), ['queued', '190'])
  platform.respondWith(accepted)
  await updateChannel(scope, channel.id, { access_token: 'EAA-new' })
  await work()
  assert.deepEqual(await errorOf(scope, id), ['sent', null])
})

test('a throttle stops the number for every worker until its end', async () => {
  const { scope, send, work } = await setUp()
  const { id, chatId } = await send('one')
  platform.respondWith(refused(429, 130429))
  const labels = { platform: 'whatsapp' }
  await moves(sends, { ...labels, result: 'throttle' }, () => moves(sendHolds, labels, work, 1), 1)
  await work()
  assert.equal(platform.requests.length, 1)
  assert.equal((await canSend(scope, chatId)).holds[0]?.code, '130429')
  assert.deepEqual(await listNotices(scope, {}), { data: [], next_cursor: null })
  skewMs += 11_000
  assert.deepEqual((await canSend(scope, chatId)).holds, [])
  platform.respondWith(accepted)
  await work()
  assert.deepEqual(await errorOf(scope, id), ['sent', null])
})

test('a message without a response is not sent again once a status of it arrived', async () => {
  const { scope, channel, send, work } = await setUp()
  const { id } = await send('is it there?')
  platform.respondWith(lost)
  await work()
  assert.deepEqual(await errorOf(scope, id), ['queued', 'connection_lost'])
  await transaction(scope, async (tx) => {
    const { events } = await recordMessageStatuses(tx, channel.id, [
      {
        platformMessageId: 'wamid.told',
        status: 'sent',
        participant: '',
        at: tx.clock.now(),
        error: null,
        ownId: id,
        details: null,
      },
    ])
    await recordEvents(tx, events)
  })
  skewMs += 61_000
  platform.respondWith(accepted)
  assert.equal(await work(), null)
  assert.equal(platform.requests.length, 1)
  assert.deepEqual(await errorOf(scope, id), ['sent', null])
  const { steps } = await getTrail(scope, id)
  assert.deepEqual(
    steps.map((step) => step.outcome ?? step.status),
    [null, 'ambiguous', 'sent'],
  )
})

test('a message without a response fails after three attempts with growing pauses', async () => {
  const { scope, send, work } = await setUp()
  const { id } = await send('again and again')
  platform.respondWith(lost)
  for (const waitMs of [60_000, 120_000]) {
    await work()
    skewMs += waitMs - 2_000
    await work()
    skewMs += 3_000
  }
  assert.equal(platform.requests.length, 2)
  await work()
  assert.equal(platform.requests.length, 3)
  assert.deepEqual(await errorOf(scope, id), ['failed', 'unconfirmed'])
})

test('a demo never calls the real platform, whatever its token', async () => {
  const real = createPlatformClients({ graphUrl: 'https://graph.facebook.com/v25.0', demo: true })
  const outcome = await real.of('whatsapp').send!(
    { account: '1', accessToken: 'EAA' },
    { id: newId(), recipient: '919800000000', type: 'text', text: 'x', mediaUrl: null },
  )
  await real.close()
  assert.deepEqual([outcome.kind, 'error' in outcome && outcome.error.code], ['stop', 'demo_mode'])
})

test('a number sends no faster than the platform accepts', async () => {
  const pace = createNumberPace()
  const { signal } = new AbortController()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => pace('a', 100, signal)))
  // 25 at once, the other 75 at a hundred a second.
  assert.ok(performance.now() - startedAt >= 740)
  await pace('b', 100, signal)
  await assert.doesNotReject(pace('a', 0.001, AbortSignal.abort()))
})

test('a message waits for the rate of its number although the turn of the one before it is aborted', async () => {
  const pace = createNumberPace()
  const [before, after] = [new AbortController(), new AbortController()]
  let early = 0
  // The first 400 take all that may go in the next four seconds.
  const waits = Array.from({ length: 400 }, () => pace('a', 100, before.signal))
  for (let pair = 0; pair < 4; pair++) {
    waits.push(pace('a', 100, before.signal))
    waits.push(pace('a', 100, after.signal).then(() => void early++))
  }
  before.abort()
  await new Promise(setImmediate)
  assert.equal(early, 0)
  after.abort()
  await Promise.all(waits)
})

test('messages of a number at its rate go in groups', async () => {
  const pace = createNumberPace()
  const { signal } = new AbortController()
  let groups = 0
  let isCounted = false
  const count = () => {
    if (isCounted) return
    isCounted = true
    groups++
    setImmediate(() => (isCounted = false))
  }
  await Promise.all(Array.from({ length: 65 }, () => pace('a', 100, signal).then(count)))
  // 25 at once, and the other 40 in groups of four, of which the first may be smaller.
  assert.ok(groups <= 12, String(groups))
})

test('messages go out while the outcomes of earlier ones are recorded, sixteen at a time', async () => {
  const { scope, channel, send, work } = await setUp()
  let open = 0
  let most = 0
  platform.respondWith((request, response) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      accepted(request, response)
    })
  })
  const ids: string[] = []
  for (let count = 0; count < 24; count++) ids.push((await send('Your order is ready')).id)
  const { working } = await transaction(scope, async (tx) => {
    await lockUnknownReports(tx, channel.id, 'storing')
    await sql`select 1`.execute(tx.db)
    const turn = work()
    await waitFor(() => platform.requests.length === 24)
    return { working: turn }
  })
  assert.equal(await working, null)
  assert.ok(most <= 16, String(most))
  for (const id of ids) assert.equal((await getMessage(scope, id)).status, 'sent')
})

test('a conversation keeps the allowance that charging its messages one after the other leaves', async () => {
  const { scope, send } = await setUp()
  const rate = { everyMs: 6_000, burst: 40, burstMax: 45 }
  const before = (ms: number) => new Date(context.clock.now().getTime() - ms)
  const times = [before(100_000), before(20_000), before(19_999), before(19_000), before(2_000)]
  const { chatId } = await send('x')
  for (const at of times)
    await sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status, author_type, sent_at, created_at)
      select workspace_id, ${newId()}, chat_id, person_id, channel_id, 'outbound', 'text', 'y', 'sent', 'system', ${at}::timestamptz, ${at}::timestamptz
      from messages where workspace_id = ${scope.workspaceId} and chat_id = ${chatId} limit 1`.execute(
      scope.db,
    )
  const expected = times.reduce((fullAt, at) => charge(fullAt, at, rate), 0)
  const found = (await readPairs(scope, [chatId, newId()], rate)).get(chatId)
  assert.ok(Math.abs(found! - expected) < 1, `${found} ${expected}`)
})
