import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

let scope: Scope
let key: string
let chatId: string

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createTestKey(scope, ['*'])
  chatId = (await createTestChat(scope)).id
})

const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })

async function createRole(body: object = {}): Promise<string> {
  const given = { name: `Role ${newId()}`, scopes: ['read'], ...body }
  const made = await ask('POST /api/v1/roles', given)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

describe('a role', () => {
  test('gives a member the routes that its scopes give a key', async () => {
    const chat = `/api/v1/chats/${chatId}`
    const { person } = (await ask(`GET ${chat}`)).body
    const requests: [string, object | undefined][] = [
      [`GET ${chat}`, undefined],
      [`POST ${chat}/notes`, { text: 'Hello' }],
      [`PATCH ${chat}`, { unread: true }],
      ['POST /api/v1/tickets', { person_id: person.id, title: 'T' }],
      ['POST /api/v1/teams', { name: newId() }],
    ]
    const custom = await createRole({ scopes: ['read', 'tickets:write'] })
    const allowed = {
      supervisor: [200, 201, 200, 201, 403],
      agent: [200, 201, 200, 201, 403],
      light_agent: [200, 201, 403, 403, 403],
      viewer: [200, 403, 403, 403, 403],
      [custom]: [200, 403, 403, 201, 403],
      admin: [200, 201, 200, 201, 201],
    }
    for (const [role, expected] of Object.entries(allowed)) {
      const { headers } = await signInTestMember(call, scope, role)
      const statuses: number[] = []
      for (const [request, body] of requests) {
        const answer = await call(request, { headers, ...(body && { body }) })
        statuses.push(answer.status)
        const code = request.includes('/teams') ? 'admin_required' : 'insufficient_scope'
        if (answer.status === 403) assert.equal(answer.body.code, code)
      }
      assert.deepEqual(statuses, expected, role)
    }
  })

  test('that is built in changes only in what its members see, and admin not at all', async () => {
    const own = (await createTestWorkspace(context)).scope
    const ownKey = await createTestKey(own, ['*'])
    const patch = (id: string, body: object) =>
      call(`PATCH /api/v1/roles/${id}`, { key: ownKey, body })
    const changed = await patch('agent', { visibility: 'teams', sees_no_team: false })
    assert.deepEqual(
      [changed.status, changed.body.visibility, changed.body.sees_no_team, changed.body.scopes],
      [200, 'teams', false, ['read', 'write']],
    )
    const { headers } = await signInTestMember(call, own, 'agent')
    const { membership } = (await call('GET /api/session', { headers })).body
    assert.deepEqual(
      [membership.scopes, membership.visibility, membership.sees_no_team],
      [['read', 'write'], 'teams', false],
    )
    for (const answer of [
      await patch('agent', { name: 'Clerk' }),
      await patch('viewer', { scopes: ['write'] }),
      await patch('admin', { visibility: 'own' }),
      await call('DELETE /api/v1/roles/agent', { key: ownKey }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [409, 'role_built_in'])
    const { data } = (await call('GET /api/v1/roles', { key: ownKey })).body
    assert.deepEqual(
      data.map((each: any) => each.id),
      ['admin', 'supervisor', 'agent', 'light_agent', 'viewer'],
    )
  })

  test('that is custom has its own name and no rights of an admin, and takes effect with the next request', async () => {
    const id = await createRole({ name: 'Night shift' })
    for (const answer of [
      await ask('POST /api/v1/roles', { name: 'NIGHT SHIFT', scopes: ['read'] }),
      await ask(`PATCH /api/v1/roles/${await createRole()}`, { name: 'night shift' }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [409, 'role_taken'])
    for (const scopes of [['*'], ['admin'], ['webhooks:write'], []])
      assert.equal((await ask('POST /api/v1/roles', { name: 'X', scopes })).status, 422)
    const { headers } = await signInTestMember(call, scope, id)
    const close = () =>
      call(`PATCH /api/v1/chats/${chatId}`, { headers, body: { status: 'closed' } })
    assert.equal((await close()).status, 403)
    const changed = await ask(`PATCH /api/v1/roles/${id}`, { scopes: ['read', 'chats:write'] })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await close()).status, 200)
  })

  test('in use cannot be deleted', async () => {
    const id = await createRole()
    const admin = await signInTestMember(call, scope)
    const invite = { email: `${newId()}@example.com`, role: id }
    const path = '/api/developer/invitations'
    const invited = await call(`POST ${path}`, { headers: admin.headers, body: invite })
    assert.equal(invited.status, 201, invited.text)
    assert.equal(invited.body.role, id)
    const remove = () => ask(`DELETE /api/v1/roles/${id}`)
    assert.equal((await remove()).body.code, 'role_in_use')
    await call(`DELETE ${path}/${invited.body.id}`, { headers: admin.headers })
    const member = await signInTestMember(call, scope, 'agent')
    const set = (role: string) =>
      call(`PATCH /api/developer/members/${member.membershipId}`, {
        headers: admin.headers,
        body: { role },
      })
    assert.equal((await set(id)).body.role, id)
    assert.equal((await remove()).body.code, 'role_in_use')
    assert.equal((await set('viewer')).status, 200)
    assert.equal((await remove()).status, 204)
    assert.equal((await set(id)).body.code, 'role_not_found')
    const again = await call(`POST ${path}`, {
      headers: admin.headers,
      body: { email: `${newId()}@example.com`, role: id },
    })
    assert.equal(again.body.code, 'role_not_found')
    assert.equal((await ask(`GET /api/v1/roles/${id}`)).status, 404)
  })
})
