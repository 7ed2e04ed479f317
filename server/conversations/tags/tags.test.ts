import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })

test('a tag is renamed where it is shown, and leaves its chats when it is deleted', async () => {
  const chat = await createTestChat(scope)
  const { body: tag } = await ask('POST /api/v1/tags', { name: ' Refund ' })
  assert.deepEqual([tag.name, tag.color], ['Refund', 'gray'])
  await ask(`PATCH /api/v1/chats/${chat.id}`, { tag_ids: [tag.id] })
  const renamed = await ask(`PATCH /api/v1/tags/${tag.id}`, { name: 'Refunds', color: 'red' })
  assert.equal(renamed.status, 200, renamed.text)
  const read = async () => (await ask(`GET /api/v1/chats/${chat.id}`)).body.tags
  assert.deepEqual(await read(), [{ id: tag.id, name: 'Refunds', color: 'red' }])
  const { body: found } = await ask(`GET /api/v1/chats?tag_id=${tag.id}`)
  assert.equal(found.data[0].id, chat.id)
  assert.equal((await ask(`DELETE /api/v1/tags/${tag.id}`)).status, 204)
  assert.deepEqual(await read(), [])
  assert.equal((await ask(`DELETE /api/v1/tags/${tag.id}`)).status, 404)
})

test('names differ by more than their case, and so do shortcuts of canned replies', async () => {
  await ask('POST /api/v1/tags', { name: 'Urgent' })
  const { body: other } = await ask('POST /api/v1/tags', { name: 'Other' })
  for (const answer of [
    await ask('POST /api/v1/tags', { name: 'URGENT ' }),
    await ask(`PATCH /api/v1/tags/${other.id}`, { name: 'urgent' }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [409, 'tag_taken'])
  assert.equal((await ask(`PATCH /api/v1/tags/${other.id}`, { name: 'OTHER' })).status, 200)
  const reply = { shortcut: 'hello', text: 'Hello {name}' }
  assert.equal((await ask('POST /api/v1/canned-replies', reply)).status, 201)
  const taken = await ask('POST /api/v1/canned-replies', { ...reply, shortcut: 'Hello' })
  assert.deepEqual([taken.status, taken.body.code], [409, 'shortcut_taken'])
})

test('a canned reply is found by its shortcut and its words, changed and deleted', async () => {
  const made = await ask('POST /api/v1/canned-replies', { shortcut: 'नमस्ते', text: ' Good day! ' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.text, made.body.created_by], [' Good day! ', null])
  for (const q of ['नम', 'good DAY'])
    assert.equal(
      (await ask(`GET /api/v1/canned-replies?q=${encodeURIComponent(q)}`)).body.data[0]?.id,
      made.body.id,
    )
  const path = `/api/v1/canned-replies/${made.body.id}`
  assert.equal((await ask(`PATCH ${path}`, { text: 'Hi' })).body.text, 'Hi')
  for (const body of [{ text: '  ' }, { shortcut: 'a b' }, { shortcut: '/a' }, { shortcut: '' }])
    assert.equal((await ask(`PATCH ${path}`, body)).status, 422)
  assert.equal((await ask(`DELETE ${path}`)).status, 204)
  assert.equal((await ask(`PATCH ${path}`, { text: 'Hi' })).body.code, 'canned_reply_not_found')
})

test('each of them stands in the audit log', async () => {
  const rows = await scope.db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const actions = rows.map((row): string => row.action)
  for (const target of ['tag', 'canned_reply'])
    for (const done of ['created', 'updated', 'deleted'])
      assert.ok(actions.includes(`${target}.${done}`), `${target}.${done}`)
})
