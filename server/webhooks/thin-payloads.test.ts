import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { createReplayLane } from '#webhooks/replays/create-replay-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { skipPauses, startDeliveries } from '#test/deliveries.ts'
import { createTestChat, createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import type { CaughtRequest } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { verifyDelivery } from '#test/verify-delivery.ts'
import { waitFor } from '#test/wait-for.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { createEvent } from '#events/create-event.ts'
import { sampleData } from './sample-data.ts'
import { toSentBody } from './to-sent-body.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
await startDeliveries(context, url)
const replays = createLaneWorker(context, {
  url,
  sweepMs: 300,
  handlers: { replay: createReplayLane(context) },
})
await replays.start()
beforeClose(context, () => replays.stop())

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const { headers } = await signInTestMember(call, scope)
  const byKey = (request: string, body?: unknown) =>
    call(request, { key, ...(body !== undefined && { body }) })
  const bySession = (request: string, body?: unknown) =>
    call(request, { headers, ...(body !== undefined && { body }) })
  const receiver = await startReceiver()
  after(() => receiver.close())
  const subscribe = async (more: object = {}) => {
    const { status, body, text } = await byKey('POST /api/v1/webhooks', {
      url: `${receiver.url}/hook`,
      payload: 'thin',
      events: [...EVENT_TYPES],
      ...more,
    })
    assert.equal(status, 201, text)
    return body as { id: string; secret: string; payload: string }
  }
  return { scope, key, byKey, bySession, receiver, subscribe }
}

const parse = ({ body }: CaughtRequest) => JSON.parse(body.toString())

for (const [name, path] of [
  ['a key', '/api/v1/webhooks'],
  ['an admin', '/api/developer/webhooks'],
] as const)
  test(`${name} chooses the payload of an endpoint, which is full unless chosen`, async () => {
    const { byKey, bySession, receiver } = await setUp()
    const ask = path === '/api/v1/webhooks' ? byKey : bySession
    const target = { url: receiver.url }
    const plain = await ask(`POST ${path}`, target)
    assert.deepEqual([plain.status, plain.body.payload], [201, 'full'])
    const thin = await ask(`POST ${path}`, { ...target, payload: 'thin' })
    assert.equal(thin.body.payload, 'thin')
    const renamed = await ask(`PATCH ${path}/${thin.body.id}`, { description: 'Ids only' })
    assert.equal(renamed.body.payload, 'thin')
    const changed = await ask(`PATCH ${path}/${plain.body.id}`, { payload: 'thin' })
    assert.equal(changed.body.payload, 'thin')
    for (const payload of ['tiny', 1, '']) {
      const refused = await ask(`PATCH ${path}/${plain.body.id}`, { payload })
      assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'payload'])
    }
    const { body: audit } = await bySession(
      'GET /api/developer/audit-log?action=webhook_endpoint.updated',
    )
    const changes = audit.data.find(
      ({ target: { id } }: { target: { id: string } }) => id === plain.body.id,
    ).data.changes
    assert.deepEqual(changes.payload, { from: 'full', to: 'thin' })
  })

