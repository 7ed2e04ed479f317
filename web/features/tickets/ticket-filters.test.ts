import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTicketQuery } from './ticket-filters.ts'

const sent = (filters: Parameters<typeof toTicketQuery>[0]) =>
  Object.fromEntries(Object.entries(toTicketQuery(filters)).filter(([, value]) => value))

test('without a status the list shows open and pending tickets', () => {
  assert.deepEqual(sent({}), { status: 'open,pending' })
  assert.deepEqual(sent({ status: 'closed' }), { status: 'closed' })
  assert.deepEqual(sent({ status: 'all' }), {})
})

test('filters of the URL become parameters of the API', () => {
  const query = sent({ q: 'size', assignee: 'me', overdue: 'true', person: 'p', sort: 'due' })
  assert.deepEqual(query, {
    q: 'size',
    status: 'open,pending',
    assignee_id: 'me',
    overdue: 'true',
    person_id: 'p',
    sort: 'due',
  })
  assert.equal(sent({ overdue: 'false' })['overdue'], undefined)
  assert.equal(sent({ tag: 't' })['tag_id'], 't')
  assert.equal(sent({ due: 'none' })['has_due_time'], 'false')
  const until = (due: string) => new Date(sent({ due })['due_before']!)
  const today = until('today')
  assert.ok(today > new Date() && today.getHours() === 0, 'the end of the local day')
  assert.equal(Math.round((until('week').getTime() - today.getTime()) / 86_400_000), 6)
  assert.equal(sent({ due: 'whenever' })['due_before'], undefined)
})
