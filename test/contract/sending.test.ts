import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createTestChat, createTestPerson, testPhone } from '#test/factories.ts'
import { updateById } from '#db/update-by-id.ts'
import { openTestApi } from '#test/app.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

const { call, context, scope, key } = await openContract()
const send = (body: unknown, by = key) => call('POST /api/v1/messages/send', { key: by, body })
const chat = await createTestChat(scope)
const message = 'Hello'

describe('a sent message', () => {
  test('is queued in its conversation, with every field and its target', async () => {
    const { status, body } = await send({ conversation_id: chat.id, message })
    assert.equal(status, 201)
    const { id, author, created_at, ...rest } = body
    assert.deepEqual(rest, {
      conversation_id: chat.id,
      person_id: chat.personId,
      direction: 'outbound',
      type: 'text',
      text: message,
      media: null,
      attachments: [],
      content: null,
      origin: null,
      standby: false,
      pricing: null,
      reply_to: null,
      retry_of: null,
      reactions: [],
      status: 'queued',
      error: null,
      sent_at: null,
      delivered_at: null,
      read_at: null,
      edited_at: null,
      revoked_at: null,
      target: { matched_by: 'conversation_id' },
    })
    assert.equal(author.type, 'api_key')
    assert.match(created_at, /\.\d{3}Z$/)
    const read = await call(`GET /api/v1/messages/${id}`, { key })
    const { target: _target, ...stored } = body
    assert.deepEqual(read.body, stored)
    const list = await call(`GET /api/v1/chats/${chat.id}/messages`, { key })
    assert.deepEqual(list.body.data[0], stored)
  })

  test('is the last message of its chat and brings it to the top', async () => {
    const own = await createTestChat(scope)
    await createTestChat(scope)
    const { body } = await send({ conversation_id: own.id, message: 'On top' })
    const list = await call('GET /api/v1/chats?limit=1', { key })
    assert.equal(list.body.data[0].id, own.id)
    assert.deepEqual(list.body.data[0].last_message, {
      id: body.id,
      direction: 'outbound',
      type: 'text',
      text: 'On top',
      file: null,
      created_at: body.created_at,
      author: body.author,
      status: list.body.data[0].last_message.status,
    })
    assert.notEqual(list.body.data[0].last_message.status, null)
    assert.equal(list.body.data[0].last_message_at, body.created_at)
  })

  test('may be written message or message_text', async () => {
    for (const text of [{ message_text: 'A' }, { message: 'A', message_text: 'A' }])
      assert.equal((await send({ conversation_id: chat.id, ...text })).body.text, 'A')
    const answer = await send({ conversation_id: chat.id, message: 'A', message_text: 'B' })
    assertProblem(answer, 422, 'conflicting_fields', 'message_text')
  })

  test('has 1 to 4096 characters, not bytes', async () => {
    for (const text of ['x', 'x'.repeat(4096), '😀'.repeat(4096), 'é'.repeat(4096), ' x '])
      assert.equal((await send({ conversation_id: chat.id, message: text })).body.text, text)
    for (const name of ['message', 'message_text'])
      for (const text of ['   ', '\n\t', 'x'.repeat(4097), '😀'.repeat(4097), 5])
        assertProblem(
          await send({ conversation_id: chat.id, [name]: text }),
          422,
          'validation_failed',
          name,
        )
    for (const none of [{}, { message: null }, { message_text: null }, { message_text: '' }])
      assertProblem(
        await send({ conversation_id: chat.id, ...none }),
        422,
        'validation_failed',
        'message',
      )
  })

  test('may have media at a public address', async () => {
    const media_url = 'https://files.example.com/a/photo.JPG?x=1'
    const { status, body } = await send({ conversation_id: chat.id, message, media_url })
    assert.equal(status, 201)
    assert.equal(body.type, 'image')
    assert.deepEqual(body.media, { url: media_url })
    for (const [bad, code] of [
      ['ftp://files.example.com/a', 'invalid_url'],
      ['files.example.com/a', 'invalid_url'],
      ['https://user:pass@files.example.com/a', 'invalid_url'],
      ['https://files.example.com:22/a', 'invalid_url'],
      ['http://169.254.169.254/latest', 'invalid_url'],
      [5, 'validation_failed'],
    ] as const)
      assertProblem(
        await send({ conversation_id: chat.id, message, media_url: bad }),
        422,
        code,
        'media_url',
      )
  })

  test('may not have media at a private address unless that is allowed', async () => {
    const strict = await openTestApi({
      ...context,
      config: { ...context.config, allowLocalWebhooks: false },
    })
    for (const media_url of [
      'http://127.0.0.1:8080/a',
      'http://localhost/a',
      'http://10.0.0.1/a',
      'http://192.168.1.1/a',
      'http://[::1]/a',
      'http://2130706433/a',
    ]) {
      const body = { conversation_id: chat.id, message, media_url }
      const answer = await strict.call('POST /api/v1/messages/send', { key, body })
      assertProblem(answer, 422, 'invalid_url', 'media_url')
    }
    const local = { conversation_id: chat.id, message, media_url: 'http://127.0.0.1:8080/a' }
    assert.equal((await send(local)).status, 201)
  })
})

