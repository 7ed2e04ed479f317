import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { emit } from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { listEventOutcomes } from './list-event-outcomes.ts'
import type { ListEventOutcomesInput } from './list-event-outcomes.ts'
import type { EventOutcome } from './schema.ts'

const { context } = await openTestContext()

const url = 'http://127.0.0.1:8099/hook'
type Status = 'succeeded' | 'failed' | 'pending' | 'cancelled'

/** Creates a workspace with two endpoints for message.sent (a, b) and one for ticket.created (c), and their events. */
async function setUp() {
  const { scope } = await createTestWorkspace(context)
  // Near the real time, which the ids of events carry.
  let now = Date.now() - 1_000
  const at: Scope = { ...scope, clock: { now: () => new Date((now += 10)) } }
  const [a, b] = [
    await createEndpoint(at, { url, events: ['message.sent'] }),
    await createEndpoint(at, { url, events: ['message.sent'] }),
  ]
  const c = await createEndpoint(at, { url, events: ['ticket.created'] })
  /** Records a message.sent whose deliveries to a and b end like this. */
  const happen = async (ofA: Status, ofB: Status) => {
    await emit(at, [1])
    for (const [endpoint, status] of [
      [a, ofA],
      [b, ofB],
    ] as const)
      await sql`
        update webhook_deliveries set status = ${status}
        where workspace_id = ${scope.workspaceId} and endpoint_id = ${endpoint.id} and id = (
          select max(id::text)::uuid from webhook_deliveries
          where workspace_id = ${scope.workspaceId} and endpoint_id = ${endpoint.id})`.execute(
        scope.db,
      )
  }
  const list = async (input: ListEventOutcomesInput = {}) => {
    const rows: EventOutcome[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listEventOutcomes(scope, { ...input, ...(cursor && { cursor }) })
      rows.push(...page.data)
      cursor = page.next_cursor
    }
    return rows
  }
  return { scope, at, a, b, c, happen, list }
}

const outcomes = (rows: EventOutcome[]) => rows.map((row) => row.outcome)

test('events are listed newest first, each with its worst outcome', async () => {
  const { happen, list, at } = await setUp()
  await happen('succeeded', 'succeeded')
  await happen('succeeded', 'failed')
  await happen('pending', 'failed')
  await happen('pending', 'succeeded')
  await happen('cancelled', 'cancelled')
  await happen('cancelled', 'succeeded')
  await emit(at, [1], 'contact.created')
  const rows = await list()
  const expected = [
    'not_sent',
    'delivered',
    'cancelled',
    'pending',
    'failed',
    'failed',
    'delivered',
  ]
  assert.deepEqual(outcomes(rows), expected)
  assert.deepEqual(
    rows.map((row) => row.delivery_count),
    [0, 2, 2, 2, 2, 2, 2],
  )
  assert.equal(rows[0]?.reason?.code, 'not_subscribed')
  assert.deepEqual(
    rows.slice(1).map((row) => row.reason),
    Array(6).fill(null),
  )
  assert.deepEqual(
    rows[4]?.deliveries.map((each) => each.status),
    ['failed', 'pending'],
  )
  for (const limit of [1, 2, 3])
    assert.deepEqual(
      (await list({ limit })).map((row) => row.id),
      rows.map((row) => row.id),
    )
})

test('a filter by outcome lists exactly the events with this outcome, each once', async () => {
  const { happen, list, at } = await setUp()
  const statuses: Status[] = ['succeeded', 'failed', 'pending', 'cancelled']
  for (const ofA of statuses) for (const ofB of statuses) await happen(ofA, ofB)
  await emit(at, [1, 2], 'message.received')
  const all = await list()
  assert.equal(all.length, 18)
  for (const wanted of [
    'failed',
    'pending',
    'delivered',
    'cancelled',
    'not_sent',
    'failed,pending',
    'cancelled,failed',
    'delivered,not_sent',
    'failed,not_sent',
  ])
    for (const limit of [2, 100])
      assert.deepEqual(
        (await list({ outcome: wanted, limit })).map((row) => row.id),
        all.filter((row) => wanted.split(',').includes(row.outcome)).map((row) => row.id),
        `${wanted} ${limit}`,
      )
})

