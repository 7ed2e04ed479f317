import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { plantIngestUptime } from '#test/ingest-uptime.ts'
import { startReceiver } from '#test/receiver.ts'
import type { Respond } from '#test/receiver.ts'
import { createChannel } from '#channels/create-channel.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { Scope } from '#db/context.ts'
import type { Message } from '../schema.ts'
import { newId } from '#lib/ids.ts'
import { getMessage } from '../get-message.ts'
import { createSendLane } from './create-send-lane.ts'

let skewMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + skewMs) } }
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` }, { timeoutMs: 1500 })
const lane = createSendLane(context, { clients })

const accepted: Respond = (request, response) => {
  const { to } = JSON.parse(request.body.toString())
  const answer = {
    contacts: [{ input: to, wa_id: to?.slice(1) }],
    messages: [{ id: `wamid.${newId()}` }],
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}
const refused =
  (status: number, code: number, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `(#${code}) no`, code } }))

async function setUp(options: { access_token?: string } = { access_token: 'sim_test' }) {
  platform.requests.length = 0
  await plantIngestUptime(context)
  platform.respondWith(accepted)
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createChannel(scope, {
    type: 'whatsapp',
    account: String(Date.now()) + testPhone().slice(5),
    ...options,
  })
  const openChat = () => createTestChat(scope, { channelId: channel.id })
  const send = (
    chat: Awaited<ReturnType<typeof openChat>>,
    text: string,
    media?: [string, string],
  ) => queue(scope, chat, text, media)
  const work = (signal = new AbortController().signal) =>
    lane.work({ workspaceId, targetId: channel.id, leaseToken: '' }, signal)
  return { scope, channel, openChat, send, work }
}

async function queue(
  scope: Scope,
  chat: { id: string; personId: string; channelId: string },
  text: string,
  media?: [type: string, url: string],
): Promise<string> {
  const id = newId()
  await scope.db
    .insertInto('messages')
    .values({
      workspace_id: scope.workspaceId,
      id,
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: chat.channelId,
      direction: 'outbound',
      type: media?.[0] ?? 'text',
      text,
      media: media ? JSON.stringify({ url: media[1] }) : null,
      status: 'queued',
      author_type: 'system',
      send_due_at: scope.clock.now(),
      created_at: scope.clock.now(),
    })
    .execute()
  return id
}

const bodies = () => platform.requests.map((request) => JSON.parse(request.body.toString()))
const stateOf = async (scope: Scope, id: string) => {
  const { status, error } = await getMessage(scope, id)
  return [status, error?.code ?? null]
}

test('a message reaches the platform with our id and becomes sent', async () => {
  const { scope, channel, openChat, send, work } = await setUp()
  const chat = await openChat()
  const id = await send(chat, 'Your order is ready')
  assert.equal(await work(), null)
  const [request] = platform.requests
  assert.equal(request!.path, `/v25.0/${channel.account}/messages`)
  assert.equal(request!.headers.authorization, 'Bearer sim_test')
  assert.deepEqual(bodies(), [
    {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: chat.phoneE164,
      biz_opaque_callback_data: id,
      type: 'text',
      text: { body: 'Your order is ready', preview_url: false },
    },
  ])
  const message: Message = await getMessage(scope, id)
  assert.equal(message.status, 'sent')
  assert.ok(message.sent_at)
})

test('messages of a conversation are sent in order, and conversations in parallel', async () => {
  const { openChat, send, work } = await setUp()
  const chats = await Promise.all(Array.from({ length: 20 }, openChat))
  for (let turn = 0; turn < 5; turn++) for (const chat of chats) await send(chat, `turn ${turn}`)
  let open = 0
  let most = 0
  const beside = Promise.withResolvers<void>()
  platform.respondWith((request, response) => {
    most = Math.max(most, ++open)
    if (most > 4) beside.resolve()
    void beside.promise.then(() =>
      setTimeout(() => {
        open--
        accepted(request, response)
      }, 5),
    )
  })
  assert.equal(await work(), null)
  assert.ok(most > 4 && most <= 16, String(most))
  const byChat = Map.groupBy(bodies(), (body) => body.to)
  assert.equal(byChat.size, 20)
  for (const texts of byChat.values())
    assert.deepEqual(
      texts.map((body) => body.text.body),
      ['turn 0', 'turn 1', 'turn 2', 'turn 3', 'turn 4'],
    )
})

test('a message with a transient error is retried later, and none overtakes it in its conversation', async () => {
  const { scope, openChat, send, work } = await setUp()
  const [chat, other] = [await openChat(), await openChat()]
  const first = await send(chat, 'first')
  const second = await send(chat, 'second')
  const elsewhere = await send(other, 'elsewhere')
  platform.respondWith((request, response) =>
    (request.body.includes('first') ? refused(500, 131000) : accepted)(request, response),
  )
  const next = await work()
  assert.ok(next && next > context.clock.now())
  assert.deepEqual(await stateOf(scope, first), ['queued', '131000'])
  assert.deepEqual(await stateOf(scope, second), ['queued', null])
  assert.deepEqual(await stateOf(scope, elsewhere), ['sent', null])
  const third = await send(chat, 'third')
  await work()
  assert.equal(bodies().length, 2)
  skewMs += 5000
  platform.respondWith(accepted)
  assert.equal(await work(), null)
  assert.deepEqual(
    bodies()
      .map((body) => body.text.body)
      .slice(2),
    ['first', 'second', 'third'],
  )
  for (const id of [first, second, third])
    assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('while a platform is away, a turn reads only the times of waiting messages, once, and sends in order when it returns', async () => {
  const { scope, channel, openChat, send } = await setUp()
  const chats = await Promise.all(Array.from({ length: 3 }, openChat))
  const [first, second, third] = chats.map(({ phoneE164 }) => phoneE164)
  const isAway = refused(500, 131000)
  platform.respondWith(isAway)
  const reads: Record<string, unknown>[] = []
  const db = context.db.withoutPlugins()
  const execute = db.executeQuery.bind(db)
  db.executeQuery = async (query) => {
    const result = await execute<Record<string, unknown>>(query)
    reads.push(...result.rows)
    return result as never
  }
  const watched = createSendLane({ ...context, db }, { clients })
  const work = () =>
    watched.work(
      { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  const waiting = [await send(chats[0]!, 'a'), await send(chats[1]!, 'b')]
  await work()
  await sql`update messages set send_due_at = send_due_at + interval '1 minute'
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  for (let number = 0; number < 600; number++) waiting.push(await send(chats[0]!, `a${number}`))
  reads.length = 0
  await send(chats[2]!, 'c')
  const next = await work()
  const ofWaiting = reads.filter(({ id }) => waiting.includes(String(id)))
  // Their ids are of the last seconds, so the wake-up of the new message reads them once more.
  assert.ok(ofWaiting.length <= 2 * waiting.length, `${ofWaiting.length} rows`)
  assert.ok(ofWaiting.every((row) => !('text' in row)))
  assert.deepEqual(
    bodies().map((body) => body.to),
    [first, second, third],
  )
  assert.ok(next && next > context.clock.now())

  platform.requests.length = 0
  skewMs += 70_000
  platform.respondWith(accepted)
  await work()
  const ofFirst = bodies().flatMap((body) => (body.to === first ? [body.text.body] : []))
  // The platform limits how many it takes for one contact.
  assert.ok(ofFirst.length > 1)
  assert.deepEqual(ofFirst, [
    'a',
    ...Array.from({ length: ofFirst.length - 1 }, (_, number) => `a${number}`),
  ])
  assert.deepEqual(new Set(bodies().map((body) => body.to)), new Set([first, second, third]))
})

test('a message that another worker attempted since its time was read is not sent again', async () => {
  const { scope, channel, openChat, send } = await setUp()
  const id = await send(await openChat(), 'once')
  const db = context.db.withoutPlugins()
  const execute = db.executeQuery.bind(db)
  db.executeQuery = async (query) => {
    const result = await execute(query)
    if ('sql' in query && query.sql.includes('due_ms'))
      await sql`update messages set send_attempts = 1, send_due_at = ${new Date(context.clock.now().getTime() + 60_000)}
        where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(context.db)
    return result as never
  }
  const next = await createSendLane({ ...context, db }, { clients }).work(
    { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
    new AbortController().signal,
  )
  assert.equal(platform.requests.length, 0)
  assert.ok(next && next > context.clock.now())
})

test('a message fails after eight attempts', async () => {
  const { scope, openChat, send, work } = await setUp()
  const id = await send(await openChat(), 'hopeless')
  platform.respondWith(refused(500, 131000))
  for (let turn = 0; turn < 10; turn++) {
    await work()
    skewMs += 700_000
  }
  assert.equal(bodies().length, 8)
  assert.deepEqual(await stateOf(scope, id), ['failed', '131000'])
})

test('a final refusal fails the message with a readable reason and does not block the next one', async () => {
  const { scope, openChat, send, work } = await setUp()
  const chat = await openChat()
  const late = await send(chat, 'late')
  const next = await send(chat, 'next')
  platform.respondWith((request, response) =>
    (request.body.includes('late') ? refused(400, 131047) : accepted)(request, response),
  )
  assert.equal(await work(), null)
  const { error } = await getMessage(scope, late)
  assert.equal(error?.code, '131047')
  assert.match(error!.message, /24 hours/)
  assert.deepEqual(await stateOf(scope, next), ['sent', null])
})

test('a throttle stops the whole channel for the requested time and does not count as an attempt', async () => {
  const { scope, openChat, send, work } = await setUp()
  const ids = [await send(await openChat(), 'one'), await send(await openChat(), 'two')]
  platform.respondWith(refused(429, 130429, { 'retry-after': '20' }))
  const next = await work()
  const tried = bodies().length
  assert.ok(next!.getTime() - context.clock.now().getTime() > 15_000)
  await work()
  assert.equal(bodies().length, tried)
  skewMs += 21_000
  platform.respondWith(accepted)
  assert.equal(await work(), null)
  for (const id of ids) assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('a refused account holds its channel and keeps its messages', async () => {
  const { scope, openChat, send, work } = await setUp()
  const id = await send(await openChat(), 'kept')
  platform.respondWith(refused(401, 190))
  const next = await work()
  assert.ok(next!.getTime() - context.clock.now().getTime() > 200_000)
  assert.deepEqual(await stateOf(scope, id), ['queued', '190'])
})

test('a message without a response is retried after a minute', async () => {
  const { scope, openChat, send, work } = await setUp()
  const id = await send(await openChat(), 'is it there?')
  platform.respondWith(() => undefined)
  const next = await work()
  assert.ok(next!.getTime() - context.clock.now().getTime() > 55_000)
  assert.deepEqual(await stateOf(scope, id), ['queued', 'timeout'])
  platform.respondWith(accepted)
  await work()
  assert.equal(bodies().length, 1)
  skewMs += 61_000
  await work()
  assert.equal(bodies().length, 2)
  assert.deepEqual(await stateOf(scope, id), ['sent', null])
})

test('a lost connection and a gateway’s error count as no response', async () => {
  const { scope, openChat, send, work } = await setUp()
  const lost = await send(await openChat(), 'lost')
  const gateway = await send(await openChat(), 'gateway')
  platform.respondWith((request, response) => {
    if (request.body.includes('lost')) response.destroy()
    else response.writeHead(502).end('<html>Bad gateway</html>')
  })
  await work()
  const due = await scope.db
    .selectFrom('messages')
    .select('send_due_at')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', [lost, gateway])
    .execute()
  for (const { send_due_at } of due)
    assert.ok(send_due_at!.getTime() - context.clock.now().getTime() > 55_000)
})

test('a message to an unreachable platform is retried within seconds', async () => {
  const { scope, openChat, send, channel } = await setUp()
  const id = await send(await openChat(), 'hello?')
  const nowhere = createSendLane(context, {
    clients: createPlatformClients({ graphUrl: 'http://127.0.0.1:9' }),
  })
  const next = await nowhere.work(
    { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
    new AbortController().signal,
  )
  assert.ok(next!.getTime() - context.clock.now().getTime() < 3000)
  assert.deepEqual(await stateOf(scope, id), ['queued', 'unreachable'])
})

test('a channel without a token fails its messages and says why', async () => {
  const { scope, openChat, send, work } = await setUp({})
  const id = await send(await openChat(), 'nowhere to go')
  assert.equal(await work(), null)
  assert.deepEqual(await stateOf(scope, id), ['failed', 'channel_not_connected'])
  assert.equal(platform.requests.length, 0)
})

test('a simulator’s token is never sent to the real platform', async () => {
  const real = createPlatformClients({ graphUrl: 'https://graph.facebook.com/v25.0' })
  const outcome = await real.of('whatsapp').send!(
    { account: '1', accessToken: 'sim_demo' },
    { id: newId(), recipient: '919800000000', type: 'text', text: 'x', mediaUrl: null },
  )
  assert.equal(outcome.kind, 'stop')
  assert.equal('error' in outcome && outcome.error.code, 'simulator_token')
})

test('media goes by link with the text as its caption, in one message', async () => {
  const { openChat, send, work } = await setUp()
  const chat = await openChat()
  const url = 'https://files.example/a/Price%20list.pdf'
  await send(chat, 'See here', ['image', url])
  await send(chat, 'See here', ['document', url])
  await send(chat, 'Listen', ['audio', url])
  await send(chat, 'x'.repeat(2000), ['image', url])
  await work()
  const [image, document, audio, long] = bodies()
  assert.deepEqual(image.image, { link: url, caption: 'See here' })
  const asDocument = (caption: string) => ({ link: url, caption, filename: 'Price list.pdf' })
  assert.deepEqual(document.document, asDocument('See here'))
  assert.deepEqual(audio.document, asDocument('Listen'))
  assert.equal(long.text.body, `${'x'.repeat(2000)}\n${url}`)
})

test('a number that the platform writes differently belongs to the same contact', async () => {
  const { scope, openChat, send, work } = await setUp()
  const chat = await openChat()
  await send(chat, 'hola')
  platform.respondWith((_request, response) =>
    response.end(
      JSON.stringify({ contacts: [{ wa_id: '5215512345678' }], messages: [{ id: 'wamid.mx' }] }),
    ),
  )
  await work()
  const identity = await scope.db
    .selectFrom('identities')
    .select('person_id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('value', '=', '5215512345678')
    .executeTakeFirst()
  assert.equal(identity?.person_id, chat.personId)
})

test('two workers never send the same message twice', async () => {
  const { openChat, send, work } = await setUp()
  const chats = await Promise.all(Array.from({ length: 10 }, openChat))
  for (const chat of chats) await send(chat, 'once')
  await Promise.all([work(), work(), work()])
  assert.equal(new Set(bodies().map((body) => body.biz_opaque_callback_data)).size, 10)
  assert.equal(bodies().length, 10)
})

test('a stopping worker starts nothing new', async () => {
  const { openChat, send, work } = await setUp()
  await send(await openChat(), 'later')
  await work(AbortSignal.abort())
  assert.equal(platform.requests.length, 0)
})

test('the sweeper finds channels with due messages', async () => {
  const { openChat, send, channel } = await setUp()
  await send(await openChat(), 'waiting')
  assert.ok((await lane.findDue()).some((each) => each.targetId === channel.id))
})
