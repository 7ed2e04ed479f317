import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Context } from '#db/context.ts'
import { addMember } from '#account/users/add-member.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { signInTestMember } from '#test/session.ts'

const opened = await openTestContext()
// No time passes, so that codes stay the same.
const now = opened.context.clock.now()
const context: Context = { ...opened.context, clock: { now: () => now } }
const { call } = await openTestApi(context)

describe('a workspace that requires a second factor', () => {
  const policy = (headers: Record<string, string>, isOn: boolean) =>
    call('PATCH /api/developer/workspace', { headers, body: { require_second_factor: isOn } })

  test('lets members without one only set one up, and leaves API keys alone', async () => {
    const own = (await createTestWorkspace(context)).scope
    const other = (await createTestWorkspace(context)).scope
    const admin = await signInTestMember(call, own, 'admin')
    const agent = await signInTestMember(call, own, 'agent')
    const get = (url: string, headers = agent.headers) => call(`GET ${url}`, { headers })
    const refused = await policy(admin.headers, true)
    assert.equal(refused.body.code, 'second_factor_off')
    assert.equal((await get('/api/v1/chats')).status, 200)
    await turnOnSecondFactor(call, context, admin)
    const changed = await policy(admin.headers, true)
    assert.equal(changed.body.require_second_factor, true)

    assert.equal((await get('/api/v1/chats', admin.headers)).status, 200)
    const urls = ['/api/v1/chats', '/api/v1/contacts', '/api/session/sessions', '/api/v1/events']
    for (const url of urls) {
      const answer = await get(url)
      assert.equal(answer.status, 403, url)
      assert.equal(answer.body.code, 'second_factor_required')
    }
    const renamed = await call('PATCH /api/session/profile', {
      headers: agent.headers,
      body: { name: 'Mallory' },
    })
    assert.equal(renamed.body.code, 'second_factor_required')
    const key = await createTestKey(own, ['*'])
    assert.equal((await call('GET /api/v1/chats', { key })).status, 200)
    assert.equal((await get('/api/session')).body.must_set_up_second_factor, true)

    const { email } = (await get('/api/session')).body.user
    await addMember(other, { email, role: 'agent' })
    const toWorkspace = (id: string) =>
      call('POST /api/session/workspace', { headers: agent.headers, body: { workspace_id: id } })
    assert.equal((await toWorkspace(other.workspaceId)).status, 204)
    assert.equal((await get('/api/v1/chats')).status, 200)
    assert.equal((await toWorkspace(own.workspaceId)).status, 204)
    assert.equal((await get('/api/v1/chats')).status, 403)

    await turnOnSecondFactor(call, context, agent)
    assert.equal((await get('/api/v1/chats')).status, 200)
    assert.equal((await get('/api/session')).body.must_set_up_second_factor, false)
    await call('POST /api/session/second-factor/turn-off', {
      headers: agent.headers,
      body: { current_password: 'correct horse battery' },
    })
    assert.equal((await get('/api/v1/chats')).status, 403)
    await policy(admin.headers, false)
    assert.equal((await get('/api/v1/chats')).status, 200)
  })

  test('an admin whose own second factor is not confirmed, and an agent, cannot require it', async () => {
    const own = (await createTestWorkspace(context)).scope
    const admin = await signInTestMember(call, own, 'admin')
    const started = await call('POST /api/session/second-factor', {
      headers: admin.headers,
      body: { current_password: 'correct horse battery' },
    })
    assert.equal(started.status, 200)
    assert.equal((await policy(admin.headers, true)).body.code, 'second_factor_off')
    const agent = await signInTestMember(call, own, 'agent')
    await turnOnSecondFactor(call, context, agent)
    assert.equal((await policy(agent.headers, true)).body.code, 'admin_required')
  })
})
