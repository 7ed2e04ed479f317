import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TICKET_TYPES_MAX } from '#shared/tickets.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestPerson, createTestWorkspace } from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const { id: person_id } = await createTestPerson(scope)
  const createType = async (name: string) =>
    (await ask('POST /api/v1/ticket-types', { name })).body.id as string
  const createTicket = async (body: object = {}) =>
    (await ask('POST /api/v1/tickets', { person_id, title: 'T', ...body })).body
  return { scope, ask, createType, createTicket }
}

test('a ticket has a type or none, is filtered and reported by it, and loses it when the type is deleted', async () => {
  const { ask, createType, createTicket } = await open()
  const [bug, question] = [await createType(' Bug '), await createType('Question')]
  const ticket = await createTicket({ type_id: bug })
  const other = await createTicket()
  assert.deepEqual([ticket.type_id, other.type_id], [bug, null])
  const find = async (type: string) =>
    (await ask(`GET /api/v1/tickets?type_id=${type}`)).body.data.map((each: any) => each.id)
  assert.deepEqual([await find(bug), await find('none')], [[ticket.id], [other.id]])
  const moved = await ask(`PATCH /api/v1/tickets/${ticket.id}`, { type_id: question })
  assert.equal(moved.body.type_id, question)
  const { body: history } = await ask(`GET /api/v1/tickets/${ticket.id}/activity?kind=change`)
  assert.deepEqual(
    [history.data[0].type, history.data[0].data],
    ['type', { from: bug, to: question }],
  )
  const { body: events } = await ask('GET /api/v1/events?type=ticket.updated')
  assert.equal(events.data.at(-1).data.type_id, question)
  const countCreated = async (query: string) =>
    (await ask(`GET /api/v1/reports/tickets?${query}`)).body.totals.created
  assert.equal(await countCreated(`type_id=${question}`), 1)
  assert.equal(await countCreated(`type_id=${bug}`), 0)
  assert.equal((await ask(`DELETE /api/v1/ticket-types/${question}`)).status, 204)
  assert.equal((await ask(`GET /api/v1/tickets/${ticket.id}`)).body.type_id, null)
})

test('names of types differ by more than their case, and there are at most fifty', async () => {
  const { ask, createType } = await open()
  const bug = await createType('Bug')
  const other = await createType('Other')
  for (const answer of [
    await ask('POST /api/v1/ticket-types', { name: 'BUG' }),
    await ask(`PATCH /api/v1/ticket-types/${other}`, { name: 'bug ' }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [409, 'ticket_type_taken'])
  assert.equal((await ask(`PATCH /api/v1/ticket-types/${bug}`, { name: 'BUG' })).body.name, 'BUG')
  assert.equal((await ask('POST /api/v1/ticket-types', { name: '  ' })).status, 422)
  for (let index = 2; index < TICKET_TYPES_MAX; index++) await createType(`Type ${index}`)
  const refused = await ask('POST /api/v1/ticket-types', { name: 'One more' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
})

test('a type that does not exist is refused, and each change of types is in the audit log', async () => {
  const { scope, ask, createType, createTicket } = await open()
  const type = await createType('Bug')
  await ask(`PATCH /api/v1/ticket-types/${type}`, { name: 'Defect' })
  const ticket = await createTicket()
  await ask(`DELETE /api/v1/ticket-types/${type}`)
  for (const answer of [
    await ask('POST /api/v1/tickets', { person_id: ticket.person_id, title: 'T', type_id: type }),
    await ask(`PATCH /api/v1/tickets/${ticket.id}`, { type_id: type }),
    await ask(`PATCH /api/v1/ticket-types/${type}`, { name: 'Again' }),
    await ask(`DELETE /api/v1/ticket-types/${type}`),
  ])
    assert.deepEqual([answer.status, answer.body.code], [404, 'ticket_type_not_found'])
  const rows = await scope.db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', scope.workspaceId)
    .where('target_id', '=', type)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['created', 'updated', 'deleted'].map((verb) => `ticket_type.${verb}`),
  )
})
