import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { createExportReader, readOnlyAuditEntry } from '#test/exports.ts'
import { createTestTag } from '#test/inbox.ts'
import { createTicket } from './create-ticket.ts'
import { updateTicket } from './update-ticket.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with a key that reads tickets, and a contact. */
async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['tickets:read'])
  const { id: personId } = await createTestPerson(scope, { name: 'Asha' })
  const create = async (title: string) =>
    (await createTicket(scope, { person_id: personId, title })).id
  return { scope, personId, create, ...createExportReader(call, '/api/v1/tickets/export.csv', key) }
}

const titlesOf = (rows: Record<string, string>[]) => rows.map((row) => row['title'])

test('chosen tickets, all that match, or all but some are exported, newest first', async () => {
  const { scope, create, exported, posted } = await open()
  const [a, b, c] = [await create('A'), await create('B'), await create('C')]
  await updateTicket(scope, a, { status: 'solved' })
  assert.deepEqual(titlesOf(await exported()), ['C', 'B', 'A'])
  assert.deepEqual(titlesOf(await exported('?status=open')), ['C', 'B'])
  assert.deepEqual(titlesOf(await exported(`?ids=${a},${c.toUpperCase()}`)), ['C', 'A'])
  assert.deepEqual(titlesOf(await exported(`?status=open&except_ids=${c}`)), ['B'])
  assert.deepEqual(titlesOf(await posted({ filter: { status: 'open' }, except_ids: [c] })), ['B'])
  assert.deepEqual(titlesOf(await posted({ ids: [a, c] })), ['C', 'A'])
  const other = await open()
  assert.deepEqual(await exported(`?ids=${await other.create('D')}`), [])
  assert.equal(titlesOf(await exported(`?ids=${b}`)).length, 1)
})

test('an exported ticket names its contact, assignee and tags, and no cell is a formula', async () => {
  const { scope, personId, create, exported } = await open()
  const id = await create('=HYPERLINK("https://example.com")')
  const { membershipId } = await createTestMember(scope, 'agent')
  const tag = await createTestTag(scope)
  await updateTicket(scope, id, { assignee_id: membershipId, tag_ids: [tag.id] })
  const [row] = await exported()
  assert.deepEqual(
    [row!['id'], row!['number'], row!['title'], row!['person_id'], row!['name'], row!['tags']],
    [id, '1', '\'=HYPERLINK("https://example.com")', personId, 'Asha', tag.name],
  )
  assert.notEqual(row!['assignee'], '')
})

test('an export with a mistake in its filters or ids is refused before it begins', async () => {
  const { answerTo } = await open()
  for (const query of ['?status=odd', '?ids=odd', '?except_ids=odd', '?assignee_id=me']) {
    const { status, body } = await answerTo(query)
    assert.deepEqual([status, body.code], [422, 'validation_failed'], query)
  }
})

test('the export of tickets is kept in the audit log', async () => {
  const { scope, exported } = await open()
  await exported('?overdue=true')
  assert.deepEqual(await readOnlyAuditEntry(scope), [
    'tickets.exported',
    { filters: { overdue: true } },
  ])
})
