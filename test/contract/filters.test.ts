import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestChat, createTestMember, createTestPerson, testPhone } from '#test/factories.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

const { call, context } = await openContract()
type Row = { id: string; [field: string]: any }

describe('a filter', () => {
  test('of chats narrows by status, channel, assignee, time and text', async () => {
    const own = await openWorkspace(context)
    const { membershipId } = await createTestMember(own.scope, 'agent')
    const [a, b] = [await createTestChat(own.scope), await createTestChat(own.scope)]
    const phone = testPhone()
    const named = await createTestPerson(own.scope, {
      name: 'Zoë 100%_sure',
      phoneE164: phone,
      email: 'Zoe@Example.com',
    })
    const c = await createTestChat(own.scope, { personId: named.id })
    const at = new Date(Date.now() + 3_600_000)
    await own.scope.db
      .updateTable('chats')
      .set({ status: 'closed', assignee_id: membershipId, updated_at: at })
      .where('workspace_id', '=', own.workspaceId)
      .where('id', '=', b.id)
      .execute()
    const find = async (query: string) => {
      const { status, body, text } = await call(`GET /api/v1/chats?${query}`, { key: own.key })
      assert.equal(status, 200, text)
      return body.data.map((row: Row) => row.id)
    }
    const encode = encodeURIComponent
    for (const [id, priority] of [
      [a.id, 'urgent'],
      [b.id, 'low'],
    ])
      await call(`PATCH /api/v1/chats/${id}`, { key: own.key, body: { priority } })
    assert.deepEqual(await find('priority=urgent'), [a.id])
    assert.deepEqual((await find('priority=low,urgent')).toSorted(), [a.id, b.id].toSorted())
    assert.deepEqual((await find('priority=none,urgent')).toSorted(), [a.id, c.id].toSorted())
    assert.deepEqual(await find('status=closed'), [b.id])
    assert.deepEqual(await find('status=open'), [c.id, a.id])
    assert.deepEqual(await find('status=snoozed'), [])
    assert.deepEqual(await find(`channel_id=${a.channelId}`), [a.id])
    assert.deepEqual(await find(`assignee_id=${membershipId}`), [b.id])
    assert.deepEqual(await find(`updated_since=${at.toISOString()}`), [b.id])
    assert.deepEqual(await find(`updated_since=${encode('2099-01-01T00:00:00+05:30')}`), [])
    for (const q of ['zoë', 'ZOË', '100%_', phone, phone.slice(5), 'zoe@example', '%_'])
      assert.deepEqual(await find(`q=${encode(q)}`), [c.id], q)
    assert.deepEqual(await find(`q=${encode('10__')}`), [])
    assert.deepEqual(await find(`status=open&q=${encode('zoë')}`), [c.id])
    for (const query of [
      'status=done',
      'priority=top',
      'channel_id=x',
      'assignee_id=',
      'updated_since=today',
      'q=',
      'status=open&status=gone',
    ])
      assertProblem(
        await call(`GET /api/v1/chats?${query}`, { key: own.key }),
        422,
        'validation_failed',
        query.split('=')[0]!,
      )
  })

  test('of contacts finds by text, phone and email', async () => {
    const own = await openWorkspace(context)
    const phone = testPhone()
    const asha = { name: 'Asha Rao', phone_e164: phone, email: 'Asha@Example.com' }
    const { id } = (await call('POST /api/v1/contacts', { key: own.key, body: asha })).body
    await call('POST /api/v1/contacts', { key: own.key, body: { name: 'Somebody else' } })
    for (const query of [
      'q=asha',
      'q=rao',
      'q=@example',
      `q=${phone.slice(4, 10)}`,
      `phone_e164=${encodeURIComponent(phone)}`,
      `phone_e164=${phone.slice(3)}`,
      'email=asha@example.com',
      'email=ASHA@EXAMPLE.COM',
      'email=Asha@Example.com&q=asha',
    ]) {
      const { body } = await call(`GET /api/v1/contacts?${query}`, { key: own.key })
      assert.deepEqual(
        body.data.map((row: Row) => row.id),
        [id],
        query,
      )
    }
    for (const query of [
      `phone_e164=${encodeURIComponent(testPhone())}`,
      'phone_e164=nonsense',
      'email=nobody@example.com',
      'q=%25',
    ]) {
      const { body } = await call(`GET /api/v1/contacts?${query}`, { key: own.key })
      assert.deepEqual(body.data, [], query)
    }
  })

  test('of tickets narrows by status, priority, assignee, person and time', async () => {
    const own = await openWorkspace(context)
    const { membershipId } = await createTestMember(own.scope, 'agent')
    const [p, q] = [await createTestPerson(own.scope), await createTestPerson(own.scope)]
    const create = async (body: object) =>
      (await call('POST /api/v1/tickets', { key: own.key, body: { title: 'T', ...body } })).body
    const first = await create({ person_id: p.id, priority: 'urgent' })
    const second = await create({ person_id: q.id, assignee_id: membershipId })
    const body = { status: 'solved' }
    const solved = await call(`PATCH /api/v1/tickets/${first.id}`, { key: own.key, body })
    const find = async (query: string) =>
      (await call(`GET /api/v1/tickets?${query}`, { key: own.key })).body.data.map(
        (row: Row) => row.id,
      )
    assert.deepEqual(await find(''), [first.id, second.id])
    assert.deepEqual(await find('status=solved'), [first.id])
    assert.deepEqual(await find('priority=urgent'), [first.id])
    assert.deepEqual(await find('priority=low'), [])
    assert.deepEqual(await find(`assignee_id=${membershipId}`), [second.id])
    assert.deepEqual(await find(`person_id=${p.id}`), [first.id])
    const since = new Date(Date.parse(solved.body.updated_at) + 1).toISOString()
    assert.deepEqual(await find(`updated_since=${solved.body.updated_at}`), [first.id])
    assert.deepEqual(await find(`updated_since=${since}`), [])
  })
})
