import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { storePicture } from '#account/pictures/store-picture.ts'
import { writePicture } from '#account/pictures/write-picture.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { disconnectChannel } from '#channels/disconnect-channel.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { openWebChats, SITE } from '#test/web-chats.ts'
import { updateWebChat } from '../update-web-chat.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import { toVisitorCursor } from './to-visitor-cursor.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-web-chats-'))
after(() => rm(dataDir, { recursive: true }))
const { context: given } = await openTestContext({ dataDir })
let shiftMs = 0
/** The clock can be set forward. */
const context = { ...given, clock: { now: () => new Date(Date.now() + shiftMs) } }
const { app, open } = openWebChats(context)
const { call: callApi } = await openTestApi(context)

/** Opens a web chat with a visitor who wrote `Hello`. */
async function openWithVisitor() {
  const opened = await open()
  const token = await opened.start()
  await opened.write(token, 'Hello')
  await opened.work()
  const [conversation] = await rowsOf(opened.scope, 'chats')
  const key = await createTestKey(opened.scope, ['messages:write', 'chats:read'])
  /** Sends a reply by the API, and lets the worker send it. */
  const reply = async (message: string) => {
    const sent = await callApi('POST /api/v1/messages/send', {
      key,
      body: { conversation_id: conversation.id, message },
    })
    assert.equal(sent.status, 201, sent.text)
    await opened.send()
    return sent.body.id as string
  }
  const statusOf = async (id: string) =>
    (await rowsOf(opened.scope, 'messages')).find((each) => each.id === id).status
  return { ...opened, token, conversation, key, reply, statusOf }
}

