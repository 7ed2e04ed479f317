import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { snippet } from './snippet.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const search = async (q: string) => {
  const answer = await call(`GET /api/v1/search?q=${encodeURIComponent(q)}`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('a search finds people, their chats, and messages with what stands around the words', async () => {
  const person = await createTestPerson(scope, { name: 'Zoë Fernandes' })
  const chat = await createTestChat(scope, { personId: person.id })
  const other = await createTestChat(scope)
  const send = async (conversation_id: string, message: string) =>
    (await call('POST /api/v1/messages/send', { key, body: { conversation_id, message } })).body
  const long = `${'before '.repeat(30)}the blue kurta ${'after '.repeat(60)}`
  const first = await send(chat.id, 'A BLUE kurta?')
  const second = await send(other.id, long)
  await send(other.id, 'A red one')
  const found = await search('blue kurta')
  assert.deepEqual(
    found.messages.map((hit: any) => [hit.message.id, hit.chat.id]),
    [
      [second.id, other.id],
      [first.id, chat.id],
    ],
  )
  assert.match(found.messages[0].snippet, /^….*the blue kurta.*…$/)
  assert.deepEqual([found.people, found.chats], [[], []])
  const people = await search('zoë')
  assert.deepEqual([people.people[0].id, people.chats[0].id], [person.id, chat.id])
  assert.equal((await search(person.phoneE164.slice(-6))).people[0].id, person.id)
  assert.deepEqual((await search('100%_nothing')).messages, [])
  assert.equal((await search('ku')).messages.length, 2, 'two characters find what is new')
})

test('a search finds old messages with text that the index does not contain', async () => {
  const own = (await createTestWorkspace(context)).scope
  const chat = await createTestChat(own)
  const insert = (text: string, count: number) =>
    sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
        author_type, created_at)
      select ${own.workspaceId}::uuid, uuidv7(), ${chat.id}::uuid, ${chat.personId}::uuid, ${chat.channelId}::uuid,
        'inbound', 'text', ${text}, 'received', 'person', now()
      from generate_series(1, ${count}::integer)`.execute(own.db)
  const texts = ['!!! %%%', 'मुझे हिंदी आती है', 'привет всем', 'saree']
  for (const text of texts) await insert(text, 1)
  await insert('newer', 5_100)
  const ownKey = await createTestKey(own, ['*'])
  for (const [q, text] of [
    ['!!!', texts[0]],
    ['%%%', texts[0]],
    ['हिंदी', texts[1]],
    ['привет', texts[2]],
    ['saree', texts[3]],
  ]) {
    const { body } = await call(`GET /api/v1/search?q=${encodeURIComponent(q!)}`, { key: ownKey })
    assert.deepEqual(
      body.messages.map((hit: any) => hit.message.text),
      [text],
    )
  }
})

test('a search needs words and all three scopes', async () => {
  for (const q of ['', '%20%20'])
    assert.equal((await call(`GET /api/v1/search?q=${q}`, { key })).status, 422)
  for (const scopes of [['messages:read'], ['chats:read', 'contacts:read']]) {
    const less = await createTestKey(scope, scopes)
    assert.equal((await call('GET /api/v1/search?q=a', { key: less })).status, 403)
  }
})

test('a snippet is one line with the match in it, whatever the text', () => {
  assert.equal(snippet('one\n\ntwo', 'two'), 'one two')
  assert.equal(snippet('', 'x'), '')
  const emoji = `${'😀'.repeat(4096)}needle${'👍🏽'.repeat(100)}`
  assert.match(snippet(emoji, 'NEEDLE'), /^…😀+needle/u)
  assert.ok(snippet(emoji, 'NEEDLE').isWellFormed())
})
