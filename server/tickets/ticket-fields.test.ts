import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
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
  const define = async (body: object) => {
    const answer = await ask('POST /api/v1/custom-fields', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const create = (fields: object) => ask('POST /api/v1/tickets', { person_id, title: 'T', fields })
  return { ask, define, create }
}

test('custom fields of tickets and of contacts are defined apart, also under the same key and label', async () => {
  const { ask, define } = await open()
  const ofContacts = await define({ key: 'order', type: 'text' })
  const ofTickets = await define({ key: 'order', type: 'number', applies_to: 'ticket' })
  assert.deepEqual([ofContacts.applies_to, ofTickets.applies_to], ['contact', 'ticket'])
  const keysOf = async (query: string) =>
    (await ask(`GET /api/v1/custom-fields${query}`)).body.data.map((each: any) => each.id)
  assert.deepEqual(await keysOf('?applies_to=ticket'), [ofTickets.id])
  assert.deepEqual(await keysOf('?applies_to=contact&archived=false'), [ofContacts.id])
  assert.deepEqual(await keysOf(''), [ofTickets.id, ofContacts.id])
  for (const body of [
    { key: 'order', label: 'Other', type: 'text', applies_to: 'ticket' },
    { key: 'other', label: 'ORDER', type: 'text', applies_to: 'ticket' },
  ])
    assert.equal((await ask('POST /api/v1/custom-fields', body)).body.code, 'custom_field_taken')
  // A contact's value follows the definition of contacts.
  const contact = await ask('POST /api/v1/contacts', { name: 'Asha', fields: { order: 'A-1' } })
  assert.equal(contact.status, 201, contact.text)
  assert.equal((await ask('GET /api/v1/contacts?fields=order:A-1')).body.data.length, 1)
})

test('values of tickets have their type, are changed one by one, and are in history, event and filter', async () => {
  const { ask, define, create } = await open()
  await define({ key: 'order', type: 'number', applies_to: 'ticket' })
  await define({ key: 'plan', type: 'choice', choices: ['Gold', 'Silver'], applies_to: 'ticket' })
  for (const fields of [{ order: 'abc' }, { plan: 'Bronze' }]) {
    const refused = await create(fields)
    assert.equal(refused.status, 422, refused.text)
    assert.equal(refused.body.errors[0].field, `fields.${Object.keys(fields)[0]}`)
  }
  const made = await create({ order: '007', plan: 'gold', free: ' x ' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.fields, { order: '7', plan: 'Gold', free: ' x ' })
  await create({ order: 12 })
  const path = `/api/v1/tickets/${made.body.id}`
  const find = async (filter: string) =>
    (await ask(`GET /api/v1/tickets?fields=${encodeURIComponent(filter)}`)).body.data.map(
      (each: any) => each.number,
    )
  assert.deepEqual(await find('plan:gold;order:5..8'), [1])
  assert.deepEqual(await find('order:5..'), [2, 1])
  assert.equal((await ask('GET /api/v1/tickets?fields=odd:1')).status, 422)
  const changed = await ask(`PATCH ${path}`, { fields: { plan: 'silver', free: null } })
  assert.deepEqual(changed.body.fields, { order: '7', plan: 'Silver' })
  const { body: events } = await ask('GET /api/v1/events?type=ticket.updated')
  assert.deepEqual(events.data.at(-1).data.fields, { order: '7', plan: 'Silver' })
  const { body: history } = await ask(`GET ${path}/activity?kind=change`)
  const data = history.data
    .filter((each: any) => each.type === 'field')
    .map((each: any) => each.data)
  assert.deepEqual(
    new Map(data.map(({ key, ...change }: any) => [key, change])),
    new Map([
      ['plan', { from: 'Gold', to: 'Silver' }],
      ['free', { from: ' x ', to: null }],
    ]),
  )
  const before = (await ask(`GET ${path}`)).body.updated_at
  assert.equal((await ask(`PATCH ${path}`, { fields: { plan: 'SILVER' } })).body.updated_at, before)
  const refused = await ask(`PATCH ${path}`, { title: 'New', fields: { order: 'x' } })
  assert.equal(refused.status, 422)
  assert.equal((await ask(`GET ${path}`)).body.title, 'T')
})

test('the export of tickets has the name of the type and a column for each custom field', async () => {
  const { ask, define, create } = await open()
  await define({ key: 'order', label: 'Order', type: 'text', applies_to: 'ticket' })
  await define({ key: 'ref', label: 'Title', type: 'text', applies_to: 'ticket' })
  const type = await ask('POST /api/v1/ticket-types', { name: 'Return' })
  const ticket = await create({ order: 'A-1', ref: 'R' })
  await ask(`PATCH /api/v1/tickets/${ticket.body.id}`, { type_id: type.body.id })
  const { text } = await ask('GET /api/v1/tickets/export.csv')
  const [head, row] = text.trim().split('\r\n')
  assert.match(head!, /,updated_at,Order,Title \(ref\)$/)
  assert.match(row!, /,Return,.*,A-1,R$/)
})

test('many tickets get a type, or lose it', async () => {
  const { ask, create } = await open()
  const type = await ask('POST /api/v1/ticket-types', { name: 'Return' })
  const ids: string[] = []
  for (const order of ['A', 'B']) ids.push((await create({ order })).body.id)
  const set = (type_id: string | null) =>
    ask('POST /api/v1/tickets/bulk-actions', { action: 'set_type', type_id, ids })
  const types = async () =>
    Promise.all(ids.map(async (id) => (await ask(`GET /api/v1/tickets/${id}`)).body.type_id))
  assert.equal((await set(type.body.id)).body.done, 2)
  assert.deepEqual(await types(), [type.body.id, type.body.id])
  assert.equal((await set(null)).body.done, 2)
  assert.deepEqual(await types(), [null, null])
  const unknown = await set(newId())
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'ticket_type_not_found'])
})