test('a thin delivery has the envelope with only ids, is signed, and its path returns the resource to a key', async () => {
  const { scope, byKey, bySession, receiver, subscribe } = await setUp()
  const { secret } = await subscribe()
  const chat = await createTestChat(scope)
  const { body: contact } = await byKey('POST /api/v1/contacts', {
    name: 'Asha Secret',
    phone_e164: testPhone(),
  })
  const { body: message } = await byKey('POST /api/v1/messages/send', {
    conversation_id: chat.id,
    message: 'A secret text',
  })
  const { body: ticket } = await byKey('POST /api/v1/tickets', {
    person_id: contact.id,
    title: 'A secret title',
  })
  const { body: note } = await bySession(`POST /api/v1/chats/${chat.id}/notes`, {
    text: 'A secret note',
  })
  const { body: comment } = await bySession(`POST /api/v1/tickets/${ticket.id}/comments`, {
    text: 'A secret comment',
  })
  await byKey(`PATCH /api/v1/chats/${chat.id}`, { status: 'closed' })
  const expected = {
    'contact.created': contact.id,
    'message.sent': message.id,
    'ticket.created': ticket.id,
    'note.created': note.id,
    'ticket_comment.created': comment.id,
    'conversation.updated': chat.id,
  }
  const deliveries = await waitFor(() => {
    const found = receiver.requests.filter((each) => parse(each).type in expected)
    return found.length >= 6 ? found : undefined
  })
  for (const [type, id] of Object.entries(expected)) {
    const delivery = deliveries.find((each) => parse(each).type === type)!
    assert.ok(delivery, type)
    verifyDelivery(delivery, secret)
    const { data, ...envelope } = parse(delivery)
    assert.deepEqual(Object.keys(envelope), ['id', 'type', 'created_at', 'workspace_id', 'test'])
    assert.deepEqual(Object.keys(data), ['id', 'path'])
    assert.equal(data.id, id)
    assert.ok(!/secret/i.test(delivery.body.toString()), type)
    const resource = await byKey(`GET ${data.path}`)
    assert.equal(resource.status, 200, data.path)
    assert.ok(resource.text.includes(id), `${data.path} has ${id}`)
    const full = await byKey(`GET /api/v1/events/${envelope.id}`)
    assert.ok(full.text.includes(id), 'the full event stays readable')
  }
})

test('retries, replays and resends send the same bytes, whatever the endpoint was changed to', async () => {
  const { scope, byKey, bySession, receiver, subscribe } = await setUp()
  let status = 500
  receiver.respondWith((_request, response) => response.writeHead(status).end())
  const endpoint = await subscribe({ events: ['ticket.created', 'contact.created'] })
  const { body: contact } = await byKey('POST /api/v1/contacts', { name: 'Asha' })
  await receiver.waitFor(1)
  await byKey(`PATCH /api/v1/webhooks/${endpoint.id}`, { payload: 'full' })
  status = 200
  const listed = await waitFor(async () => {
    const { body } = await byKey(`GET /api/v1/webhooks/${endpoint.id}/deliveries`)
    return body.data[0]?.attempt_count === 1 && body.data[0]
  })
  assert.equal(listed.thin, true)
  await skipPauses(scope)
  await receiver.waitFor(2)
  const isDone = (count: number) =>
    waitFor(async () => {
      const { body } = await bySession(`GET /api/developer/webhooks/deliveries/${listed.id}`)
      return body.status === 'succeeded' && body.attempt_count === count ? body : undefined
    })
  await isDone(2)
  await bySession(`POST /api/developer/webhooks/deliveries/${listed.id}/retry`, {})
  await receiver.waitFor(3)
  await isDone(3)
  const resent = await byKey(`POST /api/v1/events/${listed.event_id}/resend`, {})
  assert.equal(resent.status, 200, resent.text)
  await receiver.waitFor(4)
  await isDone(4)
  const replay = await bySession(`POST /api/developer/webhooks/${endpoint.id}/replay`, {
    since: new Date(Date.now() - 3_600_000).toISOString(),
    statuses: ['succeeded'],
  })
  assert.ok(replay.status < 300, replay.text)
  await receiver.waitFor(5)
  const detail = await isDone(5)
  const bodies = new Set(receiver.requests.map(({ body }) => body.toString()))
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
  const [body] = bodies
  assert.deepEqual(JSON.parse(body!).data, {
    id: contact.id,
    path: `/api/v1/contacts/${contact.id}`,
  })
  assert.equal(detail.request_body, body)
  assert.deepEqual(detail.payload, JSON.parse(body!))
  const { body: curl } = await bySession(`GET /api/developer/webhooks/deliveries/${listed.id}/curl`)
  assert.ok(curl.command.includes(body!))

  await byKey('POST /api/v1/contacts', { name: 'Bala' })
  const requests = await receiver.waitFor(6)
  assert.equal(parse(requests[5]!).data.name, 'Bala', 'a new event has the payload of now')
})

