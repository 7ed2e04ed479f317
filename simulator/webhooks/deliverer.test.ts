import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { APP_SECRET, startPair, textTo } from '../test/pair.ts'
import { messageOf, startReceiver, statusOf } from '../test/receiver.ts'
import type { Caught } from '../test/receiver.ts'

function statusesOf(caught: Caught[], messageId: string) {
  return caught.map(statusOf).filter((status) => status?.id === messageId)
}

test('a sent message is reported sent, then delivered, with the sender’s own id', async (t) => {
  const { send, receiver } = await startPair(t)
  const { body } = await send(textTo('+15550142277', { biz_opaque_callback_data: 'outbox-7' }))
  const { id } = body.messages[0]
  const caught = await receiver.until((all) => all.length === 2)
  const statuses = statusesOf(caught, id)
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['sent', 'delivered'],
  )
  for (const status of statuses) {
    assert.equal(status.biz_opaque_callback_data, 'outbox-7')
    assert.equal(status.recipient_id, '15550142277')
    assert.match(status.timestamp, /^\d{10}$/)
    assert.equal(status.pricing.category, 'service')
  }
  const { metadata } = caught[0]!.json.entry[0].changes[0].value
  assert.equal(metadata.phone_number_id, '555000111222')
})

test('every webhook is signed over exactly its escaped bytes', async (t) => {
  const { call, receiver } = await startPair(t)
  const text = 'déjà vu 🍕 50% @home </b> https://example.org/a'
  await call('POST', '/sim/inbound', {
    from: '+919810012345',
    text,
    phone_number_id: '555000111222',
  })
  const [caught] = await receiver.until((all) => all.length === 1)
  const { headers, body } = caught!
  assert.equal(
    headers['x-hub-signature-256'],
    `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`,
  )
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'facebookexternalua')
  assert.ok(
    body.includes(String.raw`d\u00e9j\u00e0 vu \ud83c\udf55 50\u0025 \u0040home \u003C\/b>`),
  )
  assert.equal(body.at(-1), '}'.charCodeAt(0))
  assert.equal(messageOf(caught!).text.body, text)
})

test('webhooks are retried until the receiver recovers, and none is lost', async (t) => {
  const { send, call, receiver } = await startPair(t)
  receiver.answer = () => 503
  const ids = []
  for (const to of ['+15550142277', '+15550142278', '+15550142279']) {
    ids.push((await send(textTo(to))).body.messages[0].id)
  }
  await receiver.until((all) => all.length >= 12)
  assert.equal((await call('GET', '/sim/webhooks')).body.pending, 6)
  const accepted: Caught[] = []
  receiver.answer = (caught) => {
    accepted.push(caught)
    return 200
  }
  await receiver.until(() => accepted.length === 6)
  for (const id of ids) {
    assert.deepEqual(
      new Set(statusesOf(accepted, id).map(({ status }) => status)),
      new Set(['sent', 'delivered']),
    )
  }
})

test('a receiver that dies and is started again gets what it missed', async (t) => {
  const { call, receiver } = await startPair(t)
  const play = (text: string) =>
    call('POST', '/sim/inbound', { from: '+15550142277', text, phone_number_id: '555000111222' })
  assert.equal((await play('before')).body.delivered, true)
  await receiver.close()
  assert.equal((await play('meanwhile')).body.delivered, false)
  const { data, pending } = (await call('GET', '/sim/webhooks')).body
  assert.equal(pending, 1)
  assert.equal(data[0].last_status_code, null)
  assert.ok(data[0].last_error && data[0].tries >= 1)
  const restarted = await startReceiver(Number(new URL(receiver.url).port))
  t.after(() => restarted.close())
  const [caught] = await restarted.until((all) => all.length === 1)
  assert.equal(messageOf(caught!).text.body, 'meanwhile')
})

test('a webhook that was never accepted is abandoned after its time, and stays in the log', async (t) => {
  const retry = { firstMs: 5, longestMs: 10, giveUpAfterMs: 60_000 }
  const { call, receiver } = await startPair(t, { retry })
  receiver.answer = () => 500
  const { body } = await call('POST', '/sim/payload', { payload: {} })
  const look = async () => (await call('GET', `/sim/webhooks/${body.webhook_id}`)).body
  let seen = await look()
  while (seen.tries < 2) seen = await look()
  assert.equal(seen.state, 'pending')
  await call('POST', '/sim/time', { advance_ms: 60_001 })
  while (seen.state === 'pending') seen = await look()
  assert.equal(seen.state, 'abandoned')
  assert.equal((await call('GET', '/sim/webhooks')).body.pending, 0)
})

test('only 200 is success: another 2xx and a redirect are tried again', async (t) => {
  const { call, receiver } = await startPair(t)
  const answers = [204, 302, 200]
  receiver.answer = () => answers.shift() ?? 500
  const inbound = { from: '+15550142277', text: 'Hello', phone_number_id: '555000111222' }
  const { body } = await call('POST', '/sim/inbound', inbound)
  assert.deepEqual([body.delivered, body.status_code], [false, 204])
  const caught = await receiver.until((all) => all.length === 3)
  assert.equal(new Set(caught.map(({ body: bytes }) => bytes.toString())).size, 1)
})

test('a customer’s webhooks keep their order while none fails', async (t) => {
  const { call, receiver } = await startPair(t)
  const texts = Array.from({ length: 40 }, (_, n) => `message ${n}`)
  await Promise.all(
    texts.map((text) =>
      call('POST', '/sim/inbound', { from: '+15550142277', id: text, text, phone_number_id: '5' }),
    ),
  )
  const order = (await call('GET', '/sim/webhooks')).body.data.map(
    (webhook: { message_id: string }) => webhook.message_id,
  )
  const arrived = receiver.caught.map((caught) => messageOf(caught).text.body)
  assert.deepEqual(arrived, order.reverse())
  assert.equal(arrived.length, texts.length)
})

test('numbers for later errors are accepted, then reported failed with their code', async (t) => {
  const { send, receiver } = await startPair(t)
  for (const [to, code] of [
    ['+15550151026', 131026],
    ['+15550151047', 131047],
  ] as const) {
    const { status, body } = await send(textTo(to, { biz_opaque_callback_data: `to-${code}` }))
    assert.equal(status, 200)
    const { id } = body.messages[0]
    const caught = await receiver.until((all) => statusesOf(all, id).length === 1)
    const [failed] = statusesOf(caught, id)
    assert.equal(failed.status, 'failed')
    assert.equal(failed.errors[0].code, code)
    assert.equal(failed.biz_opaque_callback_data, `to-${code}`)
    assert.ok(failed.errors[0].title && failed.errors[0].error_data.details)
    assert.equal(failed.pricing, undefined)
  }
  assert.equal(receiver.caught.length, 2)
})
