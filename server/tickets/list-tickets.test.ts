import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import type { Ticket } from './schema.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const { id: person_id } = await createTestPerson(scope)
  const create = async (body: object): Promise<Ticket> => {
    const answer = await call('POST /api/v1/tickets', {
      key,
      body: { person_id, title: 'T', ...body },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const patch = async (id: string, body: object) =>
    (await call(`PATCH /api/v1/tickets/${id}`, { key, body })).body
  const find = async (query: string, options: Parameters<typeof call>[1] = { key }) => {
    const answer = await call(`GET /api/v1/tickets?${query}`, options)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map((ticket: Ticket) => ticket.title)
  }
  const pageThrough = async (query: string) => {
    const titles: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await call(`GET /api/v1/tickets?limit=2&${query}${cursor}`, { key })
      titles.push(...body.data.map((ticket: Ticket) => ticket.title))
      if (body.next_cursor === null) return titles
      cursor = `&cursor=${body.next_cursor}`
    }
  }
  return { scope, key, create, patch, find, pageThrough }
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('tickets', () => {
  test('are found by several statuses and priorities, by title and by number', async () => {
    const { key, create, patch, find } = await open()
    const a = await create({ title: 'Refund for 50%_off', priority: 'low' })
    const b = await create({ title: 'Late parcel', priority: 'urgent' })
    await create({ title: 'Wrong size', priority: 'high' })
    await patch(a.id, { status: 'solved' })
    await patch(b.id, { status: 'pending' })
    assert.deepEqual(await find('status=pending,solved'), ['Late parcel', 'Refund for 50%_off'])
    assert.deepEqual(await find('priority=urgent,high&status=open'), ['Wrong size'])
    for (const q of ['REFUND', '%_', 'for 50'])
      assert.deepEqual(await find(`q=${encodeURIComponent(q)}`), ['Refund for 50%_off'], q)
    for (const q of [String(b.number), `%23${b.number}`])
      assert.deepEqual(await find(`q=${q}`), ['Late parcel'])
    assert.deepEqual(await find('q=nothing'), [])
    for (const query of ['status=done', 'priority=', 'assignee_id=you', 'overdue=1', 'sort=title'])
      assert.equal((await call(`GET /api/v1/tickets?${query}`, { key })).status, 422, query)
  })

  test('are found by being unassigned, and by the requesting member', async () => {
    const { scope, key, create, find } = await open()
    const { headers, membershipId } = await signInTestMember(call, scope, 'agent')
    await create({ title: 'Mine', assignee_id: membershipId })
    await create({ title: 'Free' })
    assert.deepEqual(await find('assignee_id=none'), ['Free'])
    assert.deepEqual(await find('assignee_id=me', { headers }), ['Mine'])
    const asKey = await call('GET /api/v1/tickets?assignee_id=me', { key })
    assert.equal(asKey.status, 422)
    assert.equal(asKey.body.errors[0].field, 'assignee_id')
    const counts = await call('GET /api/v1/tickets/counts', { headers })
    assert.deepEqual(counts.body.mine, { count: 1, is_capped: false })
    assert.deepEqual(counts.body.unassigned, { count: 1, is_capped: false })
  })

  test('are overdue only while they are open or pending', async () => {
    const { key, create, patch, find } = await open()
    const late = await create({ title: 'Late', due_at: inHours(-1) })
    await create({ title: 'Soon', due_at: inHours(1) })
    await create({ title: 'Never' })
    const overdue = async () =>
      (await call('GET /api/v1/tickets/counts', { key })).body.overdue.count
    assert.deepEqual(await find('overdue=true'), ['Late'])
    assert.equal(await overdue(), 1)
    assert.deepEqual((await find(`due_before=${inHours(2)}`)).toSorted(), ['Late', 'Soon'])
    await patch(late.id, { status: 'solved' })
    assert.deepEqual(await find('overdue=true'), [])
    assert.equal(await overdue(), 0)
  })

  test('are sorted by due time or priority, consistently across pages of any size', async () => {
    const { create, find, pageThrough } = await open()
    await create({ title: 'c', due_at: inHours(3), priority: 'low' })
    await create({ title: 'none', priority: 'urgent' })
    await create({ title: 'a', due_at: inHours(1), priority: 'medium' })
    await create({ title: 'none too', priority: 'low' })
    await create({ title: 'b', due_at: inHours(2), priority: 'urgent' })
    assert.deepEqual(await find('sort=due'), ['a', 'b', 'c', 'none', 'none too'])
    assert.deepEqual(await pageThrough('sort=due'), ['a', 'b', 'c', 'none', 'none too'])
    const byPriority = ['b', 'none', 'a', 'none too', 'c']
    assert.deepEqual(await find('sort=priority'), byPriority)
    assert.deepEqual(await pageThrough('sort=priority'), byPriority)
  })

  test('belong to the conversation they came from', async () => {
    const { scope, key, create, find } = await open()
    const [chat, other] = [await createTestChat(scope), await createTestChat(scope)]
    const person_id = chat.personId
    const body = { conversation_id: chat.id, message: 'Hello' }
    const message = (await call('POST /api/v1/messages/send', { key, body })).body
    const made = await create({ person_id, title: 'By message', message_id: message.id })
    assert.equal(made.conversation_id, chat.id)
    await create({ person_id, title: 'By chat', conversation_id: chat.id })
    await create({ person_id: other.personId, title: 'Elsewhere', conversation_id: other.id })
    assert.deepEqual(await find(`conversation_id=${chat.id}`), ['By chat', 'By message'])
    const another = await createTestChat(scope, { personId: chat.personId })
    const both = { person_id, title: 'T', message_id: message.id, conversation_id: another.id }
    const refused = await call('POST /api/v1/tickets', { key, body: both })
    assert.deepEqual([refused.status, refused.body.code], [422, 'conflicting_targets'])
  })

  test('are found by tag, and by having a due time', async () => {
    const { key, create, find } = await open()
    const tag = (await call('POST /api/v1/tags', { key, body: { name: 'Refund' } })).body
    await create({ title: 'Tagged', tag_ids: [tag.id] })
    await create({ title: 'Due', due_at: inHours(1) })
    assert.deepEqual(await find(`tag_id=${tag.id}`), ['Tagged'])
    assert.deepEqual(await find('has_due_time=true'), ['Due'])
    assert.deepEqual(await find('has_due_time=false'), ['Tagged'])
  })

  test('cannot be assigned to a former member', async () => {
    const { scope, key, create } = await open()
    const { membershipId } = await createTestMember(scope, 'agent')
    await scope.directory
      .updateTable('memberships')
      .set({ removed_at: new Date() })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', membershipId)
      .execute()
    const ticket = await create({})
    const body = { assignee_id: membershipId }
    const answer = await call(`PATCH /api/v1/tickets/${ticket.id}`, { key, body })
    assert.deepEqual([answer.status, answer.body.code], [404, 'membership_not_found'])
  })
})
