import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN, startPair, textTo } from '../test/pair.ts'
import { statusOf } from '../test/receiver.ts'

const PATH = '/v24.0/555000111222/messages'

test('a send is answered with the contact and a message id, under any version and none', async (t) => {
  const { send } = await startPair(t)
  for (const path of [PATH, '/v19.0/555000111222/messages', '/555000111222/messages']) {
    const { status, body } = await send(textTo('+1 (555) 014-2277'), path)
    assert.equal(status, 200)
    assert.equal(body.messaging_product, 'whatsapp')
    assert.deepEqual(body.contacts, [{ input: '+1 (555) 014-2277', wa_id: '15550142277' }])
    assert.match(body.messages[0].id, /^wamid\.[A-Za-z0-9+/]+=*$/)
  }
})

test('every documented type of message is taken, media by id or by link', async (t) => {
  const { send, call } = await startPair(t)
  const nodes: Record<string, unknown>[] = [
    { text: { body: 'no type means text', preview_url: true }, type: undefined },
    { image: { link: 'https://files.example/a.png', caption: 'A' } },
    { video: { id: '900100200' } },
    { audio: { link: 'https://files.example/a.ogg' } },
    { document: { link: 'https://files.example/a.pdf', filename: 'Menú.pdf' } },
    { sticker: { id: '900100201' } },
    { location: { latitude: 19.07, longitude: 72.87, name: 'Pier' } },
    { contacts: [{ name: { formatted_name: 'Ada Roy' }, phones: [{ phone: '+15550142278' }] }] },
    { reaction: { message_id: 'wamid.x', emoji: '' } },
    {
      interactive: {
        type: 'button',
        body: { text: 'Which?' },
        action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' } }] },
      },
    },
    { template: { name: 'table_ready', language: { code: 'en' }, components: [] } },
  ]
  for (const node of nodes) {
    const type = Object.keys(node)[0]!
    const { status, body } = await send({
      ...textTo('+919810012345'),
      text: undefined,
      type,
      ...node,
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const { body } = await call('GET', '/sim/messages')
  assert.deepEqual(
    body.data.map((message: { type: string }) => message.type),
    nodes.map((node) => Object.keys(node)[0]).reverse(),
  )
})

test('a user without a phone is reached by user id', async (t) => {
  const { send, receiver } = await startPair(t)
  const { body } = await send({ ...textTo(''), to: undefined, recipient: 'IN.77100200300' })
  assert.deepEqual(body.contacts, [{ input: 'IN.77100200300', user_id: 'IN.77100200300' }])
  const [sent] = await receiver.until((caught) => caught.length >= 1)
  assert.equal(statusOf(sent!).recipient_user_id, 'IN.77100200300')
  assert.equal(statusOf(sent!).recipient_id, undefined)
})

test('a missing, blank or foreign token is refused with 401 and code 190', async (t) => {
  const { call } = await startPair(t)
  for (const authorization of [
    undefined,
    'Bearer ',
    'Bearer',
    'Basic sim_x',
    'Bearer EAAGx',
    'Bearer sim_',
  ]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const { status, body } = await call('POST', PATH, textTo('+15550142277'), headers)
    assert.equal(status, 401, String(authorization))
    assert.equal(body.error.code, 190)
    assert.equal(body.error.type, 'OAuthException')
    assert.match(body.error.fbtrace_id, /^A[\w-]{22}$/)
  }
})

test('a simulator that names a token takes no other', async (t) => {
  const { call } = await startPair(t, { token: 'sim_one' })
  const as = (token: string) =>
    call('POST', PATH, textTo('+15550142277'), { authorization: `Bearer ${token}` })
  assert.equal((await as('sim_one')).status, 200)
  assert.equal((await as('sim_two')).status, 401)
})

test('a request without what its type needs is refused with 400 and code 100', async (t) => {
  const { send } = await startPair(t)
  const wrong: [unknown, RegExp][] = [
    [{ ...textTo('+15550142277'), messaging_product: undefined }, /messaging_product is required/],
    [{ ...textTo('+15550142277'), messaging_product: 'sms' }, /must be 'whatsapp'/],
    [{ ...textTo('+15550142277'), to: undefined }, /to is required/],
    [textTo('not a phone'), /phone number/],
    [textTo('+15550142277', { type: 'fax' }), /type must be one of/],
    [textTo('+15550142277', { text: undefined }), /text is required/],
    [textTo('+15550142277', { text: { body: '' } }), /text\['body'\] is required/],
    [textTo('+15550142277', { text: { body: 'x'.repeat(4097) } }), /at most 4096/],
    [textTo('+15550142277', { type: 'image', image: {} }), /either id or link/],
    [textTo('+15550142277', { type: 'template', template: { name: 'a' } }), /code'\] is required/],
    [textTo('+15550142277', { biz_opaque_callback_data: 'x'.repeat(513) }), /at most 512/],
    [{ messaging_product: 'whatsapp', status: 'read' }, /message_id is required/],
    ['{"messaging_product":', /Invalid parameter/],
    ['[1]', /Invalid parameter/],
    ['', /Invalid parameter/],
  ]
  for (const [request, message] of wrong) {
    const { status, body } = await send(request)
    assert.equal(status, 400)
    assert.equal(body.error.code, 100)
    assert.match(body.error.message, message)
    assert.ok(body.error.fbtrace_id)
  }
})

test('an unknown path is an unknown object: 400, code 100, subcode 33', async (t) => {
  const { send, call } = await startPair(t)
  for (const path of ['/v24.0/me/messages', '/v24.0/555000111222/calls', '/nothing']) {
    const { status, body } = await send(textTo('+15550142277'), path)
    assert.equal(status, 400)
    assert.equal(body.error.code, 100)
    assert.equal(body.error.error_subcode, 33)
    assert.equal(body.error.type, 'GraphMethodException')
  }
  assert.equal((await call('GET', '/v24.0/me')).status, 401)
})

test('marking as read and typing succeed and cause no webhook', async (t) => {
  const { send, receiver, call } = await startPair(t)
  const { status, body } = await send({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: 'wamid.seen',
    typing_indicator: { type: 'text' },
  })
  assert.deepEqual({ status, body }, { status: 200, body: { success: true } })
  assert.equal((await call('GET', '/sim/webhooks')).body.data.length, 0)
  assert.equal(receiver.caught.length, 0)
})

test('numbers for immediate errors are refused with their code', async (t) => {
  const { send, call } = await startPair(t)
  for (const [to, code, httpStatus] of [
    ['+15550150429', 130429, 429],
    ['+15550151056', 131056, 400],
  ] as const) {
    const { status, body } = await send(textTo(to))
    assert.equal(status, httpStatus)
    assert.equal(body.error.code, code)
    assert.match(body.error.message, new RegExp(`^\\(#${code}\\) `))
    assert.ok(body.error.error_data.details)
  }
  assert.equal((await call('GET', '/sim/messages')).body.data.length, 0)
})

test('the flaky number refuses each message twice, then takes it', async (t) => {
  const { send } = await startPair(t)
  for (const biz_opaque_callback_data of ['outbox-1', 'outbox-2']) {
    const message = textTo('+15550151000', { biz_opaque_callback_data })
    const answers = [await send(message), await send(message), await send(message)]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.error?.code]),
      [
        [500, 131000],
        [500, 131000],
        [200, undefined],
      ],
    )
  }
})

test('the token is looked at before the body', async (t) => {
  const { simulator } = await startPair(t)
  const ask = (authorization: string) =>
    fetch(simulator.url + PATH, { method: 'POST', body: 'to=1', headers: { authorization } })
  assert.equal((await ask('Bearer x')).status, 401)
  assert.equal((await ask(`Bearer ${TOKEN}`)).status, 400)
})
