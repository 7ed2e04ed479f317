import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { removeMember } from '#members/remove-member.ts'
import { createTicket } from '#tickets/create-ticket.ts'
import { updateTicket } from '#tickets/update-ticket.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { createTestTag } from '#test/inbox.ts'
import { signInTestMember } from '#test/session.ts'
import { createBulkLane } from './create-bulk-lane.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with a key of every scope. */
async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const post = (path: string, body: unknown) => call(`POST /api/v1/${path}`, { key, body })
  return {
    scope,
    post,
    bulk: (body: Record<string, unknown>) => post('tickets/bulk-actions', body),
    get: (path: string) => call(`GET /api/v1/${path}`, { key }),
  }
}

test('tickets are tagged and untagged, and an undo leaves their other tags', async () => {
  const { scope, bulk, post, get } = await open()
  const { id: personId } = await createTestPerson(scope)
  const [vip, other] = [await createTestTag(scope), await createTestTag(scope)]
  const create = (tag_ids: string[]) =>
    createTicket(scope, { person_id: personId, title: 'A', tag_ids })
  const [plain, tagged] = [await create([]), await create([vip.id])]
  const ids = [plain.id, tagged.id]
  const tagsOf = async (id: string) =>
    (await get(`tickets/${id}`)).body.tags.map((tag: { id: string }) => tag.id).toSorted()
  const { body, text } = await bulk({ action: 'tag', tag_id: vip.id, ids })
  assert.deepEqual([body.done, body.skipped, body.reasons], [1, 1, { unchanged: 1 }], text)
  assert.deepEqual(await tagsOf(plain.id), [vip.id])
  await updateTicket(scope, plain.id, { tag_ids: [vip.id, other.id] })
  const undone = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([undone.body.undone, undone.body.kept], [1, 0])
  assert.deepEqual([await tagsOf(plain.id), await tagsOf(tagged.id)], [[other.id], [vip.id]])
  const removed = await bulk({ action: 'untag', tag_id: vip.id, ids })
  assert.deepEqual([removed.body.done, removed.body.skipped], [1, 1])
  assert.deepEqual(await tagsOf(tagged.id), [])
  await updateTicket(scope, tagged.id, { tag_ids: [vip.id] })
  const kept = await post(`bulk-actions/${removed.body.id}/undo`, {})
  assert.deepEqual([kept.body.undone, kept.body.reasons.changed_since], [0, 1])
  const unknown = await bulk({ action: 'tag', tag_id: newId(), ids })
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'tag_not_found'])
})

test('an undo that ends because its member is removed is canceled, with what it did not reach', async () => {
  const { scope, bulk, get } = await open()
  const { id: personId } = await createTestPerson(scope)
  const ids: string[] = []
  for (let index = 0; index < 101; index++)
    ids.push((await createTicket(scope, { person_id: personId, title: 'A' })).id)
  const { body } = await bulk({ action: 'set_status', status: 'solved', ids })
  const lane = createBulkLane(context)
  const target = { workspaceId: scope.workspaceId, targetId: body.id, leaseToken: newId() }
  // A turn that took long leaves the rest to the next one.
  const work = async () => {
    while ((await lane.work(target, new AbortController().signal)) !== null) continue
  }
  await work()
  const { headers, membershipId } = await signInTestMember(call, scope, 'agent')
  const path = `bulk-actions/${body.id}`
  const undoing = await call(`POST /api/v1/${path}/undo`, { headers, body: {} })
  assert.equal(undoing.body.status, 'undoing', undoing.text)
  await removeMember(scope, membershipId)
  await work()
  const { body: stopped } = await get(path)
  assert.deepEqual(
    [stopped.status, stopped.cancel_reason, stopped.done, stopped.undone, stopped.undone_by.id],
    ['canceled', 'member_removed', 101, 0, membershipId],
  )
  const ended = async (status: string) =>
    (await get(`tickets/bulk-actions?status=${status}`)).body.data.length
  assert.deepEqual([await ended('canceled'), await ended('undone')], [1, 0])
})
