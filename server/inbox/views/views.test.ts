import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = { key: await createTestKey(scope, ['*']) }
const maker = { headers: (await signInTestMember(call, scope, 'agent')).headers }
const colleague = { headers: (await signInTestMember(call, scope, 'agent')).headers }
const admin = { headers: (await signInTestMember(call, scope, 'admin')).headers }
type Who = { key?: string; headers?: Record<string, string> }
const view = { subject: 'chats', name: ' Mine ', filters: { status: 'open', assignee_id: 'me' } }

async function create(who: Who, body: object) {
  const answer = await call('POST /api/v1/views', { ...who, body: { ...view, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const sees = async (who: Who, id: string) =>
  (await call('GET /api/v1/views?limit=100', who)).body.data.some(
    (each: { id: string }) => each.id === id,
  )
const patch = (who: Who, id: string, body: object) =>
  call(`PATCH /api/v1/views/${id}`, { ...who, body })

test('a view of one’s own is seen, changed and deleted by nobody else', async () => {
  const own = await create(maker, {})
  assert.deepEqual([own.name, own.is_shared, own.filters], ['Mine', false, view.filters])
  assert.deepEqual(
    [await sees(maker, own.id), await sees(colleague, own.id), await sees(admin, own.id)],
    [true, false, false],
  )
  assert.equal(await sees(key, own.id), false)
  for (const who of [colleague, admin, key]) {
    assert.equal((await patch(who, own.id, { name: 'Taken' })).status, 404)
    assert.equal((await call(`DELETE /api/v1/views/${own.id}`, who)).status, 404)
  }
  assert.equal((await call(`DELETE /api/v1/views/${own.id}`, maker)).status, 204)
  assert.equal(await sees(maker, own.id), false)
})

test('a shared view is everybody’s to see and its maker’s or an admin’s to change', async () => {
  const shared = await create(maker, { is_shared: true })
  for (const who of [maker, colleague, admin, key]) assert.ok(await sees(who, shared.id))
  for (const who of [colleague, key]) {
    const answer = await patch(who, shared.id, { name: 'Taken' })
    assert.deepEqual([answer.status, answer.body.code], [403, 'author_required'])
    assert.equal((await call(`DELETE /api/v1/views/${shared.id}`, who)).status, 403)
  }
  const filters = { status: 'closed' }
  assert.deepEqual((await patch(admin, shared.id, { filters })).body.filters, filters)
  const taken = await patch(admin, shared.id, { is_shared: false })
  assert.equal(taken.body.is_shared, false)
  assert.deepEqual([await sees(maker, shared.id), await sees(admin, shared.id)], [true, false])
  assert.equal((await patch(maker, shared.id, { is_shared: true })).body.is_shared, true)
})

test('what an API key makes is shared, and of no member', async () => {
  const made = await create(key, {})
  assert.deepEqual([made.is_shared, made.created_by], [true, null])
  assert.equal((await patch(key, made.id, { name: 'Newer' })).body.name, 'Newer')
  assert.equal((await patch(maker, made.id, { name: 'Taken' })).status, 403)
  for (const answer of [
    await call('POST /api/v1/views', { ...key, body: { ...view, is_shared: false } }),
    await patch(key, made.id, { is_shared: false }),
    await patch(key, made.id, { name: '  ' }),
  ])
    assert.equal(answer.status, 422)
})

test('the list is of one subject where that is asked', async () => {
  const tickets = await create(maker, { subject: 'tickets', filters: {} })
  const { body } = await call('GET /api/v1/views?subject=tickets', maker)
  assert.deepEqual(
    body.data.map((each: { id: string }) => each.id),
    [tickets.id],
  )
})
