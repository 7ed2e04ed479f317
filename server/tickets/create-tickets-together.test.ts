import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createPool } from '#db/pool.ts'
import { createBatchedAnswer } from '#http/create-batched-answer.ts'
import { newId } from '#lib/ids.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { createTickets, findTicketAssignees } from './create-ticket.ts'

const { context, url } = await openTestContext()
const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
beforeClose(context, () => pool.end())

const create = createBatchedAnswer(201, {
  before: findTicketAssignees,
  run: createTickets,
  isShared: true,
})

type Owner = { scope: Scope; personId: string }

async function setUp(count: number): Promise<Owner[]> {
  const owners = []
  for (let index = 0; index < count; index++) {
    const { scope } = await createTestWorkspace(context)
    owners.push({ scope, personId: (await createTestPerson(scope)).id })
  }
  return owners
}

const open = async ({ scope, personId }: Owner, title: string) =>
  JSON.parse((await create(scope, { person_id: personId, title }, undefined)).body)

test('tickets of several workspaces are created by one statement, with the numbers and the entries of their own', async () => {
  const owners = await setUp(3)
  const titles = ['First', 'Second']
  const tickets = await Promise.all(
    owners.flatMap((owner) => titles.map((title) => open(owner, title))),
  )
  assert.deepEqual(
    tickets.map(({ number, title }) => [number, title]),
    owners.flatMap(() => titles.map((title, index) => [index + 1, title])),
  )
  const { rows } = await pool.query(
    `select ticket.workspace_id, ticket.person_id, count(*)::int as entries, 
       min(ticket.xmin::text || ' ' || ticket.cmin::text) as written_by
     from tickets as ticket
     join timeline_entries as entry on entry.workspace_id = ticket.workspace_id and entry.person_id = ticket.person_id
       and entry.data ->> 'ticket_id' = ticket.id::text
     join ticket_changes as change on change.workspace_id = ticket.workspace_id and change.ticket_id = ticket.id
     where ticket.workspace_id = any ($1)
     group by 1, 2 order by array_position($1, ticket.workspace_id)`,
    [owners.map(({ scope }) => scope.workspaceId)],
  )
  assert.deepEqual(
    rows.map((row) => [row.workspace_id, row.person_id, row.entries]),
    owners.map(({ scope, personId }) => [scope.workspaceId, personId, 2]),
  )
  assert.equal(new Set(rows.map((row) => row.written_by)).size, 1)
})

test('a ticket for the contact of another workspace is refused, and those of other workspaces are created', async () => {
  const [one, other, third] = (await setUp(3)) as [Owner, Owner, Owner]
  const answers = await Promise.allSettled([
    open({ ...one, personId: other.personId }, 'Theirs'),
    open(other, 'Own'),
    open({ ...third, personId: newId() }, 'Nobody'),
  ])
  assert.deepEqual(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.number : answer.reason.code,
    ),
    ['person_not_found', 1, 'person_not_found'],
  )
})

test('a workspace whose counter is locked delays the tickets of no other', async () => {
  const [locked, ...others] = (await setUp(3)) as [Owner, Owner, Owner]
  await Promise.all([locked, ...others].map((owner) => open(owner, 'First')))
  const client = await pool.connect()
  const { workspaceId } = locked.scope
  await client.query('begin')
  await client.query('select from workspace_counters where workspace_id = $1 for update', [
    workspaceId,
  ])
  const waiting = open(locked, 'Second')
  const opened = await Promise.all(others.map((owner) => open(owner, 'Second')))
  assert.deepEqual(
    opened.map(({ number }) => number),
    [2, 2],
  )
  await client.query('rollback')
  client.release()
  assert.equal((await waiting).number, 2)
})