test('an event that was missing is replayed with the payload of the endpoint', async () => {
  const { byKey, bySession, receiver, subscribe } = await setUp()
  const { body: contact } = await byKey('POST /api/v1/contacts', { name: 'Asha' })
  const endpoint = await subscribe({ events: ['contact.created'] })
  await bySession(`POST /api/developer/webhooks/${endpoint.id}/replay`, {
    since: new Date(Date.now() - 3_600_000).toISOString(),
    statuses: ['missing'],
  })
  const [delivery] = await receiver.waitFor(1)
  assert.equal(parse(delivery!).data.id, contact.id)
  assert.ok(!('name' in parse(delivery!).data))
})

test('a test delivery of every type is thin too', async () => {
  const { byKey, receiver, subscribe } = await setUp()
  const endpoint = await subscribe()
  for (const type of EVENT_TYPES) {
    const { body } = await byKey(`POST /api/v1/webhooks/${endpoint.id}/test`, { event_type: type })
    assert.equal(body.status, 'succeeded')
    assert.equal(body.thin, true)
    const request = receiver.requests.at(-1)!
    verifyDelivery(request, endpoint.secret)
    assert.equal(body.request_body, request.body.toString())
    assert.deepEqual(Object.keys(parse(request).data), ['id', 'path'], type)
  }
})

test('the signature of a thin delivery is explained, also by the event alone', async () => {
  const { byKey, bySession, receiver, subscribe } = await setUp()
  const endpoint = await subscribe({ events: ['contact.created'] })
  await byKey('POST /api/v1/contacts', { name: 'Asha' })
  const [delivery] = await receiver.waitFor(1)
  const text = delivery!.body.toString()
  const header = String(delivery!.headers['x-service-signature'])
  const verify = async (body: string, headers: string) =>
    (
      await bySession('POST /api/developer/webhooks/verify', {
        endpoint_id: endpoint.id,
        body,
        headers,
      })
    ).body
  for (const more of [
    '',
    `\nx-service-delivery: ${String(delivery!.headers['x-service-delivery'])}`,
  ]) {
    const headers = `x-service-signature: ${header}${more}`
    assert.equal((await verify(text, headers)).verdict, 'valid')
    const reformatted = await verify(JSON.stringify(JSON.parse(text), null, 2), headers)
    assert.equal(reformatted.event_in_log, true)
    assert.notEqual(reformatted.verdict, 'valid')
    assert.match(reformatted.message, /white space/)
  }
})

test('every type of event has a thin body, and what was erased has no path', () => {
  const now = new Date()
  for (const type of EVENT_TYPES) {
    const event = createEvent(newId(), type, JSON.stringify(sampleData(type, now)), now)
    assert.equal(toSentBody(event.body, false), event.body)
    const thin = JSON.parse(toSentBody(event.body, true))
    const full = JSON.parse(event.body)
    assert.deepEqual({ ...thin, data: null }, { ...full, data: null })
    assert.equal(thin.data.id, full.data.id)
    if (type === 'contact.erased') assert.equal(thin.data.path, null)
    else
      assert.match(
        thin.data.path,
        /^\/api\/v1\/([a-z]+\/|csat\/ratings\?conversation_id=)[0-9a-f-]{36}(\/(thread|activity|sla))?$/,
      )
  }
})

test('endpoints with full and thin payloads receive one event each in its own way', async () => {
  const { scope, receiver, subscribe } = await setUp()
  await subscribe({ events: ['ticket.updated'] })
  await subscribe({ events: ['ticket.updated'], payload: 'full' })
  const data = sampleData('ticket.updated', new Date())
  await transaction(scope, (tx) => recordEvents(tx, [{ type: 'ticket.updated', data }]))
  const requests = await receiver.waitFor(2)
  const titles = requests.map((each) => 'title' in parse(each).data)
  assert.deepEqual(titles.toSorted(), [false, true])
})
