import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('a stored response reveals nothing to readers of the database', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const request = {
    key: await createTestKey(scope, ['contacts:write']),
    body: { name: 'Ilse Confidential' },
    headers: { 'idempotency-key': 'sealed' },
  }
  const first = await call('POST /api/v1/contacts', request)
  const { response_body } = await context.db
    .selectFrom('idempotency_keys')
    .select('response_body')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(Buffer.from(response_body!, 'base64').toString('latin1'), /Confidential/)
  const again = await call('POST /api/v1/contacts', request)
  assert.equal(again.text, first.text)
})

test('a stored response to a send is encrypted too, and one stored as plain text is still replayed', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { id: conversation_id } = await createTestChat(scope)
  const request = {
    key: await createTestKey(scope, ['messages:write']),
    body: { conversation_id, message: 'Confidential' },
    headers: { 'idempotency-key': 'sealed' },
  }
  const first = await call('POST /api/v1/messages/send', request)
  assert.equal(first.status, 201)
  const keys = context.db.selectFrom('idempotency_keys').where('workspace_id', '=', workspaceId)
  const { response_body } = await keys.select('response_body').executeTakeFirstOrThrow()
  assert.doesNotMatch(response_body!, /^{/)
  assert.doesNotMatch(Buffer.from(response_body!, 'base64').toString('latin1'), /Confidential/)
  assert.equal((await call('POST /api/v1/messages/send', request)).text, first.text)
  await context.db
    .updateTable('idempotency_keys')
    .set({ response_body: first.text })
    .where('workspace_id', '=', workspaceId)
    .execute()
  const again = await call('POST /api/v1/messages/send', request)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
})
