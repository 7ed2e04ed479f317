import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('a stored answer gives nothing away to who reads the database', async () => {
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
