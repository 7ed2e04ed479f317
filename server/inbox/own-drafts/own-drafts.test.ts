import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTeam } from '#teams/create-team.ts'
import { removeMember } from '#members/remove-member.ts'
import { deleteExpired } from '#housekeeping/delete-expired.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { OWN_DRAFT_DAYS, OWN_DRAFTS_MAX } from '#shared/drafts.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  const [sam, alex] = [
    await signInTestMember(call, scope, 'agent'),
    await signInTestMember(call, scope, 'admin'),
  ]
  const save = (body: object, { headers } = sam) =>
    call('PUT /api/app/drafts', {
      headers,
      body: { conversation_id: chat.id, kind: 'reply', based_on: null, ...body },
    })
  const list = async ({ headers } = sam) =>
    (await call('GET /api/app/drafts', { headers })).body.data
  const reply = (text: string, conditions: object = {}, { headers } = sam) =>
    call('POST /api/app/replies', {
      headers,
      body: { conversation_id: chat.id, message: { message: text }, ...conditions },
    })
  const texts = async () =>
    (await call(`GET /api/v1/chats/${chat.id}/messages`, { headers: sam.headers })).body.data.map(
      (each: { text: string }) => each.text,
    )
  return { scope, chat, sam, alex, save, list, reply, texts }
}

test('a draft is seen by its author alone, and is replaced and deleted', async () => {
  const { chat, alex, save, list } = await setUp()
  const [first, second] = [newId(), newId()]
  assert.equal((await save({ version: first, text: 'Half' })).status, 204)
  const [draft] = await list()
  assert.deepEqual(
    [draft.conversation_id, draft.kind, draft.version, draft.text],
    [chat.id, 'reply', first, 'Half'],
  )
  assert.deepEqual(await list(alex), [])
  assert.equal((await save({ version: newId(), text: 'Mine' }, alex)).status, 204)
  const note = { kind: 'note', mentions: [{ id: alex.membershipId, name: 'Alex' }] }
  assert.equal((await save({ ...note, version: newId(), text: 'Ask @Alex' })).status, 204)
  assert.equal((await save({ version: second, based_on: first, text: 'Half a' })).status, 204)
  const drafts = await list()
  assert.deepEqual(drafts.map((each: { text: string }) => each.text).toSorted(), [
    'Ask @Alex',
    'Half a',
  ])
  // The second request repeats the first one, whose answer was lost.
  for (const _ of [1, 2])
    assert.equal((await save({ version: newId(), based_on: second, text: '' })).status, 204)
  assert.deepEqual(
    (await list()).map((each: { kind: string }) => each.kind),
    ['note'],
  )
})

test('a version that is based on another one than the stored one is refused, and a repeated one is not', async () => {
  const { save, list } = await setUp()
  const [first, second] = [newId(), newId()]
  await save({ version: first, text: 'One' })
  for (const based_on of [null, newId()]) {
    const refused = await save({ version: second, based_on, text: 'Two' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'draft_changed'])
  }
  for (const _ of [1, 2])
    assert.equal((await save({ version: second, based_on: first, text: 'Two' })).status, 204)
  const [{ text }] = await list()
  assert.equal(text, 'Two')
  const begun = await Promise.all([
    save({ kind: 'note', version: newId(), text: 'Here' }),
    save({ kind: 'note', version: newId(), text: 'There' }),
  ])
  assert.deepEqual(begun.map(({ status }) => status).toSorted(), [204, 409])
})

