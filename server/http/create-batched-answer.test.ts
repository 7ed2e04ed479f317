import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { createTestTag } from '#test/inbox.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const create = (body: object, headers = {}) =>
    call('POST /api/v1/contacts', { key, body, headers })
  const count = async (table: 'people' | 'timeline_entries' | 'events') => {
    const { total } = await scope.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('workspace_id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  return { scope, create, count }
}

test('concurrent requests that describe one contact create it once, and each records its own lead', async () => {
  const { create, count } = await open()
  const phone_e164 = testPhone()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => create({ phone_e164, source: `shop ${index}` })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal(answers.filter(({ body }) => body.matched_by === null).length, 1)
  assert.deepEqual(
    answers.map(({ body }) => body.lead.source),
    answers.map((_, index) => `shop ${index}`),
  )
  assert.deepEqual(
    [await count('people'), await count('timeline_entries'), await count('events')],
    [1, 40, 40],
  )
})

test('concurrent requests with one idempotency key run once, and a different body with that key is refused', async () => {
  const { create, count } = await open()
  const headers = { 'idempotency-key': 'one' }
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => create({ name: 'Leela Nair' }, headers)),
    ...Array.from({ length: 20 }, (_, index) => create({ name: `Contact ${index}` })),
  ])
  const same = answers.slice(0, 20)
  assert.equal(new Set(same.map(({ text }) => text)).size, 1)
  assert.equal(same.filter((answer) => answer.headers['idempotent-replayed'] === 'true').length, 19)
  assert.equal(await count('people'), 21)
  const mixed = await Promise.all([
    create({ name: 'Someone else' }, headers),
    create({ name: 'Contact 20' }),
  ])
  assert.deepEqual(
    mixed.map(({ status, body }) => [status, body.code ?? null]),
    [
      [422, 'idempotency_key_reused'],
      [201, null],
    ],
  )
})

test('a request that the verb refuses gets its own error, and the others of its batch are answered', async () => {
  const { scope, create } = await open()
  const key = await createTestKey(scope, ['*'])
  const { body: contact } = await create({ name: 'Leela Nair' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call('POST /api/v1/tickets', {
        key,
        body: { person_id: index === 7 ? newId() : contact.id, title: `Parcel ${index}` },
      }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map((_, index) => (index === 7 ? 404 : 201)),
  )
  assert.equal(answers[7]!.body.code, 'person_not_found')
  const numbers = answers.flatMap(({ body }) => body.number ?? [])
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    [...Array(19).keys()].map((n) => n + 1),
  )
  const titles = await scope.db
    .selectFrom('tickets')
    .select('title')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.equal(new Set(titles.map(({ title }) => title)).size, 19)
})

test('concurrent updates of conversations are all made, and those of one follow each other', async () => {
  const { scope } = await open()
  const key = await createTestKey(scope, ['*'])
  const chats: string[] = []
  for (let index = 0; index < 5; index++) chats.push((await createTestChat(scope)).id)
  const [first, second] = [
    await createTestTag(scope, 'first'),
    await createTestTag(scope, 'second'),
  ]
  const update = (id: string, body: object) => call(`PATCH /api/v1/chats/${id}`, { key, body })
  const answers = await Promise.all([
    ...chats.map((id) => update(id, { tag_ids: [first.id], unread: true })),
    ...chats.map((id) => update(id.toUpperCase(), { tag_ids: [second.id], status: 'closed' })),
  ])
  assert.deepEqual(
    answers.map(({ status, body }) => [
      status,
      body.status,
      body.tags?.map(({ name }: any) => name),
    ]),
    [...chats.map(() => [200, 'open', ['first']]), ...chats.map(() => [200, 'closed', ['second']])],
  )
  const changes = await scope.db
    .selectFrom('chat_changes')
    .select(['chat_id', 'kind'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()
  for (const id of chats)
    assert.deepEqual(
      changes.filter((change) => change.chat_id === id).map(({ kind }) => kind),
      ['tagged', 'closed', 'untagged', 'tagged'],
    )
})

test('concurrent notes in conversations and about contacts are each answered with their own text', async () => {
  const { scope, create, count } = await open()
  const key = await createTestKey(scope, ['*'])
  const chat = await createTestChat(scope)
  const { body: contact } = await create({ name: 'Leela Nair' })
  const events = await count('events')
  const indexes = [...Array(12).keys()]
  const answers = await Promise.all([
    ...indexes.map((index) =>
      call(`POST /api/v1/chats/${index === 5 ? newId() : chat.id}/notes`, {
        key,
        body: { text: `Note ${index}` },
        headers: { 'idempotency-key': `note-${index % 11}` },
      }),
    ),
    ...indexes.map((index) =>
      call(`POST /api/v1/contacts/${contact.id}/notes`, {
        key,
        body: { text: index === 3 ? '  ' : `Call ${index}` },
      }),
    ),
  ])
  assert.deepEqual(
    answers.map(({ status, body }) => body.text ?? body.data?.text ?? status),
    [
      ...indexes.map((index) => (index === 5 ? 404 : index === 11 ? 422 : `Note ${index}`)),
      ...indexes.map((index) => (index === 3 ? 422 : `Call ${index}`)),
    ],
  )
  assert.equal((await count('events')) - events, 10 + 11)
})
