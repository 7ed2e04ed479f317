import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair, textTo } from '../test/pair.ts'
import { messageOf, statusOf } from '../test/receiver.ts'

const NUMBER = '555000111222'

test('a customer’s text arrives as the platform would send it', async (t) => {
  const { call, receiver } = await startPair(t)
  const { status, body } = await call('POST', '/sim/inbound', {
    from: '+91 98100 12345',
    name: 'Meera',
    text: 'Do you deliver?',
    phone_number_id: NUMBER,
    display_phone_number: '+1 555-014-9000',
    waba_id: '880077',
  })
  assert.equal(status, 200)
  assert.equal(body.delivered, true)
  const { object, entry } = receiver.caught[0]!.json
  assert.equal(object, 'whatsapp_business_account')
  assert.equal(entry[0].id, '880077')
  assert.equal(entry[0].changes[0].field, 'messages')
  const { metadata, contacts, messages } = entry[0].changes[0].value
  assert.deepEqual(metadata, { display_phone_number: '15550149000', phone_number_id: NUMBER })
  assert.deepEqual(contacts, [{ profile: { name: 'Meera' }, wa_id: '919810012345' }])
  assert.equal(messages[0].from, '919810012345')
  assert.equal(messages[0].id, body.message_id)
  assert.equal(messages[0].type, 'text')
  assert.deepEqual(messages[0].text, { body: 'Do you deliver?' })
  assert.match(messages[0].timestamp, /^\d{10}$/)
})

test('what an inbound message says of its number is kept for later statuses', async (t) => {
  const { call, send, receiver } = await startPair(t)
  await call('POST', '/sim/inbound', {
    from: '15550142277',
    text: 'Hi',
    phone_number_id: NUMBER,
    display_phone_number: '15550149000',
    waba_id: '880077',
  })
  await send(textTo('+15550142277'))
  const caught = await receiver.until((all) => all.length === 3)
  assert.equal(caught[2]!.json.entry[0].id, '880077')
})

test('a message of any type goes through with its own node', async (t) => {
  const { call, receiver } = await startPair(t)
  const fields = {
    type: 'hologram',
    hologram: { depth: 3 },
    context: { from: '1', id: 'wamid.before' },
  }
  const { body } = await call('POST', '/sim/inbound', {
    from: '15550142277',
    phone_number_id: NUMBER,
    id: 'wamid.given',
    timestamp: 1_800_000_000,
    ...fields,
  })
  assert.equal(body.message_id, 'wamid.given')
  assert.deepEqual(messageOf(receiver.caught[0]!), {
    from: '15550142277',
    id: 'wamid.given',
    timestamp: '1800000000',
    ...fields,
  })
})

test('an inbound message without sender, number or content is refused', async (t) => {
  const { call, receiver } = await startPair(t)
  for (const body of [
    { text: 'x', phone_number_id: NUMBER },
    { from: '15550142277', text: 'x' },
    { from: '15550142277', phone_number_id: NUMBER },
    { from: '15550142277', phone_number_id: NUMBER, text: '' },
    {},
  ]) {
    assert.equal((await call('POST', '/sim/inbound', body)).status, 400)
  }
  assert.equal(receiver.caught.length, 0)
})

test('any payload is signed and posted', async (t) => {
  const { call, receiver } = await startPair(t)
  const payload = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [] }] }
  const { body } = await call('POST', '/sim/payload', { payload })
  assert.deepEqual([body.delivered, body.status_code], [true, 200])
  assert.deepEqual(receiver.caught[0]!.json, payload)
  assert.match(String(receiver.caught[0]!.headers['x-hub-signature-256']), /^sha256=[0-9a-f]{64}$/)
})

test('read and failed are reported when asked for', async (t) => {
  const { call, send, receiver } = await startPair(t)
  const sent = await send(textTo('+15550142277', { biz_opaque_callback_data: 'outbox-9' }))
  const path = `/sim/messages/${encodeURIComponent(sent.body.messages[0].id)}`
  await receiver.until((all) => all.length === 2)
  await call('POST', `${path}/status`, { status: 'read' })
  await call('POST', `${path}/status`, { status: 'failed', error_code: 131049 })
  const [read, failed] = receiver.caught.slice(2).map(statusOf)
  assert.equal(read.status, 'read')
  assert.equal(read.biz_opaque_callback_data, 'outbox-9')
  assert.equal(read.pricing, undefined)
  assert.equal(failed.errors[0].code, 131049)
  const { body } = await call('GET', path)
  assert.deepEqual(
    body.statuses.map((step: { status: string }) => step.status),
    ['sent', 'delivered', 'read', 'failed'],
  )
  assert.equal((await call('POST', `${path}/status`, { status: 'eaten' })).status, 400)
  assert.equal(
    (await call('POST', '/sim/messages/wamid.no/status', { status: 'read' })).status,
    404,
  )
})