test('a draft is sent once, from however many windows', async () => {
  const { sam, chat, save, list, reply, texts } = await setUp()
  const version = newId()
  await save({ version, text: 'Hello' })
  const answers = await Promise.all(
    ['Hello', 'Hello there', 'Hello'].map((text) => reply(text, { draft_version: version })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'draft_changed')
  assert.equal((await texts()).length, 1)
  assert.deepEqual(await list(), [])

  const noteVersion = newId()
  await save({ kind: 'note', version: noteVersion, text: 'Look' })
  const write = () =>
    call('POST /api/app/notes', {
      headers: sam.headers,
      body: { conversation_id: chat.id, note: { text: 'Look' }, draft_version: noteVersion },
    })
  const notes = await Promise.all([write(), write()])
  assert.deepEqual(notes.map(({ status }) => status).toSorted(), [201, 409])
})

test('a repeated request with its idempotency key gets the first answer', async () => {
  const { chat, sam, save, texts } = await setUp()
  const version = newId()
  await save({ version, text: 'Hello' })
  const send = () =>
    call('POST /api/app/replies', {
      headers: { ...sam.headers, 'idempotency-key': version },
      body: { conversation_id: chat.id, message: { message: 'Hello' }, draft_version: version },
    })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(first.text, second.text)
  assert.deepEqual(await texts(), ['Hello'])
})

test('a reply is refused when another member has replied after what its author saw, also at the same moment', async () => {
  const { scope, chat, sam, alex, save, list, reply, texts } = await setUp()
  const seen = new Date(Date.now() - 60_000).toISOString()
  const version = newId()
  await save({ version, text: 'And me' })
  const conditions = { seen_until: seen, draft_version: version }
  const both = await Promise.all([
    reply('Me', { seen_until: seen }, alex),
    reply('And me', conditions),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const sent = both.find(({ status }) => status === 201)?.body
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'already_answered')

  // A reply of the author, or of a program, does not refuse the next one.
  const author = sent.author.id === sam.membershipId ? sam : alex
  assert.equal((await reply('More', { seen_until: seen }, author)).status, 201)
  const key = await createTestKey(scope, ['messages:write'])
  const program = { conversation_id: chat.id, message: 'Automatic' }
  const { body } = await call('POST /api/v1/messages/send', { key, body: program })
  const other = author === sam ? alex : sam
  const seenNow = { seen_until: body.created_at }
  assert.equal((await reply('Seen now', seenNow, other)).status, 201)
  // Only the one that was sent deleted its draft.
  assert.equal((await list()).length, author === sam ? 0 : 1)
  assert.equal((await texts()).length, 4)
})

test("a program's draft is sent as a reply once, and not after the reply of another member", async () => {
  const { scope, chat, alex, reply, texts } = await setUp()
  const key = await createTestKey(scope, ['messages:draft'])
  const propose = async (id: string) =>
    (await call('POST /api/v1/drafts', { key, body: { conversation_id: id, text: 'Proposed' } }))
      .body
  const draft = await propose(chat.id)
  const other = await propose((await createTestChat(scope)).id)
  const { body: answer } = await reply('Alex', {}, alex)
  const conditions = { proposed_draft_id: draft.id, seen_until: draft.created_at }
  assert.equal((await reply('Proposed', conditions)).body.code, 'already_answered')
  const elsewhere = await reply('Proposed', { proposed_draft_id: other.id })
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'draft_not_found'])
  const seen = { ...conditions, seen_until: answer.created_at }
  const both = await Promise.all([reply('Changed', seen), reply('Changed', seen)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'draft_decided')
  const { data } = (await call('GET /api/v1/drafts?status=sent', { headers: alex.headers })).body
  const sent = both.find(({ status }) => status === 201)?.body
  assert.deepEqual([data[0].id, data[0].message_id], [draft.id, sent.id])
  assert.deepEqual(await texts(), ['Changed', 'Alex'])
})

test('a reply that cannot be sent keeps its draft', async () => {
  const { scope, chat, sam, save, list, reply } = await setUp()
  const version = newId()
  await save({ version, text: 'Hello' })
  await scope.db
    .updateTable('chats')
    .set({ window_expires_at: new Date(Date.now() - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  const refused = await reply('Hello', { draft_version: version })
  assert.equal(refused.body.code, 'window_closed')
  const body = { conversation_id: chat.id, message: { message: 'Hello' }, hold_seconds: 5 }
  const held = await call('POST /api/app/held-replies', { headers: sam.headers, body })
  assert.equal(held.body.code, 'window_closed')
  const stale = { ...body, draft_version: newId() }
  const changed = await call('POST /api/app/held-replies', { headers: sam.headers, body: stale })
  assert.equal(changed.body.code, 'draft_changed')
  assert.equal((await list())[0].version, version)
})

test('drafts of unknown conversations are refused, and old ones are deleted', async () => {
  const { scope, save, list } = await setUp()
  const unknown = await save({ conversation_id: newId(), version: newId(), text: 'Hello' })
  assert.equal(unknown.body.code, 'conversation_not_found')
  await save({ version: newId(), text: 'Old' })
  await save({ kind: 'note', version: newId(), text: 'Young' })
  await scope.db
    .updateTable('own_drafts')
    .set({ updated_at: new Date(Date.now() - OWN_DRAFT_DAYS * 86_400_000 - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('text', '=', 'Old')
    .execute()
  await deleteExpired(scope)
  assert.deepEqual(
    (await list()).map((each: { text: string }) => each.text),
    ['Young'],
  )
})

test('a reply is checked as any other message, and a note as any other note', async () => {
  const { scope, chat, sam } = await setUp()
  const post = async (path: string, body: object) =>
    (await call(`POST ${path}`, { headers: sam.headers, body: { ...body } })).body.code
  const send = async (message: object, conversation_id = chat.id) => {
    const code = await post('/api/app/replies', { conversation_id, message })
    const held = { conversation_id, message, hold_seconds: 5 }
    assert.equal(await post('/api/app/held-replies', held), code, 'a held one is checked alike')
    return code
  }
  const template = (name: string) => send({ template: { name, language: 'en' } })
  assert.equal(await send({ message: 'Hello' }, newId()), 'conversation_not_found')
  assert.equal(await send({ message: 'Hello', reply_to: newId() }), 'message_not_found')
  assert.equal(await send({ media_id: newId() }), 'media_not_found')
  assert.equal(
    await send({ message: 'Look', media_url: 'ftp://files.example.com/a' }),
    'invalid_url',
  )
  const mediaId = await storeTestUpload(scope)
  assert.equal(await send({ media_id: mediaId, type: 'image' }), 'media_not_usable')
  const now = new Date()
  await scope.db
    .updateTable('channels')
    .set({ business_account: '1' })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const row = { workspace_id: scope.workspaceId, id: newId(), business_account: '1' }
  const paused = {
    name: 'sale',
    language: 'en',
    status: 'PAUSED',
    created_at: now,
    updated_at: now,
  }
  await scope.db
    .insertInto('templates')
    .values({ ...row, ...paused })
    .execute()
  assert.equal(await template('sale'), 'template_not_usable')
  await post(`/api/v1/contacts/${chat.personId}/opt-out`, {})
  assert.equal(await template('unknown'), 'contact_opted_out')
  await post(`/api/v1/contacts/${chat.personId}/block`, {})
  assert.equal(await send({ message: 'Hello' }), 'contact_blocked')

  const note = (text: object, conversation_id = chat.id) =>
    post('/api/app/notes', { conversation_id, note: { text: 'Look', ...text } })
  assert.equal(await note({}, newId()), 'conversation_not_found')
  assert.equal(await note({ mentions: [newId()] }), 'membership_not_found')
})

test('a note hands its conversation over in the same request, and one that is refused hands nothing over', async () => {
  const { scope, chat, sam, alex } = await setUp()
  const { id: team } = await createTeam(scope, { name: 'Refunds' })
  const write = (to: object, { headers } = sam) =>
    call('POST /api/app/notes', {
      headers,
      body: { conversation_id: chat.id, note: { text: 'Look' }, hand_over_to: to },
    })
  const read = async () =>
    (await call(`GET /api/v1/chats/${chat.id}`, { headers: sam.headers })).body
  const codeOf = async (to: object, by = sam) => (await write(to, by)).body.code
  const light = await signInTestMember(call, scope, 'light_agent')
  const member = { type: 'member', id: alex.membershipId }
  assert.equal(await codeOf(member, light), 'insufficient_scope')
  assert.equal(await codeOf({ type: 'member', id: newId() }), 'membership_not_found')
  assert.equal(await codeOf({ type: 'team', id: newId() }), 'team_not_found')
  assert.equal((await read()).assignee_id, null)
  const notes = () =>
    scope.db.selectFrom('notes').select('text').where('chat_id', '=', chat.id).execute()
  assert.deepEqual(await notes(), [])
  assert.equal((await write(member)).status, 201)
  assert.equal((await read()).assignee_id, alex.membershipId)
  assert.equal((await write({ type: 'team', id: team })).status, 201)
  const { assignee_id: assignee, team_id: now } = await read()
  assert.deepEqual([assignee, now], [null, team])
  assert.equal((await notes()).length, 2)
})

test('a member has a limited number of drafts, which are deleted when the member is removed', async () => {
  const { scope, alex, sam, save, list } = await setUp()
  const { workspaceId } = scope
  const at = scope.clock.now()
  await sql`
    insert into people (workspace_id, id, name, source, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'Planted ' || n, 'test', ${at}, ${at}
    from generate_series(1, ${OWN_DRAFTS_MAX}::integer) as n`.execute(scope.db)
  await sql`
    insert into chats (workspace_id, id, channel_id, person_id, recipient, status, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), (select id from channels where workspace_id = ${workspaceId}), id,
      'planted-' || id, 'open', ${at}, ${at}
    from people where workspace_id = ${workspaceId} and name like 'Planted %'`.execute(scope.db)
  await sql`
    insert into own_drafts (workspace_id, membership_id, chat_id, kind, version, text, updated_at)
    select ${workspaceId}, ${sam.membershipId}::uuid, id, 'reply', gen_random_uuid(), 'Planted', ${at}
    from chats where workspace_id = ${workspaceId} and recipient like 'planted-%'`.execute(scope.db)
  const refused = await save({ version: newId(), text: 'One more' })
  assert.equal(refused.body.code, 'quota_exceeded')
  assert.equal((await list()).length, OWN_DRAFTS_MAX)
  assert.equal((await save({ version: newId(), text: 'Mine' }, alex)).status, 204)
  await removeMember(scope, sam.membershipId)
  const left = await scope.db
    .selectFrom('own_drafts')
    .select('membership_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  assert.deepEqual(left, [{ membership_id: alex.membershipId }])
})