describe('the target', () => {
  test('may be a phone under any of its three names', async () => {
    for (const name of ['phone_e164', 'recipient_phone', 'phone'])
      for (const phone of [chat.phoneE164, chat.phoneE164.slice(3)]) {
        const { status, body } = await send({ [name]: phone, message })
        assert.equal(status, 201)
        assert.equal(body.conversation_id, chat.id)
        assert.deepEqual(body.target, { matched_by: 'phone_e164' })
      }
  })

  test('named twice must agree', async () => {
    const other = testPhone()
    const names = ['phone_e164', 'recipient_phone', 'phone']
    for (const a of names)
      for (const b of names.filter((name) => name !== a)) {
        const same = await send({ [a]: chat.phoneE164, [b]: chat.phoneE164, message })
        assert.equal(same.status, 201)
        const answer = await send({ [a]: chat.phoneE164, [b]: other, message })
        assertProblem(answer, 422, 'conflicting_fields', b)
      }
  })

  test('is needed', async () => {
    assertProblem(await send({ message }), 422, 'missing_target')
  })

  test('must be a phone that is one', async () => {
    for (const name of ['phone_e164', 'recipient_phone', 'phone'])
      for (const phone of ['123', 'nobody'])
        assertProblem(await send({ [name]: phone, message }), 422, 'invalid_phone', name)
    assertProblem(await send({ phone: '', message }), 422, 'missing_target')
  })

  test('is the conversation when both are given and agree', async () => {
    const second = await createTestChat(scope, { personId: chat.personId })
    for (const { id } of [chat, second]) {
      const { body } = await send({ conversation_id: id, phone: chat.phoneE164, message })
      assert.equal(body.conversation_id, id)
      assert.deepEqual(body.target, { matched_by: 'conversation_id' })
    }
  })

  test('agrees also by the number that only the channel knows', async () => {
    const { id: personId } = await createTestPerson(scope)
    const phone = testPhone()
    await addWaId(personId, phone)
    const own = await createTestChat(scope, { personId, phoneE164: phone })
    const both = await send({ conversation_id: own.id, phone, message })
    assert.equal(both.body.conversation_id, own.id, both.text)
    assert.equal((await send({ phone, message })).body.conversation_id, own.id)
  })

  test('by phone goes to the person who has it before one the channel merely knows by it', async () => {
    const phone = testPhone()
    const owner = await createTestChat(scope, { phoneE164: phone })
    const { id: strangerId } = await createTestPerson(scope)
    await addWaId(strangerId, phone)
    await createTestChat(scope, { personId: strangerId, phoneE164: testPhone() })
    assert.equal((await send({ phone, message })).body.conversation_id, owner.id)
  })

  async function addWaId(personId: string, phone: string): Promise<void> {
    const value = phone.slice(1)
    await scope.db
      .insertInto('identities')
      .values({
        workspace_id: scope.workspaceId,
        kind: 'wa_id',
        value,
        person_id: personId,
        created_at: new Date(),
      })
      .execute()
  }

  test('that contradicts itself is refused and nothing is sent', async () => {
    const other = await createTestChat(scope)
    for (const phone of [other.phoneE164, testPhone()])
      assertProblem(
        await send({ conversation_id: chat.id, phone, message }),
        422,
        'conflicting_targets',
      )
  })

  test('must exist', async () => {
    for (const conversation_id of [newId(), newId().toUpperCase()])
      assertProblem(await send({ conversation_id, message }), 404, 'conversation_not_found')
    assertProblem(
      await send({ conversation_id: 'nonsense', message }),
      422,
      'validation_failed',
      'conversation_id',
    )
    const upper = await send({ conversation_id: chat.id.toUpperCase(), message })
    assert.equal(upper.body.conversation_id, chat.id)
  })

  test('by phone is the conversation of that person with the newest activity', async () => {
    const first = await createTestChat(scope)
    const second = await createTestChat(scope, { personId: first.personId })
    const { phoneE164: phone } = first
    assert.equal((await send({ phone, message })).body.conversation_id, second.id)
    await send({ conversation_id: first.id, message })
    assert.equal((await send({ phone, message })).body.conversation_id, first.id)
  })
})

