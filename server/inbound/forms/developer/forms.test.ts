import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createIngest } from '#ingest.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const ingest = createIngest(context)
const lane = createInboundLane(context)
let scope: Scope
let headers: Record<string, string>

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  headers = (await signInTestMember(call, scope)).headers
})

const path = '/api/developer/forms'
const create = (body: object = {}) =>
  call(`POST ${path}`, { headers, body: { name: 'Website', ...body } })
const visit = (token: string, payload = { name: 'Asha', email: 'asha@example.com' }) =>
  ingest.inject({ method: 'POST', url: `/webhook/form/${token}`, payload })

describe('a form', () => {
  test('shows its token once, and takes what visitors post with it', async () => {
    const created = await create({ redirect_url: 'https://example.com/thanks' })
    assert.equal(created.status, 201)
    const { id, token, url, token_last_four: lastFour } = created.body
    assert.equal(url, `${context.config.ingestUrl}/webhook/form/${token}`)
    assert.equal(lastFour, token.slice(-4))
    assert.equal((await visit(token)).statusCode, 202)
    const shown = [
      await call(`GET ${path}`, { headers }),
      await call(`GET ${path}/${id}`, { headers }),
      await call('GET /api/developer/audit-log?action=form.created', { headers }),
    ]
    for (const answer of shown) assert.ok(!answer.text.includes(token))
    assert.equal(shown[1]!.body.redirect_url, 'https://example.com/thanks')
  })

  test('takes nothing by its old token once it has another', async () => {
    const { id, token } = (await create()).body
    const rotated = await call(`POST ${path}/${id}/rotate-token`, { headers, body: {} })
    assert.equal(rotated.status, 200)
    assert.notEqual(rotated.body.token, token)
    assert.ok(rotated.body.rotated_at)
    assert.equal((await visit(token)).statusCode, 404)
    assert.equal((await visit(rotated.body.token)).statusCode, 202)
  })

  test('takes nothing once it is deleted, and is in no list', async () => {
    const { id, token } = (await create()).body
    assert.equal((await call(`DELETE ${path}/${id}`, { headers })).status, 204)
    assert.equal((await visit(token)).statusCode, 404)
    assert.equal((await call(`GET ${path}/${id}`, { headers })).body.code, 'form_not_found')
    assert.equal((await call(`DELETE ${path}/${id}`, { headers })).status, 404)
    assert.ok(!(await call(`GET ${path}?limit=100`, { headers })).text.includes(id))
  })

  test('asks for signatures as soon as it has a secret, which is never shown', async () => {
    const { id, token } = (await create()).body
    const patch = (body: object) => call(`PATCH ${path}/${id}`, { headers, body })
    const signed = await patch({ secret: 'shh_it_is_secret' })
    assert.equal(signed.body.has_secret, true)
    // Long enough not to be in a random token.
    assert.ok(!signed.text.includes('shh_it_is'))
    assert.equal((await visit(token)).statusCode, 401)
    const log = await call('GET /api/developer/audit-log?action=form.updated', { headers })
    assert.ok(!log.text.includes('shh_it_is'))
    await patch({ secret: null, name: 'Contact page', redirect_url: null })
    assert.equal((await visit(token)).statusCode, 202)
    for (const bad of [{ name: ' ' }, { redirect_url: 'javascript:alert(1)' }, { is_open: true }])
      assert.equal((await patch(bad)).status, 422)
  })

  test('is tested with a real submission that becomes a lead', async () => {
    const { id } = (await create({ secret: 'tests need no signature' })).body
    const fields = { name: 'Ravi', email: 'ravi@example.com', message: 'Hello' }
    const tested = await call(`POST ${path}/${id}/test`, { headers, body: { fields } })
    assert.equal(tested.status, 202, tested.text)
    const { workspaceId } = scope
    await lane.work(
      { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
      new AbortController().signal,
    )
    const payload = await call(`GET /api/developer/inbound/${tested.body.payload_id}`, { headers })
    assert.equal(payload.body.status, 'processed', payload.text)
    const leads = await scope.db
      .selectFrom('timeline_entries')
      .innerJoin('people', 'people.id', 'timeline_entries.person_id')
      .select('people.email')
      .where('timeline_entries.workspace_id', '=', workspaceId)
      .where('timeline_entries.kind', '=', 'lead')
      .where('people.name', '=', 'Ravi')
      .execute()
    assert.deepEqual(leads, [{ email: 'ravi@example.com' }])
  })
})