describe('a visitor', () => {
  test('writes into a conversation of a new contact, as on every other channel', async () => {
    const { scope, chat, start, write, read, work } = await open()
    const token = await start({ name: ' Asha  ', email: 'asha@example.com' })
    const id = await write(token, 'Is the blue one in stock?')
    await work()
    const [conversation] = await rowsOf(scope, 'chats')
    assert.equal(conversation.channel_id, chat.id)
    assert.equal(conversation.unread_count, 1)
    const [person] = await rowsOf(scope, 'people')
    assert.deepEqual([person.name, person.email], ['Asha', null])
    const [message] = await rowsOf(scope, 'messages')
    assert.equal(message.content.claimed_email, 'asha@example.com')
    const { data } = await read(token)
    assert.deepEqual(
      data.map(({ from, text, client_id }) => [from, text, client_id]),
      [['visitor', 'Is the blue one in stock?', id]],
    )
    const types = (await rowsOf(scope, 'events')).map((each) => each.type)
    assert.ok(types.includes('conversation.created') && types.includes('message.received'))
  })

  test('has the language of their first message, unless the contact has one', async () => {
    const { scope, start, call, work } = await open()
    const token = await start()
    const post = async (language: string) => {
      const body = { id: randomUUID(), text: 'Olá' }
      const answer = await call('POST /messages', { token, body, language })
      assert.equal(answer.status, 202)
      await work()
      return (await rowsOf(scope, 'people'))[0].language
    }
    assert.equal(await post('pt-BR,pt;q=0.9,en;q=0.5'), 'pt-BR')
    assert.equal(await post('en'), 'pt-BR')
  })

  test('sends a message once, however often it is repeated', async () => {
    const { scope, start, write, work } = await open()
    const token = await start()
    const id = randomUUID()
    await Promise.all([write(token, 'Hello', id), write(token, 'Hello', id)])
    await work()
    await write(token, 'Hello', id)
    await work()
    assert.equal((await rowsOf(scope, 'messages')).length, 1)
    assert.equal((await rowsOf(scope, 'inbound_payloads')).length, 2)
  })

  test('gets the reply of an agent once it is sent, and reports that it was delivered and read', async () => {
    const { read, token, conversation, key, reply, call, work, statusOf } = await openWithVisitor()
    const { cursor } = await read(token)
    const canSend = await callApi(`GET /api/v1/chats/${conversation.id}/can-send`, { key })
    assert.equal(canSend.body.free_form.allowed, true)
    const id = await reply('Yes, it is.')
    const changed = await read(token, `?after=${cursor}`)
    assert.deepEqual(
      changed.data.map((message) => [message.id, message.from, message.text]),
      [[id, 'team', 'Yes, it is.']],
    )
    assert.deepEqual((await read(token, `?after=${changed.cursor}`)).data, [])
    assert.equal(await statusOf(id), 'sent')
    for (const status of ['delivered', 'read']) {
      const receipt = { token, body: { status, message_id: id } }
      assert.equal((await call('POST /receipts', receipt)).status, 204)
      await work()
      assert.equal(await statusOf(id), status)
    }
  })

  test('sees the name and the picture of the member who answers, and no email address of one without a name', async () => {
    const { scope, read, token, reply } = await openWithVisitor()
    const byKey = await reply('From a program')
    const named = await reply('From a member')
    const unnamed = await reply('From a member without a name')
    for (const [id, name] of [
      [named, 'Asha Rao'],
      [unnamed, ''],
    ] as const) {
      const { membershipId, userId } = await createTestMember(scope, 'agent')
      await scope.directory.updateTable('users').set({ name }).where('id', '=', userId).execute()
      const stored = await storePicture(scope, Buffer.from('WebP'))
      await directoryTransaction(scope, (tx) => writePicture(tx, membershipId, stored))
      await sql`
        update messages set author_type = 'member', author_id = ${membershipId}
        where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
    }
    const { data } = await read(token)
    const toShown = (author: (typeof data)[number]['author']) =>
      author?.picture_url ? { ...author, picture_url: 'its picture' } : author
    assert.deepEqual(data.map(({ id, author }) => [id, toShown(author)]).slice(1), [
      [byKey, null],
      [named, { name: 'Asha Rao', picture_url: 'its picture' }],
      [unnamed, null],
    ])
    assert.equal(data[0]!.author, null)
  })

  test('gets a link to the file that an agent sends', async () => {
    const { scope, read, token, conversation, key, send } = await openWithVisitor()
    const mediaId = await storeTestUpload(scope, {
      filename: 'sizes.pdf',
      text: 'bytes of sizes',
      storage: createMediaStorage(context.config),
    })
    for (const body of [
      { type: 'document', media_id: mediaId, message: 'All sizes' },
      { type: 'image', media_url: 'https://shop.example/blue.jpg' },
    ]) {
      const target = { conversation_id: conversation.id }
      const sent = await callApi('POST /api/v1/messages/send', {
        key,
        body: { ...target, ...body },
      })
      assert.equal(sent.status, 201, sent.text)
      await send()
    }
    const [, pdf, image] = (await read(token)).data
    assert.deepEqual([pdf!.text, pdf!.file!.filename], ['All sizes', 'sizes.pdf'])
    const { pathname } = new URL(pdf!.file!.url)
    const file = await callApi(`GET ${pathname}`)
    assert.deepEqual([file.status, file.text], [200, 'bytes of sizes'])
    assert.equal(image!.file!.url, 'https://shop.example/blue.jpg')
    const canSend = await callApi(`GET /api/v1/chats/${conversation.id}/can-send`, { key })
    assert.equal(canSend.body.template.code, 'type_not_supported')
    assert.ok(canSend.body.files.length >= 4)
  })

  test('does not see a message before it is sent', async () => {
    const { read, token, conversation, key, send } = await openWithVisitor()
    const body = { conversation_id: conversation.id, message: 'Later' }
    await callApi('POST /api/v1/messages/send', { key, body })
    assert.equal((await read(token)).data.length, 1)
    await send()
    assert.equal((await read(token)).data.length, 2)
  })

  test('reads a long conversation page by page, and is told when a cursor is too old', async () => {
    const { scope, chat, token, write, work, read } = await openWithVisitor()
    for (let number = 1; number <= 55; number++) {
      shiftMs += 1000
      await write(token, `Message ${number}`)
    }
    await work()
    const newest = await read(token)
    assert.deepEqual([newest.data.length, newest.has_more], [50, true])
    const older = await read(token, `?before=${newest.data[0]!.id}`)
    assert.deepEqual(
      [...older.data, ...newest.data].map(({ text }) => text),
      ['Hello', ...Array.from({ length: 55 }, (_, index) => `Message ${index + 1}`)],
    )
    await scope.db
      .updateTable('workspace_counters')
      .set({ trimmed_position: 2 })
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const { cursor } = newest
    assert.equal((await read(token, `?after=${cursor}`)).is_reset, false)
    const visited = { scope, channelId: chat.id } as VisitedChat
    const old = await read(token, `?after=${toVisitorCursor(visited, 1)}`)
    assert.deepEqual([old.is_reset, old.data.length], [true, 50])
  })

  test('learns nothing of the number of events of the workspace, by no cursor', async () => {
    const { scope, token, write, work, read } = await openWithVisitor()
    const { cursor } = await read(token)
    assert.throws(() => JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    const another = (await read(token, `?after=${cursor}`)).cursor
    assert.equal(another.length, cursor.length)
    // The same cursor twice would tell that nothing happened between the two.
    assert.notEqual(another, cursor)
    await write(token, 'And one more')
    await work()
    assert.equal((await read(token, `?after=${cursor}`)).data.length, 1)
    const { event_position: head } = await scope.db
      .selectFrom('workspace_counters')
      .select('event_position')
      .where('workspace_id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow()
    // Cursors of earlier releases were positions. They get all messages, and the same answer whether they are right or guessed.
    for (const position of [0, Number(head) - 1, Number(head), Number(head) + 1]) {
      const guessed = Buffer.from(JSON.stringify([position])).toString('base64url')
      const { data, is_reset: isReset } = await read(token, `?after=${guessed}`)
      assert.deepEqual([data.length, isReset], [2, true])
    }
  })

  test('starts over with the cursor of another web chat, and is refused anything else', async () => {
    const { token, read, call } = await openWithVisitor()
    const other = await openWithVisitor()
    const { cursor } = await other.read(other.token)
    assert.equal((await read(token, `?after=${cursor}`)).is_reset, true)
    const { status, body } = await call('GET /messages?after=no-cursor', { token })
    assert.deepEqual([status, body.code], [400, 'invalid_cursor'])
  })

  for (const [what, body] of Object.entries({
    'without a text': { id: randomUUID(), text: '  ' },
    'that is too long': { id: randomUUID(), text: 'x'.repeat(4001) },
    'without an id': { text: 'Hello' },
    'with a wrong id': { id: 'a:b c', text: 'Hello' },
    'with an unknown field': { id: randomUUID(), text: 'Hello', person_id: randomUUID() },
  }))
    test(`is refused a message ${what}`, async () => {
      const { scope, call, start } = await open()
      const answer = await call('POST /messages', { token: await start(), body })
      assert.equal(answer.status, 422)
      assert.equal(answer.headers['access-control-allow-origin'], SITE)
      assert.equal((await rowsOf(scope, 'inbound_payloads')).length, 0)
    })

  test('cannot send more than the limits allow', async () => {
    const { call, start } = await open()
    const token = await start()
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () =>
        call('POST /messages', { token, body: { id: randomUUID(), text: 'x' } }),
      ),
    )
    const refused = statuses.filter(({ status }) => status === 429)
    assert.ok(refused.length >= 5 && refused.length < 20, `${refused.length} refused`)
    assert.ok(Number(refused[0]!.headers['retry-after']) > 0)
    const large = { id: randomUUID(), text: 'x', page_url: 'x'.repeat(40_000) }
    assert.equal((await call('POST /messages', { token, body: large })).status, 413)
  })
})

describe('a site', () => {
  test('whose network asks too often may read that it must wait, also behind a preflight', async () => {
    const { call } = await open()
    const answers = await Promise.all(Array.from({ length: 260 }, () => call('GET /settings')))
    const refused = answers.find(({ status }) => status === 429)!
    assert.equal(refused.body.code, 'rate_limited')
    assert.equal(refused.headers['access-control-allow-origin'], SITE)
    assert.equal(refused.headers['access-control-expose-headers'], 'retry-after')
    assert.ok(Number(refused.headers['retry-after']) > 0)
    const preflights = await Promise.all(
      Array.from({ length: 30 }, () => call('OPTIONS /messages')),
    )
    for (const { status, headers } of preflights)
      assert.deepEqual([status, headers['access-control-allow-origin']], [204, SITE])
  })

  test('that is not allowed is refused everything', async () => {
    const { call, start } = await open()
    const token = await start()
    for (const origin of ['https://evil.example', 'http://shop.example', 'null', null]) {
      for (const request of ['GET /settings', 'POST /session', 'GET /messages', 'GET /stream']) {
        const body = request.startsWith('POST') ? {} : undefined
        const answer = await call(request, { token, origin, ...(body && { body }) })
        assert.deepEqual([answer.status, answer.body.code], [403, 'origin_not_allowed'])
        assert.equal(answer.headers['access-control-allow-origin'], undefined)
      }
      assert.equal((await call('OPTIONS /messages', { origin })).status, 403)
    }
  })

  test('that is allowed may read the answers, errors included, and sends no cookie', async () => {
    const { call } = await open()
    const preflight = await call('OPTIONS /messages')
    assert.equal(preflight.status, 204)
    assert.match(String(preflight.headers['access-control-allow-headers']), /authorization/)
    for (const { headers } of [
      preflight,
      await call('GET /settings'),
      await call('GET /messages'),
    ]) {
      assert.equal(headers['access-control-allow-origin'], SITE)
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers['set-cookie'], undefined)
      assert.match(String(headers['vary']), /Origin/)
    }
  })

  test('is refused a few seconds after it was removed from the settings', async () => {
    const { scope, chat, call } = await open()
    await updateWebChat(scope, chat.id, { allowed_origins: ['https://other.example/'] })
    const other = openWebChats(context)
    const answer = await other.app.inject({
      url: `/chat/${chat.public_id}/settings`,
      headers: { origin: SITE },
    })
    assert.equal(answer.statusCode, 403)
    assert.equal((await call('GET /settings', { publicId: 'wc_0' })).status, 403)
  })

  test('shows nothing of a disconnected web chat', async () => {
    const { scope, chat } = await open()
    await disconnectChannel(scope, chat.id)
    const answer = await app.inject({
      url: `/chat/${chat.public_id}/settings`,
      headers: { origin: SITE },
    })
    assert.equal(answer.statusCode, 403)
  })
})

describe('a token', () => {
  test('opens only its own conversation, also within one workspace', async () => {
    const { scope } = await createTestWorkspace(context)
    const [one, two] = [await open({ scope }), await open({ scope })]
    const stranger = await openWithVisitor()
    const first = await one.start()
    const second = await one.start()
    await one.write(first, 'Mine')
    await one.work()
    assert.deepEqual(await one.textsOf(first), ['Mine'])
    assert.deepEqual(await one.textsOf(second), [])
    const unknown = [stranger.token, `wcv_${'x'.repeat(43)}`, `${first}x`, '', randomUUID()]
    for (const token of unknown)
      for (const request of ['GET /messages', 'GET /stream'])
        assert.equal((await one.call(request, { token })).status, 401)
    assert.equal((await two.call('GET /messages', { token: first })).status, 401)
    const reply = await stranger.reply('For the stranger')
    const body = { status: 'read', message_id: reply }
    assert.equal((await one.call('POST /receipts', { token: first, body })).status, 204)
    await stranger.work()
    assert.equal(await stranger.statusOf(reply), 'sent', 'not changed by another visitor')
    const [own] = (await one.read(first)).data
    assert.deepEqual((await one.read(second, `?before=${own!.id}`)).data, [])
  })

  test('is stored only as a hash', async () => {
    const { scope, start } = await open()
    const token = await start()
    const rows = JSON.stringify([
      await rowsOf(scope, 'web_chat_tokens'),
      await rowsOf(scope, 'web_chat_sessions'),
    ])
    assert.ok(!rows.includes(token) && !rows.includes(token.slice(4)))
  })

  test('is replaced after a week, and the former one is valid until the new one was used for a day', async () => {
    const { call, start, textsOf, write, work } = await open()
    const first = await start()
    await write(first, 'Hello')
    await work()
    const resume = async (token: string) => (await call('POST /session', { body: { token } })).body
    assert.equal((await resume(first)).token, undefined)
    shiftMs += 8 * 86_400_000
    const lost = await resume(first)
    const { token: second, is_new: isNew } = await resume(first)
    assert.notEqual(lost.token, second)
    assert.equal(isNew, false)
    for (const token of [first, lost.token, second])
      assert.deepEqual(await textsOf(token), ['Hello'], 'a lost answer costs nothing')
    await resume(second)
    shiftMs += 2 * 86_400_000
    await resume(second)
    assert.equal((await call('GET /messages', { token: first })).status, 401)
    assert.deepEqual(await textsOf(second), ['Hello'])
  })
})
