import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createChannel } from '#channels/create-channel.ts'
import type { Scope } from '#db/context.ts'
import { toLogFields } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, startDeliveries } from '#test/deliveries.ts'
import { createTestChat, createTestKey, createTestPerson, testPhone } from '#test/factories.ts'
import { eventTypes, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { startReceiver } from '#test/receiver.ts'
import type { Respond } from '#test/receiver.ts'

const lines: Record<string, unknown>[] = []
const write = (chunk: Buffer, _encoding: string, done: () => void) => {
  lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
  done()
}
const opened = await openTestContext()
const log = pino({ level: 'info', mixin: toLogFields }, new Writable({ write }))
const context = { ...opened.context, log }
await startDeliveries(context, opened.url)
const { call } = await openTestApi(context)
const inbound = openInbound(context)
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` })

const accepted: Respond = (_request, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] }))
const throttled: Respond = (_request, response) =>
  response
    .writeHead(429, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message: '(#130429) slow down', code: 130429 } }))

/** Returns the events of a workspace as `<type> <id of the request>`. */
async function causesOf(scope: Scope): Promise<string[]> {
  const events = await rowsOf(scope, 'events')
  return events.map(({ type, cause }) => `${type} ${cause}`).toSorted()
}

test('requests that share a transaction are each the cause of their own events and webhooks', async () => {
  const { scope, receiver } = await createTestEndpoint(context)
  const key = await createTestKey(scope, ['*'])
  const { id } = await createTestPerson(scope)
  const ids = ['ticket-a', 'ticket-b', 'ticket-c'].map((name) => `${name}-${newId()}`)
  const answers = await Promise.all(
    ids.map((requestId) =>
      call('POST /api/v1/tickets', {
        key,
        body: { person_id: id, title: requestId },
        headers: { 'x-request-id': requestId },
      }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  const caught = await receiver.waitFor(ids.length)
  const seen = caught.map(({ headers, body }) => [
    JSON.parse(body.toString()).data.title,
    headers['x-request-id'],
  ])
  assert.deepEqual(
    seen.toSorted(),
    ids.map((requestId) => [requestId, requestId]),
  )
})

test('a request to send is named by the log of the attempt, and by every event of the message', async () => {
  const { scope } = await createTestEndpoint(context)
  const key = await createTestKey(scope, ['*'])
  const channel = await createChannel(scope, {
    type: 'whatsapp',
    account: String(Date.now()) + testPhone().slice(5),
    access_token: 'sim_test',
  })
  const chat = await createTestChat(scope, { channelId: channel.id })
  const requestId = `send-${newId()}`
  const sent = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id: chat.id, message: 'Hello' },
    headers: { 'x-request-id': requestId },
  })
  assert.equal(sent.status, 201, sent.text)
  const work = (ms = 0) =>
    createSendLane(
      { ...context, clock: { now: () => new Date(Date.now() + ms) } },
      { clients },
    ).work(
      { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  platform.respondWith(throttled)
  await work()
  const [held] = lines.filter(({ msg }) => msg === 'sending is on hold for a channel')
  assert.equal(held?.['request_id'], requestId)
  platform.respondWith(accepted)
  await work(3_600_000)
  assert.deepEqual(await causesOf(scope), [
    `message.sent ${requestId}`,
    `message.status_changed ${requestId}`,
  ])
})

test('payloads that are processed together are each the cause of their own events', async () => {
  const { scope, account, work } = await inbound.open()
  const requestIds = ['payload-a', 'payload-b'].map((name) => `${name}-${newId()}`)
  for (const requestId of requestIds)
    await inbound.deliver(payloadOf(account, textFrom(newWaId(), requestId)), 'whatsapp', {
      'x-request-id': requestId,
    })
  await work()
  assert.deepEqual(
    await causesOf(scope),
    ['conversation.created', 'message.received']
      .flatMap((type) => requestIds.map((requestId) => `${type} ${requestId}`))
      .toSorted(),
  )
  const received = (await rowsOf(scope, 'events')).filter(({ type }) => type === 'message.received')
  for (const { body, cause } of received) assert.equal(JSON.parse(body).data.text, cause)
  assert.equal((await eventTypes(scope)).length, 4)
})
