import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { startReceiver } from '#test/receiver.ts'
import { createPlatformClients } from '../registry/create-platform-clients.ts'
import { findPlatformOfPayload } from '../registry/platforms.ts'
import { lineOa } from './line-oa.ts'
import { isSignatureValid } from './webhook.ts'

const { webhook, errors } = lineOa
const line = await startReceiver()
const LINE_OA_API_URL = line.url
const clients = createPlatformClients({ platformSettings: { LINE_OA_API_URL } })
const client = clients.of('line_oa')
after(async () => {
  await clients.close()
  await line.close()
})
beforeEach(() => void line.requests.splice(0))

const account = `U${'0'.repeat(31)}1`
const userId = `U${'0'.repeat(31)}2`
const receivedAt = new Date('2026-03-01T10:00:05Z')
const timestamp = Date.parse('2026-03-01T10:00:00Z')
const sentAt = new Date(timestamp)

/** Answers every request of the test with this status and body. */
function answerWith(status: number, body: object, headers: Record<string, string> = {}): void {
  line.respondWith((_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body)),
  )
}

const payloadOf = (...events: object[]) => ({
  destination: account,
  events: events.map((event, index) => ({
    mode: 'active',
    timestamp,
    webhookEventId: `01ARZ3NDEKTSV4RRFFQ69G5FA${index}`,
    deliveryContext: { isRedelivery: false },
    source: { type: 'user', userId },
    ...event,
  })),
})
const textOf = (text: string, more = {}) => ({
  type: 'message',
  replyToken: 'secret',
  message: { type: 'text', id: '444573844083572737', quoteToken: 'q', text, ...more },
})
const read = (payload: unknown) =>
  webhook
    .readParts(payload)
    .flatMap((part) => webhook.readPart(part, receivedAt, (_about, each) => each()))

test('a signature is the base64 of the HMAC-SHA256 of the raw bytes with a channel secret', () => {
  const body = Buffer.from('{"destination":"U1","events":[]}')
  const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('base64')
  assert.ok(isSignatureValid(sign('a'), body, ['a']))
  assert.ok(isSignatureValid(sign('b'), body, ['a', 'b']))
  assert.equal(isSignatureValid(sign('c'), body, ['a', 'b']), false)
  assert.equal(isSignatureValid(sign('a'), Buffer.concat([body, Buffer.from(' ')]), ['a']), false)
  const hex = createHmac('sha256', 'a').update(body).digest('hex')
  for (const header of [undefined, '', hex, `${sign('a')}=`, [sign('a')], `sha256=${hex}`])
    assert.equal(isSignatureValid(header, body, ['a']), false)
})

test('each account has a secret of its own, and an empty one verifies nothing', () => {
  const body = Buffer.from('{}')
  const verify = (secret: string, setting: string) =>
    webhook.verify(
      {
        headers: {
          'x-line-signature': createHmac('sha256', secret).update(body).digest('base64'),
        },
        body,
      },
      {
        whatsapp: { appSecret: 'other', verifyToken: undefined },
        platformSettings: { LINE_OA_CHANNEL_SECRET: setting },
      },
    )
  assert.ok(verify('one', 'one'))
  assert.ok(verify('two', 'one, two'))
  assert.equal(verify('other', 'one'), false)
  assert.equal(verify('', 'one,,'), false)
  assert.equal(verify('', ''), false)
})

test('a text is read as a message of its sender', () => {
  const payload = payloadOf(textOf('Hello 👋', { quotedMessageId: '443' }))
  assert.equal(findPlatformOfPayload(payload), lineOa)
  assert.deepEqual(webhook.readParts(payload)[0]!.account, account)
  assert.deepEqual(read(payload), [
    {
      kind: 'message',
      message: {
        platformMessageId: '444573844083572737',
        direction: 'inbound',
        origin: null,
        customer: {
          addresses: [userId],
          identities: [{ kind: 'line_user_id', value: userId }],
          phoneE164: undefined,
          name: undefined,
        },
        groupId: undefined,
        type: 'text',
        text: 'Hello 👋',
        media: null,
        content: null,
        replyTo: '443',
        referral: undefined,
        at: sentAt,
        opensWindow: true,
        isSilent: false,
        status: 'received',
      },
    },
  ])
})

test('other messages and events are kept, and what is not understood is a problem', () => {
  const readings = read(
    payloadOf(
      { type: 'message', message: { type: 'sticker', id: '1', packageId: '446' } },
      { type: 'unsend', unsend: { messageId: '1' } },
      { type: 'follow', replyToken: 'secret', follow: { isUnblocked: false } },
      { ...textOf('For another app'), mode: 'standby' },
      { ...textOf('In a group'), source: { type: 'group', groupId: 'C1', userId } },
      { ...textOf('From nobody'), source: { type: 'user' } },
      { type: 'message', message: { type: 'text', text: 'no id' } },
    ),
  )
  assert.deepEqual(
    readings.map((each: any) => [each.kind, each.reason ?? each.update?.kind ?? each.event?.field]),
    [
      ['message', undefined],
      ['update', 'revoke'],
      ['event', 'follow'],
      ['kept', 'standby'],
      ['kept', 'not_a_user'],
      ['problem', 'no_sender'],
      ['problem', 'no_id'],
    ],
  )
  const [sticker] = readings as any[]
  assert.equal(sticker.message.type, 'unsupported')
  assert.deepEqual(sticker.message.content, { type: 'sticker', packageId: '446' })
  assert.doesNotMatch(JSON.stringify(readings), /secret/)
})

