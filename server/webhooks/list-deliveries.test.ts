import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createContact } from '#contacts/create-contact.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { createTicket } from '#tickets/create-ticket.ts'
import { createEndpoint } from './create-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import type { ListDeliveriesInput } from './list-deliveries.ts'
import { addSubjects } from './add-subjects.ts'
import { listEventOutcomes } from './outcomes/list-event-outcomes.ts'
import type { ListedDelivery } from './deliveries/schema.ts'

const { context } = await openTestContext()

const url = 'http://127.0.0.1:8099/hook'
const statuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const
const errors = ['timeout', 'unexpected_status', null] as const

/** Creates a workspace with a delivery for each endpoint, type, status and error, in a random order. */
async function setUp(): Promise<{ scope: Scope; endpoints: string[]; all: ListedDelivery[] }> {
  const { scope } = await createTestWorkspace(context)
  const endpoints = [
    (await createEndpoint(scope, { url })).id,
    (await createEndpoint(scope, { url })).id,
  ]
  const rows = endpoints.flatMap((endpoint) =>
    EVENT_TYPES.slice(0, 3).flatMap((type) =>
      statuses.flatMap((status) =>
        errors
          .filter((error) => status !== 'succeeded' || error === null)
          .map((error) => ({ endpoint, type, status, error })),
      ),
    ),
  )
  for (const { endpoint, type, status, error } of rows.toSorted(() => Math.random() - 0.5))
    await sql`
      insert into webhook_deliveries
        (workspace_id, id, endpoint_id, event_id, event_type, position, status, last_error, created_at)
      values (${scope.workspaceId}, ${newId()}, ${endpoint}, ${newId()}, ${type}, 1, ${status}, ${error}, ${new Date()})
    `.execute(scope.db)
  return { scope, endpoints, all: await readAll(scope, {}) }
}

