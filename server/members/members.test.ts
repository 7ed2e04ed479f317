import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Event, Member } from '#client/generated/models.ts'
import type { Effect, Scope } from '#db/context.ts'
import { sweepOutbox } from '#db/outbox/sweep-outbox.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { memberRemovedEffect } from './remove-member.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
type SignedIn = Awaited<ReturnType<typeof signInTestMember>>

/** Creates a workspace with an admin. */
async function open(): Promise<{ scope: Scope; admin: SignedIn; key: string }> {
  const { scope } = await createTestWorkspace(context)
  const admin = await signInTestMember(call, scope)
  return { scope, admin, key: await createTestKey(scope, ['*']) }
}

const path = (id: string) => `/api/developer/members/${id}`
const setRole = (by: SignedIn, id: string, role: string) =>
  call(`PATCH ${path(id)}`, { headers: by.headers, body: { role } })
const remove = (by: SignedIn, id: string) => call(`DELETE ${path(id)}`, { headers: by.headers })

describe('the role of a member', () => {
  test('takes effect with the next request, and is recorded in the audit log', async () => {
    const { scope, admin } = await open()
    const agent = await signInTestMember(call, scope, 'agent')
    const asked = () => call('GET /api/developer/api-keys', { headers: agent.headers })
    assert.equal((await asked()).status, 403)
    const changed = await setRole(admin, agent.membershipId, 'admin')
    assert.equal(changed.status, 200)
    assert.equal(changed.body.role, 'admin')
    assert.equal((await asked()).status, 200)
    await setRole(agent, agent.membershipId, 'agent')
    assert.equal((await asked()).status, 403)
    const log = await call('GET /api/developer/audit-log?action=member.role_changed', {
      headers: admin.headers,
    })
    assert.deepEqual(
      log.body.data.map((entry: any) => entry.data.changes.role.to),
      ['agent', 'admin'],
    )
  })

  test('stays admin for the last one, even if all give it up at once', async () => {
    const { scope, admin } = await open()
    assert.equal((await setRole(admin, admin.membershipId, 'agent')).body.code, 'last_admin')
    assert.equal((await remove(admin, admin.membershipId)).body.code, 'last_admin')
    const others = await Promise.all([1, 2, 3, 4].map(() => signInTestMember(call, scope)))
    const answers = await Promise.all([
      ...others.map((each) => setRole(each, each.membershipId, 'agent')),
      remove(admin, admin.membershipId),
    ])
    const refused = answers.filter(({ status }) => status >= 300)
    assert.deepEqual(
      refused.map(({ body }) => body.code),
      ['last_admin'],
    )
  })
})

describe('a removed member', () => {
  let opened: Awaited<ReturnType<typeof open>>
  let agent: SignedIn
  let chats: { id: string }[]
  let ticketId: string

  before(async () => {
    opened = await open()
    const { scope, key } = opened
    agent = await signInTestMember(call, scope, 'agent')
    chats = [await createTestChat(scope), await createTestChat(scope), await createTestChat(scope)]
    const assign = { assignee_id: agent.membershipId }
    for (const { id } of chats) await call(`PATCH /api/v1/chats/${id}`, { key, body: assign })
    await call(`PATCH /api/v1/chats/${chats[2]!.id}`, { key, body: { status: 'closed' } })
    const chat = (await call(`GET /api/v1/chats/${chats[0]!.id}`, { key })).body
    const ticket = await call('POST /api/v1/tickets', {
      key,
      body: { person_id: chat.person.id, title: 'T', ...assign },
    })
    ticketId = ticket.body.id
    assert.equal((await remove(opened.admin, agent.membershipId)).status, 204)
  })

  test('is signed out and cannot sign in again', async () => {
    assert.equal((await call('GET /api/session', { headers: agent.headers })).status, 401)
    assert.equal((await remove(opened.admin, agent.membershipId)).status, 404)
    assert.equal((await setRole(opened.admin, agent.membershipId, 'admin')).status, 404)
  })

  test('has no open conversations and tickets any more, and other members see it immediately', async () => {
    const { key } = opened
    const assignees = await Promise.all(
      chats.map(
        async ({ id }) => (await call(`GET /api/v1/chats/${id}`, { key })).body.assignee_id,
      ),
    )
    assert.deepEqual(assignees, [null, null, agent.membershipId])
    assert.equal((await call(`GET /api/v1/tickets/${ticketId}`, { key })).body.assignee_id, null)
    const { body } = await call('GET /api/v1/events?limit=100', { key })
    const last = body.data.slice(-3).map((event: Event) => event.type)
    assert.deepEqual(last, ['conversation.updated', 'conversation.updated', 'ticket.updated'])
  })

  test('loses what a request assigned that had seen them just before', async () => {
    const { scope, key } = opened
    const { id } = await createTestChat(scope)
    await scope.db
      .updateTable('chats')
      .set({ assignee_id: agent.membershipId })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .execute()
    const later = { ...context, clock: { now: () => new Date(Date.now() + 150_000) } }
    await sweepOutbox(later, [memberRemovedEffect as Effect<never>])
    assert.equal((await call(`GET /api/v1/chats/${id}`, { key })).body.assignee_id, null)
  })

  test('cannot be assigned anything, and stays in the list of former members', async () => {
    const { key, admin } = opened
    const answer = await call(`PATCH /api/v1/chats/${chats[0]!.id}`, {
      key,
      body: { assignee_id: agent.membershipId },
    })
    assert.equal(answer.body.code, 'membership_not_found')
    const left = await call('GET /api/developer/members?removed=true', { headers: admin.headers })
    assert.deepEqual(
      left.body.data.map((member: Member) => member.id),
      [agent.membershipId],
    )
  })
})

test('a member who is removed from one workspace stays in the others', async () => {
  const { scope, admin } = await open()
  const agent = await signInTestMember(call, scope, 'agent')
  const other = await open()
  await context.directory
    .insertInto('memberships')
    .values({
      workspace_id: other.scope.workspaceId,
      id: agent.userId,
      user_id: agent.userId,
      role: 'agent',
      created_at: new Date(),
    })
    .execute()
  await call('POST /api/session/workspace', {
    headers: agent.headers,
    body: { workspace_id: other.scope.workspaceId },
  })
  assert.equal((await remove(admin, agent.membershipId)).status, 204)
  const session = (await call('GET /api/session', { headers: agent.headers })).body
  assert.equal(session.workspace.id, other.scope.workspaceId)
})
