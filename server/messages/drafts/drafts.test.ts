import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpired } from '#housekeeping/delete-expired.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { DRAFT_DAYS, OPEN_DRAFTS_MAX } from '#shared/drafts.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  const key = await createTestKey(scope, ['messages:draft'])
  const { headers, membershipId } = await signInTestMember(call, scope, 'agent')
  const draft = async (text: string) => {
    const answer = await call('POST /api/v1/drafts', {
      key,
      body: { conversation_id: chat.id, text },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const list = async (status = 'open') =>
    (
      await call(`GET /api/v1/drafts?conversation_id=${chat.id}&status=${status}`, { headers })
    ).body.data.map((each: { id: string }) => each.id)
  return { scope, chat, key, headers, membershipId, draft, list }
}

test('an agent sends a draft as its own message, once', async () => {
  const { headers, membershipId, draft, list } = await setUp()
  const { id, author, status } = await draft('  Your order is on its way.  ')
  assert.deepEqual([author.type, author.name, status], ['api_key', 'test', 'open'])
  assert.deepEqual(await list(), [id])
  const send = () => call(`POST /api/v1/drafts/${id}/send`, { headers, body: {} })
  const answers = await Promise.all([send(), send(), send()])
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [201, 409, 409])
  const { body } = answers.find((each) => each.status === 201)!
  assert.equal(body.text, 'Your order is on its way.')
  assert.deepEqual(body.author, { type: 'member', id: membershipId })
  assert.deepEqual(await list(), [])
  assert.deepEqual(await list('sent'), [id])
  const { data } = (await call('GET /api/v1/drafts?status=sent', { headers })).body
  assert.equal(data[0].message_id, body.id)
  const again = await call(`POST /api/v1/drafts/${id}/discard`, { headers, body: {} })
  assert.equal(again.body.code, 'draft_decided')
})

test('an agent sends another text, or discards a draft', async () => {
  const { headers, draft, list } = await setUp()
  const first = await draft('Hello')
  const edited = await call(`POST /api/v1/drafts/${first.id}/send`, {
    headers,
    body: { text: 'Hello Asha' },
  })
  assert.equal(edited.body.text, 'Hello Asha')
  const second = await draft('Bye')
  const discarded = await call(`POST /api/v1/drafts/${second.id}/discard`, { headers, body: {} })
  assert.equal(discarded.body.status, 'discarded')
  assert.ok(discarded.body.decided_at)
  assert.deepEqual(await list(), [])
  const late = await call(`POST /api/v1/drafts/${second.id}/send`, { headers, body: {} })
  assert.equal(late.body.code, 'draft_decided')
})

test('a draft that cannot be sent stays open', async () => {
  const { scope, chat, headers, draft, list } = await setUp()
  const { id } = await draft('Hello')
  await scope.db
    .updateTable('chats')
    .set({ window_expires_at: new Date(Date.now() - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  const refused = await call(`POST /api/v1/drafts/${id}/send`, { headers, body: {} })
  assert.equal(refused.body.code, 'window_closed')
  assert.deepEqual(await list(), [id])
})

test('a key that may only draft neither sends nor discards', async () => {
  const { key, draft, list } = await setUp()
  const { id } = await draft('Hello')
  for (const action of ['send', 'discard']) {
    const answer = await call(`POST /api/v1/drafts/${id}/${action}`, { key, body: {} })
    assert.equal(answer.body.code, 'insufficient_scope')
  }
  assert.deepEqual(await list(), [id])
})

test('empty texts, unknown conversations and too many drafts are refused', async () => {
  const { chat, key, list } = await setUp()
  const create = (body: object) => call('POST /api/v1/drafts', { key, body })
  const empty = await create({ conversation_id: chat.id, text: '   ' })
  assert.deepEqual(empty.body.errors, [
    { field: 'text', code: 'validation_failed', message: 'must not be empty' },
  ])
  const unknown = await create({ conversation_id: newId(), text: 'Hello' })
  assert.equal(unknown.body.code, 'conversation_not_found')
  await Promise.all(
    Array.from({ length: OPEN_DRAFTS_MAX + 2 }, (_, index) =>
      create({ conversation_id: chat.id, text: `Draft ${index}` }),
    ),
  )
  assert.equal((await list()).length, OPEN_DRAFTS_MAX)
  const more = await create({ conversation_id: chat.id, text: 'One more' })
  assert.equal(more.body.code, 'quota_exceeded')
})

test('drafts are deleted after a week', async () => {
  const { scope, draft, list } = await setUp()
  const old = await draft('Old')
  const young = await draft('Young')
  await scope.db
    .updateTable('reply_drafts')
    .set({ created_at: new Date(Date.now() - DRAFT_DAYS * 86_400_000 - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', old.id)
    .execute()
  await deleteExpired(scope)
  assert.deepEqual(await list(), [young.id])
})