test('a repeated event has the same fingerprint, and another one a different one', () => {
  const follow = (more: object) =>
    read(payloadOf({ type: 'follow', replyToken: 'a', ...more })).map(
      (each: any) => each.event.fingerprint,
    )
  const again = { replyToken: 'b', deliveryContext: { isRedelivery: true } }
  assert.deepEqual(follow({}), follow(again))
  assert.notDeepEqual(follow({}), follow({ webhookEventId: 'other' }))
})

test('a payload is split by the owners of its events', () => {
  const payload = payloadOf(textOf('one'), textOf('two'))
  const parts = webhook.splitPayload(payload, [['a'], ['a', 'b']])
  const textsOf = (owner: string) =>
    JSON.parse(parts.get(owner)!.toString()).events.map((event: any) => event.message.text)
  assert.deepEqual([textsOf('a'), textsOf('b')], [['one', 'two'], ['two']])
})

const send = (text = 'Your order is ready', id = newId()) =>
  client.send!(
    { account, accessToken: 'token' },
    { id, recipient: userId, type: 'text', text, mediaUrl: null },
  )

test('a text is pushed to its recipient under a retry key', async () => {
  answerWith(200, { sentMessages: [{ id: '461230966842064897', quoteToken: 'q' }] })
  const id = newId()
  const outcome = await send('Your order is ready', id)
  assert.deepEqual(outcome, { kind: 'accepted', platformMessageId: '461230966842064897' })
  const [request] = line.requests
  assert.deepEqual([request!.method, request!.path], ['POST', '/v2/bot/message/push'])
  assert.equal(request!.headers.authorization, 'Bearer token')
  assert.equal(request!.headers['x-line-retry-key'], id)
  assert.deepEqual(JSON.parse(request!.body.toString()), {
    to: userId,
    messages: [{ type: 'text', text: 'Your order is ready' }],
  })
})

test('a message that was accepted before is accepted, with its id if LINE names it', async () => {
  const message = 'The retry key is already accepted'
  answerWith(409, { message, sentMessages: [{ id: '46' }] })
  assert.deepEqual(await send(), { kind: 'accepted', platformMessageId: '46' })
  answerWith(409, { message })
  const id = newId()
  assert.deepEqual(await send('again', id), {
    kind: 'accepted',
    platformMessageId: `retry:${id}`,
  })
})

test('an error of LINE has the class of its status', async () => {
  for (const [status, message, kind, code] of [
    [400, "The property, 'to', in the request body is invalid", 'rejected', 'line_400'],
    [401, 'Authentication failed', 'stop', 'line_401'],
    [403, 'Access to this API is not available', 'stop', 'line_403'],
    [429, 'The API rate limit has been exceeded', 'throttle', 'line_429'],
    [429, 'You have reached your monthly limit.', 'stop', 'line_429_quota'],
    [500, 'Internal server error', 'retry', 'line_500'],
  ] as const) {
    answerWith(status, { message })
    assert.deepEqual(await send(), { kind, error: { code, message } })
    assert.equal(errors.classify(code), kind === 'rejected' ? 'never' : kind)
  }
  answerWith(429, { message: 'Slow down' }, { 'retry-after': '7' })
  assert.equal(((await send()) as any).retryAfterMs, 7000)
})

test('without an answer a message is retried, because the retry key keeps it from being sent twice', async () => {
  line.respondWith((_request, response) => void response.destroy())
  assert.equal((await send()).kind, 'retry')
  answerWith(200, {})
  assert.deepEqual(((await send()) as any).error.code, 'no_message_id')
})

test('a text that is too long in UTF-16 code units is not sent', async () => {
  assert.deepEqual(((await send('😀'.repeat(2501))) as any).error.code, 'text_too_long')
  assert.deepEqual(line.requests, [])
})

test('an account is proven by its own token and checked with it', async () => {
  const prove = (claimed = account) =>
    client.proveOwnership({ account: claimed, businessAccount: null, accessToken: 'token' })
  answerWith(200, { userId: account, basicId: '@shop', displayName: 'Shop' })
  assert.deepEqual(await prove(), { kind: 'proven' })
  assert.equal(line.requests[0]!.path, '/v2/bot/info')
  assert.deepEqual(((await prove(userId)) as any).field, 'account')
  const check = (accessToken: string | undefined) =>
    client.checkAccount!({ account, businessAccount: null, accessToken })
  const { checks, number } = await check('token')
  assert.deepEqual(number, { display_phone: '@shop', verified_name: 'Shop' })
  assert.deepEqual(
    checks.map(({ step, status }) => [step, status]),
    [['token', 'passed']],
  )
  assert.equal((await check(undefined)).checks[0]!.code, 'no_access_token')
  answerWith(401, { message: 'Authentication failed' })
  assert.deepEqual(((await prove()) as any).field, 'access_token')
  assert.match((await check('token')).checks[0]!.advice!, /new channel access token/)
  answerWith(500, {})
  assert.equal((await prove()).kind, 'unknown')
})

test('LINE is never called from a demo or with a token of the simulator', async () => {
  const claim = { account, businessAccount: null }
  const { of, close } = createPlatformClients({ demo: true })
  const inDemo = await of('line_oa').proveOwnership({ ...claim, accessToken: 'token' })
  const simulated = await of('line_oa').proveOwnership({ ...claim, accessToken: 'sim_token' })
  await close()
  assert.deepEqual(
    [inDemo, simulated].map((each: any) => each.error.code),
    ['demo_mode', 'simulator_token'],
  )
})
