import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { SLA_MAX } from '#shared/sla.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('policies have names of their own, and are at most 50', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['admin'])
  const create = (name: string) =>
    call('POST /api/v1/sla-policies', { key, body: { name, resolution_minutes: 60 } })
  const first = await create('Support')
  assert.equal(first.status, 201, first.text)
  const taken = await create('SUPPORT')
  assert.deepEqual([taken.status, taken.body.code], [409, 'sla_policy_taken'])
  const other = await create('Other')
  const body = { name: 'support' }
  const renamed = await call(`PATCH /api/v1/sla-policies/${other.body.id}`, { key, body })
  assert.deepEqual([renamed.status, renamed.body.code], [409, 'sla_policy_taken'])
  for (let count = 2; count < SLA_MAX.count; count++)
    assert.equal((await create(`Policy ${count}`)).status, 201)
  const refused = await create('More')
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
})