describe('a phone that matches no conversation', () => {
  test('is refused in a workspace as it is created', async () => {
    const own = await openWorkspace(context)
    await createTestChat(own.scope)
    const answer = await send({ phone: testPhone(), message }, own.key)
    assertProblem(answer, 404, 'conversation_not_found')
    const person = await createTestPerson(own.scope)
    assertProblem(
      await send({ phone: person.phoneE164, message }, own.key),
      404,
      'conversation_not_found',
    )
  })

  test('falls back to the oldest conversation where the workspace says so, and tells', async () => {
    const own = await openWorkspace(context, { unmatchedPhone: 'first_conversation' })
    assertProblem(
      await send({ phone: testPhone(), message }, own.key),
      404,
      'conversation_not_found',
    )
    const first = await createTestChat(own.scope)
    const second = await createTestChat(own.scope)
    await send({ conversation_id: second.id, message }, own.key)
    const { status, body } = await send({ phone: testPhone(), message }, own.key)
    assert.equal(status, 201)
    assert.equal(body.conversation_id, first.id)
    assert.deepEqual(body.target, { matched_by: 'first_conversation' })
    const known = await send({ phone: second.phoneE164, message }, own.key)
    assert.deepEqual(known.body.target, { matched_by: 'phone_e164' })
    const unknown = await send({ conversation_id: newId(), message }, own.key)
    assertProblem(unknown, 404, 'conversation_not_found')
    await updateById(own.scope, 'chats', first.id, { window_expires_at: new Date(0) })
    assertProblem(await send({ phone: testPhone(), message }, own.key), 422, 'window_closed')
  })
})

test('sends that arrive together each get their own answer', async () => {
  const chats = await Promise.all(Array.from({ length: 8 }, () => createTestChat(scope)))
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      index % 8 === 7
        ? send({ conversation_id: newId(), message: `m${index}` })
        : send({ conversation_id: chats[index % 8]!.id, message: `m${index}` }),
    ),
  )
  for (const [index, { status, body }] of answers.entries())
    if (index % 8 === 7) assert.equal(status, 404)
    else assert.deepEqual([body.text, body.conversation_id], [`m${index}`, chats[index % 8]!.id])
})

test('a repeat gets the first answer, also where its phone number is invalid in the new country of the workspace', async () => {
  const own = await openWorkspace(context)
  const phone = testPhone()
  await createTestChat(own.scope, { phoneE164: phone })
  const ask = (idempotencyKey: string) =>
    call('POST /api/v1/messages/send', {
      key: own.key,
      body: { phone: phone.replace('+91', '0'), message },
      headers: { 'idempotency-key': idempotencyKey },
    })
  const first = await ask('first')
  assert.equal(first.status, 201, first.text)
  await own.scope.directory
    .updateTable('workspaces')
    .set({ default_country: 'US' })
    .where('id', '=', own.workspaceId)
    .execute()
  const repeat = await ask('first')
  assert.equal(repeat.text, first.text)
  assert.equal(repeat.headers['idempotent-replayed'], 'true')
  assertProblem(await ask('second'), 422, 'invalid_phone', 'phone')
})
