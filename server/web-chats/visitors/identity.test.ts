import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { openTestApi } from '#test/app.ts'
import { createTestKey, createTestPerson, testPhone } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { openWebChats, signUser, SITE } from '#test/web-chats.ts'
import { rotateWebChatSecret } from '../rotate-web-chat-secret.ts'
import { updateWebChat } from '../update-web-chat.ts'

const { context } = await openTestContext()
const { open } = openWebChats(context)
const { call: callApi } = await openTestApi(context)

describe('a visitor without a proof', () => {
  test('never becomes a known contact, whatever name and address are claimed', async () => {
    const { scope, start, write, work } = await open()
    const known = await createTestPerson(scope, { name: 'Asha Rao', email: 'asha@example.com' })
    const token = await start({ name: 'Asha Rao', email: 'Asha@example.com' })
    await write(token, `I am Asha, my number is ${known.phoneE164}`)
    await work()
    const [conversation] = await rowsOf(scope, 'chats')
    assert.notEqual(conversation.person_id, known.id)
    const identities = await rowsOf(scope, 'identities')
    const theirs = identities.filter((each) => each.person_id === conversation.person_id)
    assert.deepEqual(
      theirs.map(({ kind }) => kind),
      ['web_chat_id'],
    )
  })

  test('cannot take an address that a contact gets later', async () => {
    const { scope, start, write, work } = await open()
    await write(await start({ email: 'late@example.com' }), 'Hello')
    await work()
    const [conversation] = await rowsOf(scope, 'chats')
    const late = await createTestPerson(scope, { email: 'late@example.com' })
    assert.notEqual(late.id, conversation.person_id)
  })

  test('is refused an address that is none', async () => {
    const { call } = await open()
    assert.equal((await call('POST /session', { body: { email: 'nobody' } })).status, 422)
  })
})

