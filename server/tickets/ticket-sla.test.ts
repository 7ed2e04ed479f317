import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

const MINUTE_MS = 60_000

/** Creates tickets of conversations whose SLA targets are due in `minutes`; null: none runs. */
async function open(minutes: Record<string, number | null>) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, by: object = { key }) => call(request, by)
  for (const [title, due] of Object.entries(minutes)) {
    const chat = await createTestChat(scope)
    const body = { person_id: chat.personId, title, conversation_id: chat.id }
    assert.equal((await call('POST /api/v1/tickets', { key, body })).status, 201)
    if (due === null) continue
    const dueAt = new Date(Date.now() + due * MINUTE_MS)
    await scope.db
      .updateTable('chat_activity')
      .set({
        sla_due_at: dueAt,
        sla_warning_at: new Date(dueAt.getTime() - 10 * MINUTE_MS),
        sla_metric: 'resolution',
      })
      .where('workspace_id', '=', scope.workspaceId)
      .where('chat_id', '=', chat.id)
      .execute()
  }
  const find = async (query: string, by?: object) => {
    const { body, text } = await ask(`GET /api/v1/tickets?${query}`, by)
    assert.ok(body.data, text)
    return body.data.map((each: any) => each.title)
  }
  return { scope, key, ask, find }
}

test('tickets are sorted and filtered by the SLA target of their conversation, page by page', async () => {
  const { ask, find } = await open({ late: -5, relaxed: 600, none: null, soon: 5 })
  assert.deepEqual(await find('sort=sla'), ['late', 'soon', 'relaxed'])
  const titles: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await ask(`GET /api/v1/tickets?sort=sla&limit=1${cursor}`)
    titles.push(...body.data.map((each: any) => each.title))
    if (body.next_cursor === null) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(titles, ['late', 'soon', 'relaxed'])
  assert.deepEqual(await find('sla=breached'), ['late'])
  assert.deepEqual(await find('sla=at_risk,on_time&sort=sla&status=open&q=o'), ['soon'])
  assert.equal((await ask('GET /api/v1/tickets?sla=odd')).status, 422)
})

test('a ticket has the target of its conversation if asked, and only for who sees the conversation', async () => {
  const { scope, ask, find } = await open({ soon: 5, none: null })
  const { body } = await ask('GET /api/v1/tickets?expand=sla')
  const [none, soon] = body.data
  assert.deepEqual([none.sla, soon.sla.metric], [null, 'resolution'])
  const one = await ask(`GET /api/v1/tickets/${soon.id}?expand=sla`)
  assert.deepEqual(one.body.sla, soon.sla)
  const keyOfTickets = await createTestKey(scope, ['tickets:read'])
  const refused = await ask('GET /api/v1/tickets?expand=sla', { key: keyOfTickets })
  assert.equal(refused.body.code, 'insufficient_scope')
  const admin = await signInTestMember(call, scope)
  const agent = await signInTestMember(call, scope, 'agent')
  const { headers } = admin
  const role = await call('POST /api/v1/roles', {
    headers,
    body: { name: 'Own', scopes: ['read', 'write'], visibility: 'own', sees_no_team: false },
  })
  await call(`PATCH /api/developer/members/${agent.membershipId}`, {
    headers,
    body: { role: role.body.id },
  })
  const assigned = await call(`PATCH /api/v1/tickets/${soon.id}`, {
    headers,
    body: { assignee_id: agent.membershipId },
  })
  assert.equal(assigned.status, 200, assigned.text)
  const own = await ask('GET /api/v1/tickets?expand=sla', { headers: agent.headers })
  assert.deepEqual(
    own.body.data.map((each: any) => [each.title, each.sla]),
    [['soon', null]],
  )
  assert.deepEqual(await find('sort=sla', { headers: agent.headers }), [])
})
