import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { TICKET_LINKS_MAX } from '#shared/tickets.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { createTicket } from '../create-ticket.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const { id: person_id } = await createTestPerson(scope)
  const create = async (title: string) => (await createTicket(scope, { person_id, title })).id
  const link = (id: string, ticket_id: string, kind = 'relates_to') =>
    ask(`POST /api/v1/tickets/${id}/links`, { ticket_id, kind })
  const list = async (id: string) =>
    (await ask(`GET /api/v1/tickets/${id}/links`)).body.data.map((each: any) => [
      each.kind,
      each.ticket.title,
    ])
  return { ask, create, link, list }
}

test('a link is shown on both tickets, each from its side, with history and event of both', async () => {
  const { ask, create, link, list } = await open()
  const [a, b, c] = [await create('A'), await create('B'), await create('C')]
  const made = await link(a, b, 'blocks')
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.kind, made.body.ticket.id], ['blocks', b])
  await link(a, c, 'duplicated_by')
  assert.deepEqual(await list(a), [
    ['blocks', 'B'],
    ['duplicated_by', 'C'],
  ])
  assert.deepEqual(await list(b), [['blocked_by', 'A']])
  assert.deepEqual(await list(c), [['duplicate_of', 'A']])
  const { body: history } = await ask(`GET /api/v1/tickets/${b}/activity?kind=change`)
  assert.deepEqual(
    [history.data[0].type, history.data[0].data],
    ['linked', { ticket_id: a, number: 1 }],
  )
  const { body: events } = await ask('GET /api/v1/events?type=ticket.updated')
  assert.deepEqual(
    events.data.map((each: any) => each.data.id),
    [a, b, a, c],
  )
  assert.equal((await ask(`DELETE /api/v1/tickets/${b}/links/${made.body.id}`)).status, 204)
  assert.deepEqual([await list(a), await list(b)], [[['duplicated_by', 'C']], []])
  const gone = await ask(`DELETE /api/v1/tickets/${b}/links/${made.body.id}`)
  assert.deepEqual([gone.status, gone.body.code], [404, 'ticket_link_not_found'])
})

test('a ticket is not linked to itself, twice to another, or to an unknown one', async () => {
  const { create, link } = await open()
  const [a, b] = [await create('A'), await create('B')]
  assert.equal((await link(a, a.toUpperCase())).status, 422)
  assert.equal((await link(a, b)).status, 201)
  for (const answer of [await link(a, b, 'blocks'), await link(b, a)])
    assert.deepEqual([answer.status, answer.body.code], [409, 'tickets_linked'])
  for (const answer of [await link(a, newId()), await link(newId(), a)])
    assert.deepEqual([answer.status, answer.body.code], [404, 'ticket_not_found'])
  const both = [await create('C'), await create('D')] as const
  const answers = await Promise.all([link(...both), link(both[1], both[0])])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
})

test('a ticket has at most fifty links', async () => {
  const { create, link } = await open()
  const a = await create('A')
  for (let index = 0; index < TICKET_LINKS_MAX; index++)
    assert.equal((await link(a, await create(`T${index}`))).status, 201)
  const refused = await link(await create('More'), a)
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_links'])
})
