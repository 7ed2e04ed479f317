import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { createChannel } from '#channels/create-channel.ts'
import { newId } from '#lib/ids.ts'
import { createSendLane } from '#messages/sending/send-lane.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { messageOf, openInbound, rowsOf } from '#test/inbound.ts'
import { startReceiver } from '#test/receiver.ts'

const secret = 'test_channel_secret'
const line = await startReceiver((_request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ sentMessages: [{ id: `sent-${newId()}` }] })),
)
after(() => line.close())
const platformSettings = { LINE_OA_CHANNEL_SECRET: secret, LINE_OA_API_URL: line.url }
const { context } = await openTestContext({ platformSettings })
const { call } = await openTestApi(context)
const { app, work } = openInbound(context)
const lane = createSendLane(context)
const hex = () => newId().replaceAll('-', '')

/** Posts a payload as LINE does and returns the status of the answer. */
async function post(payload: object, key = secret): Promise<number> {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', key).update(body).digest('base64')
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/webhook/line_oa',
    payload: body,
    headers: { 'x-line-signature': signature, 'content-type': 'application/json' },
  })
  return statusCode
}

test('a customer writes on LINE, and the answer is pushed to the customer', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = `U${hex()}`
  const userId = `U${hex()}`
  const access_token = 'channel-token'
  const channel = await createChannel(scope, { type: 'line_oa', account, access_token })
  const timestamp = Date.now() - 1000
  const id = hex()
  const event = {
    type: 'message',
    mode: 'active',
    timestamp,
    source: { type: 'user', userId },
    message: { type: 'text', id, text: 'สวัสดี' },
  }
  const payload = { destination: account, events: [event] }
  assert.equal(await post(payload, 'another secret'), 401)
  assert.equal(await post({ destination: account, events: [] }), 200)
  assert.equal(await post(payload), 200)
  assert.equal(await post(payload), 200)
  await work(workspaceId)
  const received = await messageOf(scope, id)
  assert.deepEqual([received.type, received.text], ['text', 'สวัสดี'])
  assert.deepEqual(received.created_at, new Date(timestamp))
  assert.equal((await rowsOf(scope, 'messages')).length, 1)
  const [chat] = await rowsOf(scope, 'chats')
  assert.deepEqual([chat.recipient, chat.window_expires_at], [userId, null])

  const key = await createTestKey(scope, ['*'])
  const { status, body: sent } = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id: received.conversation_id, message: 'Hello' },
  })
  assert.equal(status, 201)
  await lane.work(
    { workspaceId, targetId: channel.id, leaseToken: '' },
    new AbortController().signal,
  )
  const [push] = line.requests
  assert.equal(push!.headers.authorization, 'Bearer channel-token')
  assert.deepEqual(JSON.parse(push!.body.toString()), {
    to: userId,
    messages: [{ type: 'text', text: 'Hello' }],
  })
  assert.equal((await rowsOf(scope, 'messages')).find((row) => row.id === sent.id).status, 'sent')
})