test('messages are listed newest first and by customer or the sender’s own id', async (t) => {
  const { call, send } = await startPair(t)
  await send(textTo('+15550142277', { biz_opaque_callback_data: 'a' }))
  await send(textTo('+15550142278', { biz_opaque_callback_data: 'b' }))
  const list = async (query: string) =>
    (await call('GET', `/sim/messages${query}`)).body.data.map(
      (message: any) => message.biz_opaque_callback_data,
    )
  assert.deepEqual(await list(''), ['b', 'a'])
  assert.deepEqual(await list('?limit=1'), ['b'])
  assert.deepEqual(await list('?to=%2B15550142277'), ['a'])
  assert.deepEqual(await list('?biz_opaque_callback_data=b'), ['b'])
  assert.equal((await call('GET', '/sim/messages?limit=0')).status, 400)
})

test('a webhook of the log can be read and posted again, byte for byte', async (t) => {
  const { call, receiver } = await startPair(t)
  const { body } = await call('POST', '/sim/payload', { payload: { note: 'é/@' } })
  const logged = await call('GET', `/sim/webhooks/${body.webhook_id}`)
  assert.equal(logged.body.state, 'delivered')
  assert.equal(logged.body.tries, 1)
  assert.equal(logged.body.body, receiver.caught[0]!.body.toString())
  await call('POST', `/sim/webhooks/${body.webhook_id}/redeliver`)
  assert.ok(receiver.caught[0]!.body.equals(receiver.caught[1]!.body))
  assert.equal((await call('POST', '/sim/webhooks/none/redeliver')).status, 404)
})

test('the handshake passes only on 200 with exactly the challenge', async (t) => {
  const { call, receiver } = await startPair(t)
  receiver.answer = ({ url }) =>
    url.searchParams.get('hub.mode') === 'subscribe' &&
    url.searchParams.get('hub.verify_token') === 'knock-knock'
      ? { status: 200, text: url.searchParams.get('hub.challenge') ?? '' }
      : 403
  assert.deepEqual((await call('POST', '/sim/handshake')).body, {
    passed: true,
    status_code: 200,
    reason: null,
  })
  assert.equal(receiver.caught[0]!.method, 'GET')
  assert.equal(receiver.caught[0]!.headers['x-hub-signature-256'], undefined)
  const wrong = await call('POST', '/sim/handshake', { verify_token: 'guess' })
  assert.deepEqual([wrong.body.passed, wrong.body.status_code], [false, 403])
  receiver.answer = () => ({ status: 200, text: 'welcome' })
  assert.equal((await call('POST', '/sim/handshake')).body.passed, false)
})

test('forgetting the state cancels the webhooks that wait', async (t) => {
  const { call, send, receiver } = await startPair(t)
  receiver.answer = () => 500
  await send(textTo('+15550142277'))
  await receiver.until((all) => all.length >= 2)
  assert.equal((await call('DELETE', '/sim/state')).status, 204)
  const { body } = await call('GET', '/sim/webhooks')
  assert.deepEqual(body, { pending: 0, data: [] })
  assert.deepEqual((await call('GET', '/sim/messages')).body.data, [])
})

test('the page and the health routes need no token, and plain text is not taken', async (t) => {
  const { call, simulator } = await startPair(t)
  const page = await call('GET', '/')
  assert.equal(page.status, 200)
  assert.match(page.body, /\/sim\/inbound/)
  assert.equal((await call('GET', '/health/live')).status, 200)
  assert.equal((await call('GET', '/health/ready')).status, 200)
  assert.equal((await call('GET', '/sim/nothing')).status, 404)
  const plain = await fetch(`${simulator.url}/sim/inbound`, { method: 'POST', body: '{}' })
  assert.equal(plain.status, 415)
})
