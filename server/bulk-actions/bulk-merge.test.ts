import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { BULK_MERGED_MAX } from '#shared/bulk-actions.ts'
import { createBulkLane } from './create-bulk-lane.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const lane = createBulkLane(context)

/** Creates a workspace with an agent, a key of every scope, and `count` contacts with a phone number and a conversation each. */
async function open(count = 4) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const { headers } = await signInTestMember(call, scope, 'agent')
  const contacts: { id: string; phone: string; chatId: string }[] = []
  for (let index = 0; index < count; index++) {
    const phone = testPhone()
    const body = { phone, ...(index > 0 && { name: `Name ${index}` }) }
    const { body: contact } = await call('POST /api/v1/contacts', { key, body })
    const { id: chatId } = await createTestChat(scope, { personId: contact.id })
    contacts.push({ id: contact.id, phone, chatId })
  }
  const [survivor, ...others] = contacts
  return {
    scope,
    key,
    survivor: survivor!,
    others,
    post: (path: string, body: unknown = {}) =>
      call(`POST /api/v1/contacts/${path}`, { headers, body }),
    move: (path: string) => call(`POST /api/v1/bulk-actions/${path}`, { headers, body: {} }),
    read: async (id: string) => (await call(`GET /api/v1/contacts/${id}`, { key })).body,
    bulkOf: async (id: string) => (await call(`GET /api/v1/bulk-actions/${id}`, { headers })).body,
    work: (targetId: string) =>
      lane.work(
        { workspaceId: scope.workspaceId, targetId, leaseToken: newId() },
        new AbortController().signal,
      ),
  }
}

test('an agent merges several contacts into one in one job, and an undo restores each of them', async () => {
  const { survivor, others, post, move, read, bulkOf, work, key } = await open(4)
  const before = await Promise.all([survivor, ...others].map(({ id }) => read(id)))
  const ids = [...others.map(({ id }) => id), newId()]
  const started = await post('bulk-actions', { action: 'merge', survivor_id: survivor.id, ids })
  assert.equal(started.status, 201, started.text)
  const { id } = started.body
  assert.deepEqual([started.body.status, started.body.total], ['running', 4])
  await work(id)
  const merged = await bulkOf(id)
  assert.deepEqual(
    [merged.status, merged.done, merged.skipped, merged.reasons, merged.can_undo],
    ['completed', 3, 1, { person_not_found: 1 }, true],
  )
  const contact = await read(survivor.id)
  assert.equal(contact.name, 'Name 1', 'the oldest of the others fills an empty field')
  for (const other of others) assert.equal((await read(other.id)).id, survivor.id)
  const owner = async (chatId: string) =>
    (await call(`GET /api/v1/chats/${chatId}`, { key })).body.person.id
  for (const { chatId } of others) assert.equal(await owner(chatId), survivor.id)

  assert.equal((await move(`${id}/undo`)).body.status, 'undoing')
  await work(id)
  const undone = await bulkOf(id)
  assert.deepEqual([undone.status, undone.undone, undone.kept], ['undone', 3, 0])
  const after = await Promise.all([survivor, ...others].map((each) => read(each.id)))
  const withoutTime = ({ updated_at: _updated, ...rest }: any) => rest
  assert.deepEqual(after.map(withoutTime), before.map(withoutTime))
  for (const other of others) assert.equal(await owner(other.chatId), other.id)
})

test('the undo of a merge of several contacts keeps what a later merge depends on', async () => {
  const { survivor, others, post, move, read, bulkOf, work } = await open(4)
  const [first, second, later] = others.map((each) => each.id) as [string, string, string]
  const ids = [first, second]
  const { body } = await post('bulk-actions', { action: 'merge', survivor_id: survivor.id, ids })
  await work(body.id)
  assert.equal((await post(`${survivor.id}/merge`, { other_id: later })).status, 201)
  await move(`${body.id}/undo`)
  await work(body.id)
  const kept = await bulkOf(body.id)
  assert.deepEqual([kept.undone, kept.kept, kept.reasons], [0, 2, { merge_not_last: 2 }])
  assert.equal((await read(first)).id, survivor.id)
})

test('a job that is canceled between two contacts leaves the others as they are', async () => {
  const { survivor, others, post, move, bulkOf, work, read } = await open(2)
  const ids = [others[0]!.id]
  const { body } = await post('bulk-actions', { action: 'merge', survivor_id: survivor.id, ids })
  assert.equal((await move(`${body.id}/cancel`)).body.status, 'canceled')
  await work(body.id)
  assert.equal((await bulkOf(body.id)).done, 0)
  assert.equal((await read(others[0]!.id)).id, others[0]!.id)
})

test('a merge names its contacts, up to ten together, and the one that stays', async () => {
  const { scope, survivor, others, post } = await open(3)
  const [other, gone] = others as [(typeof others)[0], (typeof others)[0]]
  await post(`${survivor.id}/merge`, { other_id: gone.id })
  const merge = { action: 'merge', survivor_id: survivor.id, ids: [other.id] }
  const many = Array.from({ length: BULK_MERGED_MAX + 1 }, () => newId())
  for (const [body, status, code] of [
    [{ action: 'merge', ids: [other.id] }, 422, 'validation_failed'],
    [{ ...merge, ids: undefined, filter: {} }, 422, 'validation_failed'],
    [{ ...merge, ids: many }, 422, 'validation_failed'],
    [{ ...merge, ids: [survivor.id.toUpperCase()] }, 422, 'validation_failed'],
    [{ ...merge, survivor_id: newId() }, 404, 'person_not_found'],
    [{ ...merge, survivor_id: gone.id }, 409, 'person_merged'],
  ] as const) {
    const answer = await post('bulk-actions', body)
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
  const foreign = await open(1)
  const answer = await post('bulk-actions', { ...merge, survivor_id: foreign.survivor.id })
  assert.deepEqual([answer.status, answer.body.code], [404, 'person_not_found'])
  const rows = await scope.db
    .selectFrom('bulk_actions')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(rows, [])
})

test('a key or an agent that may merge contacts can neither erase them nor cancel their erasure', async () => {
  const { scope, key, others, post, move } = await open(2)
  const ids = others.map(({ id }) => id)
  const writer = await createTestKey(scope, ['contacts:write'])
  const erase = { action: 'erase', ids }
  const byKey = await call('POST /api/v1/contacts/bulk-actions', { key: writer, body: erase })
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'insufficient_scope'])
  const byAgent = await post('bulk-actions', erase)
  assert.deepEqual([byAgent.status, byAgent.body.code], [403, 'admin_required'])
  const { body } = await call('POST /api/v1/contacts/bulk-actions', { key, body: erase })
  const canceled = await move(`${body.id}/cancel`)
  assert.deepEqual([canceled.status, canceled.body.code], [403, 'admin_required'])
})
