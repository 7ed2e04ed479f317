import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

let scope: Scope
let key: string

beforeEach(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createTestKey(scope, ['*'])
})

const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })

const RULE = {
  trigger: { on: 'message_received' },
  conditions: { match: 'all', conditions: [] },
  actions: [{ type: 'note', text: 'Hello' }],
}

async function create(name: string = newId()): Promise<string> {
  const made = await ask('POST /api/v1/rules', { name, ...RULE })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

async function assertRefused(parts: object, word: RegExp): Promise<void> {
  const refused = await ask('POST /api/v1/rules', { name: newId(), ...RULE, ...parts })
  assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'], refused.text)
  assert.match(refused.body.detail, word)
}

describe('changing rules', () => {
  test('keeps their order, whatever is moved and deleted', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    const names = async () =>
      (await ask('GET /api/v1/rules')).body.data.map((rule: any) => `${rule.place} ${rule.name}`)
    await ask(`PATCH /api/v1/rules/${c}`, { place: 1 })
    assert.deepEqual(await names(), ['1 C', '2 A', '3 B'])
    await ask(`PATCH /api/v1/rules/${c}`, { place: 99 })
    assert.deepEqual(await names(), ['1 A', '2 B', '3 C'])
    assert.equal((await ask(`DELETE /api/v1/rules/${a}`)).status, 204)
    assert.deepEqual(await names(), ['1 B', '2 C'])
    const page = await ask('GET /api/v1/rules?limit=1')
    const next = await ask(`GET /api/v1/rules?limit=1&cursor=${page.body.next_cursor}`)
    assert.deepEqual([page.body.data[0].id, next.body.data[0].id], [b, c])
  })

  test('refuses a name that another rule has, and what makes no sense', async () => {
    await create('Support')
    const id = await create('Sales')
    const again = await ask('POST /api/v1/rules', { name: 'SUPPORT', ...RULE })
    assert.deepEqual([again.status, again.body.code], [409, 'rule_taken'])
    const renamed = await ask(`PATCH /api/v1/rules/${id}`, { name: 'support' })
    assert.deepEqual([renamed.status, renamed.body.code], [409, 'rule_taken'])
    const all = (condition: object) => ({
      conditions: { match: 'all', conditions: [{ values: ['x'], ...condition }] },
    })
    await assertRefused({ trigger: { on: 'waiting' } }, /after_minutes is required/)
    await assertRefused({ trigger: { on: 'waiting', after_minutes: 5, by: ['member'] } }, /by/)
    await assertRefused({ trigger: { on: 'note_created', changed: ['status'] } }, /changed/)
    await assertRefused(all({ field: 'status', operator: 'contains' }), /is, is_not/)
    await assertRefused(all({ field: 'field', operator: 'is' }), /key/)
    await assertRefused(all({ field: 'unread', operator: 'is' }), /true or false/)
    await assertRefused(all({ field: 'nth_message', operator: 'is' }), /numbers/)
    await assertRefused({ actions: [{ type: 'reply' }] }, /text or a canned_reply_id/)
    await assertRefused({ actions: [{ type: 'notify', text: 'x' }] }, /member_ids or team_ids/)
    await assertRefused({ actions: [{ type: 'set_team', team_id: newId() }] }, /no team/)
    await assertRefused(
      {
        conditions: {
          match: 'all',
          conditions: [{ field: 'tag_id', operator: 'is', values: [newId()] }],
        },
      },
      /no tag/,
    )
    const off = await ask(`PATCH /api/v1/rules/${id}`, { trigger: { on: 'closed' } })
    assert.equal(off.status, 422)
  })

  test('is for admins; agents read', async () => {
    const id = await create()
    const agent = await signInTestMember(call, scope, 'agent')
    const as = (request: string, body?: object) =>
      call(request, { headers: agent.headers, ...(body && { body }) })
    assert.equal((await as('GET /api/v1/rules')).status, 200)
    assert.equal((await as(`GET /api/v1/rules/${id}/log`)).status, 200)
    assert.equal((await as(`PATCH /api/v1/rules/${id}`, { is_on: true })).status, 403)
    assert.equal((await as(`GET /api/v1/rules/${id}/trial`)).status, 403)
  })

  test('is in the audit log', async () => {
    const id = await create('Support')
    await ask(`PATCH /api/v1/rules/${id}`, { is_on: true })
    await ask(`DELETE /api/v1/rules/${id}`)
    const rows = await scope.db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', scope.workspaceId)
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['rule.created', 'rule.updated', 'rule.deleted'],
    )
  })

  test('follows the events of the workspace only while a rule is on', async () => {
    const followers = () =>
      scope.db
        .selectFrom('followers')
        .select('kind')
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
    const id = await create()
    assert.deepEqual(await followers(), [])
    await ask(`PATCH /api/v1/rules/${id}`, { is_on: true })
    assert.deepEqual(await followers(), [{ kind: 'rules' }])
    await ask(`PATCH /api/v1/rules/${id}`, { is_on: false })
    assert.deepEqual(await followers(), [])
  })

  test(`allows ${RULES_MAX.rules} rules`, async () => {
    for (let index = 0; index < RULES_MAX.rules; index++) await create()
    const more = await ask('POST /api/v1/rules', { name: 'More', ...RULE })
    assert.deepEqual([more.status, more.body.code], [409, 'quota_exceeded'])
  })
})