test('with an endpoint filter only its own deliveries count', async () => {
  const { happen, list, a, b, c, at } = await setUp()
  await happen('succeeded', 'failed')
  await happen('failed', 'pending')
  await emit(at, [1], 'ticket.created')
  assert.deepEqual(outcomes(await list({ endpoint_id: a.id })), ['not_sent', 'failed', 'delivered'])
  assert.deepEqual(outcomes(await list({ endpoint_id: b.id })), ['not_sent', 'pending', 'failed'])
  assert.deepEqual(outcomes(await list({ endpoint_id: c.id })), ['pending', 'not_sent', 'not_sent'])
  const failed = await list({ endpoint_id: a.id, outcome: 'failed' })
  assert.deepEqual(
    failed.map((row) => row.deliveries.map((each) => each.endpoint_id)),
    [[a.id]],
  )
  const missed = await list({ endpoint_id: c.id, outcome: 'not_sent' })
  assert.deepEqual(
    missed.map((row) => row.reason?.message),
    Array(2).fill('The endpoint did not subscribe to this event type when the event happened.'),
  )
  assert.deepEqual(await list({ endpoint_id: newId() }), [])
})

test('events are filtered by type and time', async () => {
  const { happen, list, at } = await setUp()
  await happen('succeeded', 'succeeded')
  await emit(at, [1], 'ticket.created')
  await emit(at, [1], 'contact.updated')
  const [newest, middle, oldest] = await list()
  assert.deepEqual(
    (await list({ types: 'ticket.created' })).map((row) => row.id),
    [middle!.id],
  )
  assert.deepEqual(
    (await list({ types: 'message.sent,contact.updated' })).map((row) => row.id),
    [newest!.id, oldest!.id],
  )
  const since = middle!.created_at.toISOString()
  assert.deepEqual(
    (await list({ since })).map((row) => row.id),
    [newest!.id, middle!.id],
  )
  assert.deepEqual(
    (await list({ until: since })).map((row) => row.id),
    [oldest!.id],
  )
  assert.deepEqual(await list({ until: since, types: 'ticket.created' }), [])
  for (const bad of [
    { types: 'x' },
    { outcome: 'lost' },
    { types: '' },
    { since: '2016-12-31T23:59:60Z' },
  ])
    await assert.rejects(listEventOutcomes(at, bad), { code: 'validation_failed' })
})

test('an event that was not sent says why, by the endpoints of its time', async () => {
  const { scope } = await createTestWorkspace(context)
  let now = Date.now() - 3_600_000
  const at: Scope = { ...scope, clock: { now: () => new Date((now += 10_000)) } }
  await emit(at, [1])
  const { id } = await createEndpoint(at, { url, events: ['ticket.created'] })
  await emit(at, [2])
  await updateEndpoint(at, id, { events: ['message.sent'], status: 'disabled' })
  await emit(at, [3])
  await updateEndpoint(at, id, { status: 'enabled' })
  await emit(at, [4])
  const { data } = await listEventOutcomes(scope, {})
  assert.deepEqual(
    data.map((row) => row.reason?.code),
    [undefined, 'disabled', 'not_subscribed', 'no_endpoint'],
  )
  const atEndpoint = await listEventOutcomes(scope, { endpoint_id: id })
  assert.deepEqual(
    atEndpoint.data.map((row) => row.reason?.code),
    [undefined, 'disabled', 'not_subscribed', 'created_later'],
  )
})

test('a page reads a bounded number of events, and the pages reach the end', async () => {
  const { scope } = await createTestWorkspace(context)
  await sql`
    insert into events (workspace_id, id, position, type, body, created_at)
    select ${scope.workspaceId}, ('00000000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n,
      case when n = 1 then 'ticket.created' else 'message.sent' end, '{"data":{}}', '1970-01-01T00:01:05Z'
    from generate_series(1, 50001) as n`.execute(scope.db)
  const first = await listEventOutcomes(scope, { types: 'ticket.created' })
  assert.deepEqual(first.data, [])
  assert.ok(first.next_cursor)
  const second = await listEventOutcomes(scope, {
    types: 'ticket.created',
    cursor: first.next_cursor,
  })
  assert.deepEqual([second.data.length, second.next_cursor], [1, null])
})