describe('a user whom the site vouches for', () => {
  test('is the known contact with the phone number or the address, on every device', async () => {
    const { scope, chat, start, write, work, textsOf } = await open()
    const phone = testPhone()
    const known = await createTestPerson(scope, { phoneE164: phone })
    const user_token = signUser(chat, { sub: 'u-1', phone_number: phone, name: 'Asha' })
    const laptop = await start({ user_token })
    await write(laptop, 'From the laptop')
    await work()
    const conversations = await rowsOf(scope, 'chats')
    assert.deepEqual(
      conversations.map((each) => each.person_id),
      [known.id],
    )
    const telephone = await start({ user_token })
    await write(telephone, 'From the phone')
    await work()
    assert.deepEqual(await textsOf(laptop), ['From the laptop', 'From the phone'])
    assert.deepEqual(await textsOf(telephone), await textsOf(laptop))
    const other = await start({ user_token: signUser(chat, { sub: 'u-2' }) })
    assert.deepEqual(await textsOf(other), [])
  })

  test('keeps the conversation that was begun before signing in', async () => {
    const { scope, chat, call, start, write, work, textsOf } = await open()
    const anonymous = await start()
    await write(anonymous, 'Before')
    await work()
    const user_token = signUser(chat, { sub: 'u-3', email: 'u3@example.com', name: 'Binod' })
    const { body } = await call('POST /session', { body: { token: anonymous, user_token } })
    assert.deepEqual([body.is_new, body.continues, body.is_user], [true, true, true])
    assert.equal((await call('GET /messages', { token: anonymous })).status, 401)
    await work()
    assert.deepEqual(await textsOf(body.token), ['Before'])
    await write(body.token, 'After')
    await work()
    const conversations = await rowsOf(scope, 'chats')
    assert.deepEqual(
      conversations.map(({ recipient }) => recipient),
      ['user:u-3'],
    )
    const [person] = await rowsOf(scope, 'people')
    assert.deepEqual([person.email, person.name], ['u3@example.com', 'Binod'])
  })

  test('sees the conversation from before signing in, with replies, and keeps it apart when the contact is known', async () => {
    const { scope, chat, call, start, write, read, work, send, textsOf } = await open()
    const known = await createTestPerson(scope, { email: 'known@example.com' })
    const anonymous = await start()
    await write(anonymous, 'Before')
    await work()
    const user_token = signUser(chat, { sub: 'u-4', email: 'known@example.com' })
    const { body } = await call('POST /session', { body: { token: anonymous, user_token } })
    await write(body.token, 'After')
    await work()
    assert.deepEqual(await textsOf(body.token), ['Before', 'After'])
    const conversations = await rowsOf(scope, 'chats')
    const own = conversations.find(({ recipient }) => recipient === 'user:u-4')
    assert.equal(own.person_id, known.id)
    const former = conversations.find(({ id }) => id !== own.id)
    assert.notEqual(former.person_id, known.id)
    const { cursor } = await read(body.token)
    const key = await createTestKey(scope, ['messages:write'])
    for (const [conversation, message] of [
      [former, 'To the first'],
      [own, 'To the second'],
    ] as const) {
      const to = { conversation_id: conversation.id, message }
      assert.equal((await callApi('POST /api/v1/messages/send', { key, body: to })).status, 201)
      await send()
    }
    const { data } = await read(body.token, `?after=${cursor}`)
    assert.deepEqual(
      data.map(({ text }) => text),
      ['To the first', 'To the second'],
    )
    const older = await read(body.token, `?before=${data[1]!.id}`)
    assert.deepEqual(
      older.data.map(({ text }) => text),
      ['Before', 'After', 'To the first'],
    )
    const receipt = { token: body.token, body: { status: 'read', message_id: data[1]!.id } }
    assert.equal((await call('POST /receipts', receipt)).status, 204)
    await work()
    const sent = (await rowsOf(scope, 'messages')).filter(
      ({ direction }) => direction === 'outbound',
    )
    assert.deepEqual(
      sent.map(({ status }) => status),
      ['read', 'read'],
    )
    const telephone = await start({ user_token })
    assert.deepEqual((await textsOf(telephone)).slice(0, 2), ['Before', 'After'])
    const signedOut = (await call('POST /session', { body: { token: body.token } })).body
    assert.deepEqual(await textsOf(signedOut.token), [])
    const conflicts = await rowsOf(scope, 'timeline_entries')
    assert.ok(conflicts.some(({ kind }) => kind === 'identity_conflict'))
  })

  test('is accepted without an address or a name that cannot be stored', async () => {
    const { scope, chat, start, write, work } = await open()
    const claims = { sub: 'u-8', name: 'Asha\0', email: 'asha\0@example.com' }
    await write(await start({ user_token: signUser(chat, claims) }), 'Hello')
    await work()
    const [person] = await rowsOf(scope, 'people')
    assert.deepEqual([person.name, person.email], ['Asha', null])
  })

  test('is accepted for the audience that the web chat names, and for any other if it names none', async () => {
    const { scope, chat, call } = await open()
    const seconds = Math.floor(Date.now() / 1000)
    const statusOf = async (claims: object) => {
      const user_token = signUser(chat, { sub: 'u-9', ...claims })
      return (await call('POST /session', { body: { user_token } })).status
    }
    assert.equal(await statusOf({ nbf: seconds, iat: seconds + 30, aud: 'anybody' }), 200)
    const { user_token_audience: named } = await updateWebChat(scope, chat.id, {
      user_token_audience: 'parley-chat',
    })
    assert.equal(named, 'parley-chat')
    // Servers follow a change of the settings after three seconds; this one is new.
    const reopened = openWebChats(context)
    const statusAfter = async (claims: object) => {
      const user_token = signUser(chat, { sub: 'u-9', ...claims })
      const { statusCode } = await reopened.app.inject({
        method: 'POST',
        url: `/chat/${chat.public_id}/session`,
        headers: { origin: SITE },
        payload: { user_token },
      })
      return statusCode
    }
    for (const aud of ['parley-chat', ['other', 'parley-chat']])
      assert.equal(await statusAfter({ aud }), 200)
    for (const aud of [undefined, 'other', ['other'], [], { 0: 'parley-chat' }, null])
      assert.equal(await statusAfter({ aud }), 401, JSON.stringify(aud))
  })

  test('leaves nothing to the next person at the same computer', async () => {
    const { chat, call, start, write, work, textsOf } = await open()
    const first = await start({ user_token: signUser(chat, { sub: 'u-5' }) })
    await write(first, 'Private')
    await work()
    const signedOut = (await call('POST /session', { body: { token: first } })).body
    const user_token = signUser(chat, { sub: 'u-6' })
    const next = (await call('POST /session', { body: { token: first, user_token } })).body
    for (const session of [signedOut, next]) {
      assert.equal(session.continues, false)
      assert.deepEqual(await textsOf(session.token), [])
    }
  })

  test('is refused with a token that is not signed by the site, or has expired', async () => {
    const { scope, chat, call, start } = await open()
    const other = await open()
    const seconds = Math.floor(Date.now() / 1000)
    const good = signUser(chat, { sub: 'u-7' })
    const [header, , signature] = good.split('.') as [string, string, string]
    const forged = Buffer.from(JSON.stringify({ sub: 'admin', exp: seconds + 60 }))
    const wrong = {
      'another web chat': signUser(other.chat, { sub: 'u-7' }),
      'another claim': `${header}.${forged.toString('base64url')}.${signature}`,
      'no algorithm': signUser(chat, { sub: 'u-7' }, { alg: 'none' }),
      'another algorithm': signUser(chat, { sub: 'u-7' }, { alg: 'HS512' }),
      'no signature': good.slice(0, good.lastIndexOf('.') + 1),
      'an end in the past': signUser(chat, { sub: 'u-7', exp: seconds - 1 }),
      'an end in a year': signUser(chat, { sub: 'u-7', exp: seconds + 365 * 86_400 }),
      'no end': signUser(chat, { sub: 'u-7', exp: undefined }),
      'a begin in an hour': signUser(chat, { sub: 'u-7', nbf: seconds + 3600 }),
      'a begin that is no time': signUser(chat, { sub: 'u-7', nbf: 'now' }),
      'an unknown extension': signUser(chat, { sub: 'u-7' }, { alg: 'HS256', crit: ['exp'] }),
      'no user': signUser(chat, {}),
      'a user with a line break': signUser(chat, { sub: 'u\n7' }),
      'no token at all': 'x',
    }
    for (const [what, user_token] of Object.entries(wrong)) {
      const answer = await call('POST /session', { body: { user_token } })
      assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_signature'], what)
    }
    assert.equal((await rowsOf(scope, 'web_chat_sessions')).length, 0)
    assert.equal((await call('POST /session', { body: { user_token: good } })).status, 200)
    const user = (await call('POST /session', { body: { user_token: good } })).body.token
    const visitor = await start()
    const read = async (token: string) => (await call('GET /messages', { token })).status
    assert.deepEqual([await read(user), await read(visitor)], [200, 200])
    const rotated = await rotateWebChatSecret(scope, chat.id)
    assert.deepEqual([await read(user), await read(visitor)], [401, 200])
    assert.equal((await call('POST /session', { body: { user_token: good } })).status, 401)
    const [stored] = await rowsOf(scope, 'channels')
    assert.ok(!stored.access_token.includes(rotated.secret), 'the secret is encrypted')
  })
})