async function readAll(scope: Scope, input: ListDeliveriesInput): Promise<ListedDelivery[]> {
  const rows: ListedDelivery[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listDeliveries(scope, { ...input, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.next_cursor
    assert.ok(rows.length < 1_000)
  }
  return rows
}

const ids = (rows: ListedDelivery[]) => rows.map((row) => row.id)

test('any combination of filters lists the matching deliveries, in order and in pages of any size', async () => {
  const { scope, endpoints, all } = await setUp()
  assert.equal(all.length, 60)
  assert.deepEqual(ids(all), ids(all).toSorted().toReversed())
  const optional = <T>(values: T[]) => [undefined, ...values]
  for (const endpoint_id of optional([endpoints[0]!]))
    for (const status of optional(['failed', 'succeeded', 'failed,pending', 'succeeded,cancelled']))
      for (const event_type of optional(['message.sent', 'ticket.created, message.sent']))
        for (const error of optional(['timeout', 'dns_failed', 'timeout,unexpected_status']))
          for (const limit of [7, 100]) {
            const given = { endpoint_id, status, event_type, error }
            const input = Object.fromEntries(
              Object.entries(given).filter(([, each]) => each !== undefined),
            )
            const expected = all.filter(
              (row) =>
                (!endpoint_id || row.endpoint_id === endpoint_id) &&
                (!status || status.split(',').includes(row.status)) &&
                (!event_type || event_type.split(', ').includes(row.event_type)) &&
                (!error || error.split(',').includes(row.last_error ?? '')),
            )
            assert.deepEqual(
              ids(await readAll(scope, { ...input, limit })),
              ids(expected),
              JSON.stringify(input),
            )
          }
})

test('deliveries are filtered by event and time, and an unknown status is refused', async () => {
  const { scope, all } = await setUp()
  const [first, , third] = all as [ListedDelivery, ListedDelivery, ListedDelivery]
  assert.deepEqual(await readAll(scope, { event_id: first.event_id.toUpperCase() }), [])
  const since = third.created_at.toISOString()
  const recent = all.filter((row) => row.created_at >= third.created_at)
  assert.deepEqual(ids(await readAll(scope, { since })), ids(recent))
  assert.deepEqual(ids(await readAll(scope, { until: since })), ids(all.slice(recent.length)))
  const found = await readAll(scope, { since, status: 'failed', limit: 1 })
  assert.deepEqual(ids(found), ids(recent.filter((row) => row.status === 'failed')))
  for (const bad of [
    { status: 'lost' },
    { status: 'failed,' },
    { event_type: 'message' },
    { error: 'late' },
  ])
    await assert.rejects(listDeliveries(scope, bad), { code: 'validation_failed' })
})

test('a page with few matches among many rows returns a cursor to continue', async () => {
  const { scope, endpoints } = await setUp()
  const [busy, quiet] = endpoints as [string, string]
  await sql`
    insert into webhook_deliveries
      (workspace_id, id, endpoint_id, event_id, event_type, position, status, created_at)
    select ${scope.workspaceId}, ('ffffffff-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${busy},
      ${newId()}, 'message.received', n, 'succeeded', now()
    from generate_series(1, 50001) as n`.execute(scope.db)
  const rare = await listDeliveries(scope, { endpoint_id: busy, event_type: 'ticket.created' })
  assert.deepEqual([rare.data.length, rare.next_cursor], [10, null])
  const none = await listDeliveries(scope, {
    event_type: 'message.received',
    status: 'succeeded,failed',
    endpoint_id: quiet,
  })
  assert.deepEqual(none, { data: [], next_cursor: null })
  const first = await listDeliveries(scope, { status: 'succeeded,failed', error: 'timeout' })
  assert.deepEqual(first.data, [])
  assert.ok(first.next_cursor)
  const rest = await readAll(scope, { status: 'succeeded,failed', error: 'timeout' })
  assert.equal(rest.length, 6)
})

test('deliveries of messages, notes, tickets and contacts are listed with the contact and the text', async () => {
  const { scope } = await createTestWorkspace(context)
  await createEndpoint(scope, { url, events: [...EVENT_TYPES] })
  const contact = await createContact(scope, { name: 'Meera Iyer', phone: testPhone() })
  const ticket = await createTicket(scope, { person_id: contact.id, title: 'Wrong size' })
  const other = await createTestWorkspace(context)
  const long = `${'x'.repeat(160)}😀`
  const chat = await createTestChat(scope, { personId: contact.id })
  const events = [
    { type: 'message.received', data: { person_id: contact.id, text: long } },
    { type: 'note.created', data: { conversation_id: chat.id, text: 'Call back.' } },
  ]
  await transaction(scope, (tx) => recordEvents(tx, events as never))
  const found = new Map(
    (await readAll(scope, {})).map((row) => [row.event_type, [row.contact?.name, row.text]]),
  )
  assert.deepEqual(found.get('contact.created'), ['Meera Iyer', null])
  assert.deepEqual(found.get('ticket.created'), ['Meera Iyer', ticket.title])
  assert.deepEqual(found.get('message.received'), ['Meera Iyer', 'x'.repeat(160)])
  assert.deepEqual(found.get('note.created'), ['Meera Iyer', 'Call back.'])
  for (const row of await addSubjects(
    other.scope,
    await readAll(scope, {}),
    (each) => each.event_id,
  ))
    assert.deepEqual([row.contact, row.text], [null, null])
  const { data } = await listEventOutcomes(scope, {})
  for (const { type, contact: shown, text } of data)
    assert.deepEqual([shown?.name, text], found.get(type), 'the list of events shows the same')
})

test('a delivery is listed with the duration of its last attempt', async () => {
  const { scope, all } = await setUp()
  const [twice, once, gone] = all as [ListedDelivery, ListedDelivery, ListedDelivery]
  const attempts = [
    { id: twice.id, number: 1, ms: 80 },
    { id: twice.id, number: 2, ms: 12 },
    { id: once.id, number: 1, ms: 430 },
  ]
  for (const { id, number, ms } of attempts)
    await sql`
      insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
      values (${scope.workspaceId}, ${id}, ${number}, now(), ${ms}, '{}')`.execute(scope.db)
  for (const [{ id }, count] of [
    [twice, 2],
    [once, 1],
    [gone, 3],
  ] as const)
    await sql`
      update webhook_deliveries set attempt_count = ${count}
      where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  const { data } = await listDeliveries(scope, { limit: 4 })
  assert.deepEqual(
    data.map((row) => row.last_duration_ms),
    [12, 430, null, null],
  )
})
