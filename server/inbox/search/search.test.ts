import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Highlight, SearchResults } from '#client/generated/models.ts'
import { sql } from 'kysely'
import { recordHandovers } from '#conversations/record-handovers.ts'
import { transaction } from '#db/transaction.ts'
import { deleteOldMessages } from '#housekeeping/delete-old-messages.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'

type MessageHit = SearchResults['messages'][number]

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Opens a workspace with a search, and with verbs that create what is searched. */
async function openSearch() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const post = async (path: string, body: object) => {
    const answer = await call(`POST /api/v1${path}`, { key, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const search = async (q: string, rest = '') => {
    const answer = await call(`GET /api/v1/search?q=${encodeURIComponent(q)}${rest}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const insert = (chat: any, text: string, count = 1) =>
    sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
        author_type, created_at)
      select ${scope.workspaceId}::uuid, uuidv7(), ${chat.id}::uuid, ${chat.personId}::uuid, ${chat.channelId}::uuid,
        'inbound', 'text', ${text}, 'received', 'person', now()
      from generate_series(1, ${count}::integer)`.execute(scope.db)
  const texts = async (q: string, rest = '') =>
    (await search(q, rest)).messages.map((hit: MessageHit) => hit.message.text)
  return { scope, key, post, search, texts, insert }
}

const marked = ({ snippet, highlights }: Pick<MessageHit, 'snippet' | 'highlights'>) =>
  highlights.map(({ start, end }: Highlight) => snippet.slice(start, end))
const idsOf = (hits: { id: string }[]) => hits.map(({ id }) => id)

test('a search finds contacts, their conversations, messages, notes and tickets, with the matches marked', async () => {
  const { scope, post, search } = await openSearch()
  const person = await createTestPerson(scope, { name: 'Zoë Fernandes' })
  const chat = await createTestChat(scope, { personId: person.id })
  const other = await createTestChat(scope)
  const send = (conversation_id: string, message: string) =>
    post('/messages/send', { conversation_id, message })
  const long = `${'before '.repeat(30)}the blue kurta ${'after '.repeat(60)}`
  const first = await send(chat.id, 'A BLUE kurta?')
  const second = await send(other.id, long)
  await send(other.id, 'A red one')
  const note = await post(`/chats/${other.id}/notes`, { text: 'Wants the kurta in blue' })
  const ticket = await post('/tickets', { person_id: person.id, title: 'Kurta is not blue' })
  const found = await search('blue kurta')
  assert.deepEqual(
    found.messages.map((hit: MessageHit) => [hit.message.id, hit.chat.id, marked(hit)]),
    [
      [second.id, other.id, ['blue', 'kurta']],
      [first.id, chat.id, ['BLUE', 'kurta']],
    ],
  )
  assert.match(found.messages[0].snippet, /^….*the blue kurta.*…$/)
  assert.deepEqual(
    [found.notes[0].note.id, found.notes[0].chat.id, marked(found.notes[0])],
    [note.id, other.id, ['kurta', 'blue']],
  )
  assert.deepEqual(
    [found.tickets[0].ticket.id, found.tickets[0].person_name, marked(found.tickets[0])],
    [ticket.id, 'Zoë Fernandes', ['Kurta', 'blue']],
  )
  assert.deepEqual([found.people, found.chats, found.incomplete], [[], [], []])
  assert.equal((await search('"blue kurta"')).messages.length, 2, 'a phrase')
  assert.deepEqual((await search('"blue kurta"')).notes, [])
  const people = await search('zoe')
  assert.deepEqual([idsOf(people.people), idsOf(people.chats)], [[person.id], [chat.id]])
  assert.equal(people.people[0].match.field, 'name')
  assert.deepEqual(marked(people.people[0].match), ['Zoë'])
  assert.equal((await search(`#${ticket.number}`)).tickets[0].ticket.id, ticket.id)
  assert.deepEqual((await search('100%_nothing')).messages, [])
  assert.equal((await search('ku')).messages.length, 2, 'two characters find what is new')
})

test('an excerpt has no marks of formatted text, and what matches is marked in it', async () => {
  const { scope, post, search } = await openSearch()
  const chat = await createTestChat(scope)
  const text = '*Kurta* _blue_ for 2*3*4\n- size `M`'
  await post('/messages/send', { conversation_id: chat.id, message: text })
  await post(`/chats/${chat.id}/notes`, { text })
  const found = await search('kurta blue')
  for (const hit of [found.messages[0], found.notes[0]]) {
    assert.equal(hit.snippet, 'Kurta blue for 2*3*4 • size M')
    assert.deepEqual(marked(hit), ['Kurta', 'blue'])
  }
  assert.equal(found.messages[0].message.text, text)
})

test('a contact is found by a phone number in any notation, an email address, and every identity', async () => {
  const { scope, post, search } = await openSearch()
  const { id } = await post('/contacts', {
    name: 'Mira',
    phone_e164: '+919812300012',
    email: 'Mira.Nair@Example.com',
  })
  await sql`
    insert into identities (workspace_id, kind, value, person_id, created_at)
    values (${scope.workspaceId}, 'phone_e164', '+447700900123', ${id}, now())`.execute(scope.db)
  await createTestPerson(scope, { name: 'Another one' })
  for (const q of [
    '+919812300012',
    '+91 98123-00012',
    '098123 00012',
    '(9812) 300.012',
    '0091 9812300012',
    '300012',
    'mira.nair@',
    'NAIR@example',
    '+44 7700 900 123',
    '900123',
    'example mira',
  ])
    assert.deepEqual(idsOf((await search(q)).people), [id], q)
  const { match } = (await search('98123-00012')).people[0]
  assert.deepEqual([match.field, marked(match)], ['phone_e164', ['9812300012']])
})

test('exact matches come first, then beginnings, then the last changed', async () => {
  const { scope, search } = await openSearch()
  const people: string[] = []
  for (const name of ['Joanna Annas', 'Rosanna', 'Anna Karenina', 'Anna', 'Hanna'])
    people.push((await createTestPerson(scope, { name })).id)
  const found = await search('anna')
  const names = found.people.map(({ name }: SearchResults['people'][number]) => name)
  assert.deepEqual(names, ['Anna', 'Anna Karenina', 'Joanna Annas', 'Hanna', 'Rosanna'])
})

test('a conversation is found by its tags', async () => {
  const { scope, key, post, search } = await openSearch()
  const tag = await post('/tags', { name: 'Großkunde' })
  const chat = await createTestChat(scope)
  await createTestChat(scope)
  await call(`PATCH /api/v1/chats/${chat.id}`, { key, body: { tag_ids: [tag.id] } })
  const { chats } = await search('großkunde')
  assert.deepEqual(idsOf(chats), [chat.id])
  assert.equal(chats[0].match.field, 'tag')
})

test('old texts of every script are found, in any case, and with or without accents', async () => {
  const { scope, search, texts, insert } = await openSearch()
  const chat = await createTestChat(scope)
  const old = [
    '!!! %%%',
    'मुझे हिंदी आती है',
    'ПРИВЕТ всем',
    'saree',
    'Der Zug fährt über die Brücke',
    '我想要退款',
    'مرحبا بكم',
    'Cafe\u0301 cre\u0301me',
    'ΚΑΛΗΜΕΡΑ',
    '😀🎉 party',
  ]
  for (const text of old) await insert(chat, text)
  await insert(chat, 'newer', 5_100)
  const queries = [
    ['!!!', old[0]],
    ['%%%', old[0]],
    ['हिंदी', old[1]],
    ['आती मुझे', old[1]],
    ['है', old[1]],
    ['привет', old[2]],
    ['ВСЕМ', old[2]],
    ['SAREE', old[3]],
    ['brucke FAHRT', old[4]],
    ['Brücke', old[4]],
    ['退款', old[5]],
    ['مرحبا', old[6]],
    ['café créme', old[7]],
    ['creme', old[7]],
    ['καλημέρα', old[8]],
    ['🎉', undefined],
    ['😀🎉', old[9]],
    ['зима', undefined],
  ] as const
  const findAll = async () => {
    for (const [q, text] of queries)
      assert.deepEqual(await texts(q), text === undefined ? [] : [text], q)
  }
  await findAll()
  assert.deepEqual((await search('🎉')).incomplete, ['messages'], 'one character: only the newest')
  assert.deepEqual((await search('ze')).incomplete, ['messages'])
  assert.deepEqual((await search('зима')).incomplete, [])

  // No index contains messages that are still queued.
  const queued = sql`update messages set send_due_at = created_at
    where workspace_id = ${scope.workspaceId} and text = any (${old}::text[])`
  assert.equal((await queued.execute(context.db)).numAffectedRows, BigInt(old.length))
  await findAll()
})

test('an index finds messages of every script', async () => {
  const { scope } = await openSearch()
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from messages
    where workspace_id = ${scope.workspaceId} and octet_length(text) > length(text)
      and send_due_at is null and search_grams(text) @> search_grams('привет')`.execute(context.db)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /messages_text_grams/)
})

test('pages of each kind hold every result once, in order', async () => {
  const { scope, key, post, search } = await openSearch()
  const chats = []
  for (let index = 0; index < 7; index++) {
    const person = await createTestPerson(scope, { name: index % 3 ? `Page ${index}` : 'page' })
    const chat = await createTestChat(scope, { personId: person.id })
    await post('/messages/send', { conversation_id: chat.id, message: `Page of ${index}` })
    await post(`/chats/${chat.id}/notes`, { text: `A page about ${index}` })
    await post('/tickets', { person_id: person.id, title: `Page ${index}` })
    chats.push(chat)
  }
  const all = await search('page')
  for (const kind of ['people', 'chats', 'messages', 'notes', 'tickets']) {
    const hits: any[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page: any = await search(
        'page',
        `&kinds=${kind}&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      assert.ok(page[kind].length <= 2)
      hits.push(...page[kind])
      cursor = page.next_cursors[kind]
    }
    assert.equal(hits.length, 7, kind)
    assert.deepEqual(hits, all[kind])
  }
  for (const rest of ['&cursor=x', '&cursor=x&kinds=people,notes', '&kinds=nothing'])
    assert.equal((await call(`GET /api/v1/search?q=page${rest}`, { key })).status, 422, rest)
  for (const kind of ['people', 'messages', 'tickets'])
    assert.equal(
      (await call(`GET /api/v1/search?q=page&kinds=${kind}&cursor=x`, { key })).status,
      400,
    )
})

test('a ticket is found by its description and its comments, which are marked', async () => {
  const { scope, key, post, search } = await openSearch()
  const person = await createTestPerson(scope)
  const { id } = await post('/tickets', {
    person_id: person.id,
    title: 'Broken',
    description: 'The lamp arrived in pieces',
  })
  const comment = await post(`/tickets/${id}/comments`, { text: 'Wir ersetzen das Gerät' })
  for (const [q, field, match] of [
    ['lamp pieces', 'description', ['lamp', 'pieces']],
    ['gerat', 'comment', ['Gerät']],
    ['broken', 'title', ['Broken']],
  ] as const) {
    const [hit] = (await search(q)).tickets
    assert.deepEqual([hit?.ticket.id, hit?.field, hit && marked(hit)], [id, field, match], q)
  }
  const path = `/api/v1/ticket-comments/${comment.id}`
  assert.equal((await call(`DELETE ${path}`, { key })).status, 204)
  assert.deepEqual((await search('gerat')).tickets, [], 'a deleted comment')
})

test('a search needs words and all three scopes, and finds tickets only with theirs', async () => {
  const { scope, key, post } = await openSearch()
  for (const q of ['', '%20%20', '%22%22'])
    assert.equal((await call(`GET /api/v1/search?q=${q}`, { key })).status, 422)
  for (const scopes of [['messages:read'], ['chats:read', 'contacts:read']]) {
    const less = await createTestKey(scope, scopes)
    assert.equal((await call('GET /api/v1/search?q=a', { key: less })).status, 403)
  }
  const person = await createTestPerson(scope)
  await post('/tickets', { person_id: person.id, title: 'A secret ticket' })
  const three = ['messages:read', 'chats:read', 'contacts:read']
  const without = await createTestKey(scope, three)
  const found = await call('GET /api/v1/search?q=secret', { key: without })
  assert.deepEqual([found.status, found.body.tickets], [200, []])
  const refused = await call('GET /api/v1/search?q=secret&kinds=tickets', { key: without })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  const read = await createTestKey(scope, [...three, 'tickets:read'])
  assert.equal((await call('GET /api/v1/search?q=secret', { key: read })).body.tickets.length, 1)
})

test('deleted notes, merged contacts and other workspaces are not found', async () => {
  const { scope, key, post, search } = await openSearch()
  const other = await openSearch()
  const person = await createTestPerson(scope, { name: 'Ulrike Einmalig' })
  const chat = await createTestChat(scope, { personId: person.id })
  const note = await post(`/chats/${chat.id}/notes`, { text: 'Einmalig' })
  await post('/messages/send', { conversation_id: chat.id, message: 'Einmalig, привет' })
  await post('/tickets', { person_id: person.id, title: 'Einmalig' })
  await call(`DELETE /api/v1/notes/${note.id}`, { key })
  assert.deepEqual((await search('einmalig')).notes, [])
  for (const q of ['einmalig', 'привет', person.phoneE164, '#1']) {
    const found = await other.search(q)
    for (const kind of ['people', 'chats', 'messages', 'notes', 'tickets'])
      assert.deepEqual(found[kind], [], `${kind} for ${q}`)
  }
})

test('a message is found by the name of its file, and by the contacts that it shares', async () => {
  const { scope, search, insert } = await openSearch()
  const chat = await createTestChat(scope)
  const set = (text: string, media: object | null, content: object | null) =>
    sql`
      update messages set media = ${JSON.stringify(media)}::jsonb, content = ${JSON.stringify(content)}::jsonb
      where workspace_id = ${scope.workspaceId} and text = ${text}`.execute(scope.db)
  const cards = [
    {
      name: { formatted_name: 'Omar Díaz' },
      phones: [{ phone: '+34 600 000 001', wa_id: '34600000001' }],
      emails: [{ email: 'omar@lamps.example' }],
      org: { company: 'Lámparas Sol' },
    },
    { phones: 'not a list', org: 7 },
  ]
  for (const text of ['first', 'second', 'third']) await insert(chat, text)
  await set('first', { filename: 'Rechnung Größe 12.pdf', more: [{ filename: 'बिल.pdf' }] }, null)
  await set('second', null, { contacts: cards })
  await set('third', { filename: null }, { contacts: 'nothing' })
  const expect = [
    ['rechnung grosse', undefined],
    ['RECHNUNG größe', 'first', 'file', ['Rechnung', 'Größe']],
    ['12.pdf', 'first', 'file', ['12.pdf']],
    ['बिल', 'first', 'file', ['बिल']],
    ['lamparas', 'second', 'contact', ['Lámparas']],
    ['omar@lamps', 'second', 'contact', ['omar@lamps']],
    ['"+34 600"', 'second', 'contact', ['+34 600']],
    ['34600000001', 'second', 'text', []],
    ['first', 'first', 'text', ['first']],
  ] as const
  const check = async () => {
    for (const [q, text, field, marks] of expect) {
      const { messages } = await search(q)
      assert.deepEqual(
        messages.map((hit: MessageHit) => [hit.message.text, hit.field, marked(hit)]),
        text === undefined ? [] : [[text, field, marks]],
        q,
      )
    }
  }
  await check()
  await insert(chat, 'newer', 5_100)
  await check()
})

test('a conversation is found by the summary of a handover, until its messages are too old to be kept', async () => {
  const { scope, search } = await openSearch()
  const chat = await createTestChat(scope)
  await createTestChat(scope)
  const handover = {
    holder: null,
    cause: 'platform',
    reason: 'A question',
    at: new Date(),
  } as const
  await transaction(scope, (tx) =>
    recordHandovers(tx, [
      { ...handover, chatId: chat.id, summary: 'Wants to return a Lámpara, मदद चाहिए.' },
    ]),
  )
  for (const [q, marks] of [
    ['lampara return', ['return', 'Lámpara']],
    ['मदद', ['मदद']],
  ] as const) {
    const { chats } = await search(q)
    assert.deepEqual(idsOf(chats), [chat.id], q)
    assert.deepEqual([chats[0].match.field, marked(chats[0].match)], ['handover', marks])
  }
  const later = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) })
  await sql`update workspaces set message_retention_days = 30 where id = ${scope.workspaceId}`.execute(
    scope.directory,
  )
  const storage = createMediaStorage(context.config)
  await deleteOldMessages({ ...context, clock: later(29) }, storage)
  assert.equal((await search('lampara')).chats.length, 1)
  await deleteOldMessages({ ...context, clock: later(31) }, storage)
  assert.deepEqual((await search('lampara')).chats, [])
  const { data } = await scope.db
    .selectFrom('chat_changes')
    .select('data')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(data, { holder: null, cause: 'platform' })
})
