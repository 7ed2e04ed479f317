import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const url = '/api/developer/workspace'

async function open() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  const patch = (body: unknown) => call(`PATCH ${url}`, { headers, body })
  const get = async () => (await call(`GET ${url}`, { headers })).body
  return { scope, patch, get }
}

test('an admin updates single settings, and the others do not change', async () => {
  const { patch, get, scope } = await open()
  const before = await get()
  assert.equal(before.id, scope.workspaceId)
  assert.deepEqual(
    [before.default_country, before.unmatched_phone, before.retention_days],
    ['IN', 'reject', 30],
  )
  const days = await patch({ retention_days: 7 })
  assert.deepEqual(days.body, { ...before, retention_days: 7 })
  const others = { name: '  Acme Ltd ', default_country: 'gb' }
  const changed = await patch({ ...others, unmatched_phone: 'first_conversation' })
  assert.deepEqual(changed.body, {
    ...before,
    retention_days: 7,
    name: 'Acme Ltd',
    default_country: 'GB',
    unmatched_phone: 'first_conversation',
  })
  assert.equal((await patch({})).status, 422)
  assert.deepEqual(await get(), changed.body)
})

test('a setting takes effect on the next request', async () => {
  const { scope, patch } = await open()
  const key = await createTestKey(scope, ['*'])
  const send = () =>
    call('POST /api/v1/messages/send', { key, body: { phone: '+447400123456', message: 'Hi' } })
  const chat = await createTestChat(scope)
  assert.equal((await send()).status, 404)
  await patch({ unmatched_phone: 'first_conversation' })
  assert.equal((await send()).body.conversation_id, chat.id)
})

test('an invalid setting is rejected, and nothing is changed', async () => {
  const { patch, get } = await open()
  const before = await get()
  for (const [field, values] of Object.entries({
    name: ['', '   ', 'x'.repeat(101), null, 7],
    default_country: ['', 'XX', 'India', 'IND', null],
    unmatched_phone: ['', 'other', null],
    retention_days: [0, -1, 3651, 1.5, '7', null],
    slug: ['new'],
  }))
    for (const value of values) {
      const answer = await patch({ name: 'Changed', [field]: value })
      assert.equal(answer.status, 422, `${field} ${value} ${answer.text}`)
      assert.equal(answer.body.errors[0].field, field)
    }
  assert.deepEqual(await get(), before)
})

test('no other workspace is changed', async () => {
  const mine = await open()
  const theirs = await open()
  await mine.patch({ retention_days: 1 })
  assert.equal((await theirs.get()).retention_days, 30)
})
