import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testPhone } from '../factories.ts'
import { startReceiver } from '../receiver.ts'
import type { CaughtRequest, Receiver } from '../receiver.ts'
import { verifyDelivery } from '../verify-delivery.ts'
import { waitFor } from '../wait-for.ts'
import { textPayload } from '../outside.ts'
import { startProduct } from './product.ts'

const { admin, api, ingest, postSigned, phoneNumberId, workspaceId } = await startProduct()

/** Starts a receiver with an endpoint that the admin registered for it. */
async function register(fields: { events?: string[] } = {}) {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { status, body } = await admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/parley`, ...fields },
  })
  assert.equal(status, 201)
  assert.match(body.secret, /^whsec_[0-9A-Za-z]{48}$/)
  return { receiver, secret: body.secret as string, id: body.id as string }
}

const typesOf = (receiver: Receiver) =>
  receiver.requests.map((request) => JSON.parse(request.body.toString()).type as string)

/** Sends a customer's first message and waits for its conversation. */
async function receive(text: string) {
  const phone = testPhone()
  const message = { id: `wamid.${phone}`, from: phone.slice(1), name: 'Zoë', text }
  assert.equal((await postSigned(textPayload(phoneNumberId, [message]))).status, 200)
  const chat = await waitFor(
    async () => (await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)).body.data[0],
    { what: `the chat with ${phone}` },
  )
  return { phone, chat }
}

test('every delivery is accepted by stripe, standardwebhooks and svix, and refused once a byte is changed', async () => {
  const all = await register({
    events: [
      'message.sent',
      'contact.created',
      'ticket.created',
      'message.received',
      'message.status_changed',
      'conversation.created',
      'contact.updated',
      'ticket.updated',
    ],
  })
  const { chat } = await receive('Où est la boutique ? 🗺️')
  const message = await api('POST /api/v1/messages/send', {
    body: { conversation_id: chat.id, message: 'Rue de la Paix, « au fond »' },
  })
  const contact = await api('POST /api/v1/contacts', { body: { name: 'Zoë', phone: testPhone() } })
  const ticket = await api('POST /api/v1/tickets', {
    body: { person_id: contact.body.id, title: 'Send a map' },
  })
  await api(`PATCH /api/v1/tickets/${ticket.body.id}`, { body: { status: 'pending' } })
  const expected = [
    'contact.created',
    'conversation.created',
    'message.received',
    'message.sent',
    'ticket.created',
    'ticket.updated',
  ]
  await waitFor(
    () => {
      const types = typesOf(all.receiver)
      const statuses = types.filter((type) => type === 'message.status_changed')
      return expected.every((type) => types.includes(type)) && statuses.length === 2
    },
    { what: `${expected.join(', ')} and two statuses` },
  )
  for (const request of all.receiver.requests) {
    verifyDelivery(request, all.secret)
    const event = JSON.parse(request.body.toString())
    assert.equal(request.headers['x-service-event'], event.type)
    assert.equal(request.headers['webhook-id'], event.id)
    assert.equal(event.workspace_id, workspaceId)
    assert.equal(event.test, false)
  }
  const dataOf = (type: string) =>
    all.receiver.requests
      .map((request) => JSON.parse(request.body.toString()))
      .find((event) => event.type === type).data
  const { target: _target, ...sent } = message.body
  assert.deepEqual(dataOf('message.sent'), sent)
  assert.deepEqual(dataOf('contact.created'), contact.body)
  assert.deepEqual(dataOf('ticket.created'), ticket.body)

  const ids = all.receiver.requests.map((request) => request.headers['webhook-id'])
  const feed = await api('GET /api/v1/events?limit=100')
  assert.deepEqual(
    feed.body.data.map((event: { id: string }) => event.id),
    ids,
    'the feed gives the same events in the same order',
  )
})

test('a received message reaches only an endpoint that asked for it', async () => {
  const usual = await register()
  const asking = await register({ events: ['message.received'] })
  const { chat } = await receive('Anyone there?')
  await api('POST /api/v1/messages/send', { body: { conversation_id: chat.id, message: 'Yes' } })
  await asking.receiver.waitFor(1)
  await usual.receiver.waitFor(1)
  await api('POST /api/v1/messages/send', { body: { conversation_id: chat.id, message: 'Here' } })
  await usual.receiver.waitFor(2)
  assert.deepEqual(typesOf(usual.receiver), ['message.sent', 'message.sent'])
  assert.deepEqual(typesOf(asking.receiver), ['message.received'])
  for (const request of asking.receiver.requests) verifyDelivery(request, asking.secret)
})

test('the test delivery is sent before the answer, and says that it is one', async () => {
  const { receiver, secret, id } = await register()
  const { status, body } = await admin(`POST /api/developer/webhooks/${id}/test`, { body: {} })
  assert.equal(status, 200)
  assert.equal(body.status, 'succeeded')
  assert.equal(body.attempts.length, 1)
  assert.equal(receiver.requests.length, 1)
  const event = JSON.parse(receiver.requests[0]!.body.toString())
  assert.equal(event.type, 'message.received')
  assert.equal(event.test, true)
  verifyDelivery(receiver.requests[0]!, secret)
  receiver.respondWith((_request, response) => response.writeHead(302, { location: '/' }).end())
  const refused = await admin(`POST /api/developer/webhooks/${id}/test`, {
    body: { event_type: 'ticket.created' },
  })
  assert.equal(refused.body.status, 'failed')
  assert.equal(refused.body.last_response_status, 302)
  assert.equal(receiver.requests.length, 2)
})

test('a failed delivery is in the log, is tried again by itself, and succeeds', async () => {
  const { receiver, secret, id } = await register()
  receiver.respondWith((_request, response) => {
    response.statusCode = receiver.requests.length === 1 ? 503 : 200
    response.end(receiver.requests.length === 1 ? 'closed for lunch' : '')
  })
  await api('POST /api/v1/contacts', { body: { name: 'Late', phone: testPhone() } })
  await receiver.waitFor(2)
  const [first, second] = receiver.requests as [CaughtRequest, CaughtRequest]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers['x-service-attempt'], '2')
  for (const request of receiver.requests) verifyDelivery(request, secret)
  const delivery = await waitFor(async () => {
    const query = `endpoint_id=${id}&status=succeeded`
    const { body } = await admin(`GET /api/developer/webhooks/deliveries?${query}`)
    return body.data[0]
  })
  const { body } = await admin(`GET /api/developer/webhooks/deliveries/${delivery.id}`)
  assert.deepEqual(
    body.attempts.map((attempt: { response_status: number }) => attempt.response_status),
    [503, 200],
  )
  assert.equal(body.attempts[0].response_body, 'closed for lunch')
})

test('no key opens the developer area, and no session means none of it', async () => {
  assert.equal((await api('GET /api/developer/webhooks')).status, 401)
  const { body } = await admin('GET /api/developer/webhooks')
  assert.ok(body.data.length > 0)
  assert.ok(body.data.every((endpoint: object) => !('secret' in endpoint)))
  assert.equal((await ingest('GET /api/developer/webhooks')).status, 404)
})
