import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { listEvents } from '#events/list-events.ts'
import { recordEvents } from '#events/record-events.ts'
import { firstId, newId, NO_WORKSPACE } from '#lib/ids.ts'
import { recordNotice } from '#account/notices/record-notice.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint } from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { trimWorkspaces } from './trim-workspaces.ts'

const { context } = await openTestContext()
const DAY = 24 * 3_600_000
const start = Date.now()

/** A context this many days from now, in which a logged error fails the test. */
function inDays(days: number): Context {
  const log = Object.assign(Object.create(context.log) as Context['log'], {
    error: (fields: { err?: unknown }) => assert.fail(String(fields.err)),
  })
  return { ...context, log, clock: { now: () => new Date(start + days * DAY) } }
}

const at = (scope: Scope, days: number): Scope => ({ ...scope, clock: inDays(days).clock })
const trim = (days: number, options: { signal?: AbortSignal } = {}) =>
  trimWorkspaces(inDays(days), { pauseMinMs: 0, ...options })

async function keep(scope: Scope, days: number): Promise<void> {
  await scope.db
    .updateTable('workspaces')
    .set({ retention_days: days })
    .where('id', '=', scope.workspaceId)
    .execute()
}

/** Records an event for each number, with its deliveries, `days` from now. */
async function emit(scope: Scope, days: number, ...numbers: number[]): Promise<void> {
  for (const number of numbers)
    await transaction(at(scope, days), (tx) =>
      recordEvents(tx, [{ type: 'message.sent', data: { number } }]),
    )
}

/** Finishes the pending deliveries, with one attempt each. */
async function finish(scope: Scope, days: number, status = 'succeeded'): Promise<void> {
  await sql`
    with done as (
      update webhook_deliveries
      set status = ${status}, attempt_count = 1, completed_at = ${new Date(start + days * DAY)}
      where workspace_id = ${scope.workspaceId} and status = 'pending' returning *
    )
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
    select workspace_id, id, 1, completed_at, 1, '{}' from done`.execute(scope.db)
}

async function count(scope: Scope, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  return rows[0]!.count
}

async function positions(scope: Scope): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('events')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.position)
}

async function deliveries(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select(['position', 'status', 'last_error'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => `${row.position} ${row.status} ${row.last_error ?? ''}`.trim())
}

async function disable(scope: Scope, endpointId: string, days: number): Promise<void> {
  await scope.db
    .updateTable('webhook_endpoints')
    .set({
      status: 'disabled',
      disabled_reason: 'failing',
      disabled_at: at(scope, days).clock.now(),
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', endpointId)
    .execute()
}

test('finished deliveries, their attempts and their events are deleted after the retention time, not before', async () => {
  const { scope } = await createTestEndpoint(context)
  await emit(scope, 0, 1, 2)
  await finish(scope, 0)
  await emit(scope, 5, 3)
  await finish(scope, 5, 'failed')
  await trim(29.9)
  assert.deepEqual(await positions(scope), [1, 2, 3])
  await trim(31)
  assert.deepEqual(await deliveries(scope), ['3 failed'])
  assert.deepEqual(await positions(scope), [3])
  assert.equal(await count(scope, 'webhook_attempts'), 1)
  await trim(36)
  assert.deepEqual([await count(scope, 'webhook_deliveries'), await positions(scope)], [0, []])
})

test('each workspace has its own retention time', async () => {
  const long = await createTestEndpoint(context)
  const short = await createTestEndpoint(context)
  await keep(long.scope, 365)
  await keep(short.scope, 1)
  for (const { scope } of [long, short]) {
    await emit(scope, 0, 1)
    await finish(scope, 0)
    await emit(scope, 2, 2)
  }
  await trim(2.5)
  assert.deepEqual(await positions(long.scope), [1, 2])
  assert.deepEqual(await positions(short.scope), [2])
  await trim(300)
  assert.deepEqual(await deliveries(long.scope), ['1 succeeded', '2 pending'])
})

test('an event is kept as long as one of its deliveries, even if events around it are deleted', async () => {
  const { scope } = await createTestEndpoint(context)
  await emit(scope, 0, 1)
  await finish(scope, 0)
  await emit(scope, 0, 2)
  await sql`update webhook_deliveries set status = 'failed', completed_at = ${new Date(start + 20 * DAY)}
    where workspace_id = ${scope.workspaceId} and position = 2`.execute(scope.db)
  await emit(scope, 0, 3)
  await emit(scope, 0, 4)
  await sql`update webhook_deliveries set status = 'succeeded', completed_at = ${new Date(start)}
    where workspace_id = ${scope.workspaceId} and position = 4`.execute(scope.db)
  await trim(31)
  assert.deepEqual(await deliveries(scope), ['2 failed', '3 pending'])
  assert.deepEqual(await positions(scope), [2, 3])
  await finish(scope, 31)
  await trim(62)
  assert.deepEqual(await positions(scope), [])
})

test('the feed rejects a cursor below the deleted events, and returns one that is valid', async () => {
  const { scope } = await createTestEndpoint(context)
  await emit(scope, 0, 1, 2, 3)
  await finish(scope, 0)
  await emit(scope, 10, 4)
  await trim(31)
  await assert.rejects(listEvents(scope, { position: 2, limit: 10 }), { code: 'cursor_expired' })
  for (const position of [3, undefined]) {
    const { events } = await listEvents(scope, { position, limit: 10 })
    assert.deepEqual(
      events.map((event) => event.position),
      [4],
    )
  }
})

test('deliveries pending for an endpoint that is disabled for longer than the retention time are canceled as expired', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await emit(scope, 0, 1)
  await disable(scope, endpoint.id, 1)
  await emit(scope, 10, 2)
  await trim(30.5)
  assert.deepEqual(await deliveries(scope), ['1 pending', '2 pending'])
  await trim(32)
  assert.deepEqual(await deliveries(scope), ['1 cancelled expired', '2 pending'])
  assert.deepEqual(await positions(scope), [1, 2], 'its body can still be read')
  await trim(63)
  assert.deepEqual(await deliveries(scope), ['2 cancelled expired'])
  assert.deepEqual(await positions(scope), [2])
})

test('deliveries pending for an enabled endpoint are never canceled, however old', async () => {
  const { scope } = await createTestEndpoint(context)
  await emit(scope, 0, 1)
  await trim(400)
  assert.deepEqual(await deliveries(scope), ['1 pending'])
  assert.deepEqual(await positions(scope), [1])
})

test('deliveries pending for a deleted endpoint are canceled, whatever their age and state', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const other = await createTestEndpoint(context)
  await emit(other.scope, 0, 1)
  await emit(scope, 0, 1, 2, 3)
  await sql`update webhook_deliveries set attempt_count = position - 1,
      held = position = 3, ordering_key = case when position = 3 then 'a' end
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await sql`delete from webhook_endpoints where workspace_id = ${scope.workspaceId}
    and id = ${endpoint.id}`.execute(scope.db)
  await trim(0)
  assert.deepEqual(await deliveries(scope), ['1 cancelled', '2 cancelled', '3 cancelled'])
  assert.deepEqual(await deliveries(other.scope), ['1 pending'])
})

test('processed payloads are deleted, others are kept, also without a known workspace', async () => {
  const { scope } = await createTestWorkspace(context)
  const add = async (workspaceId: string, status: string, days: number) => {
    const time = new Date(start + days * DAY)
    await sql`
      insert into inbound_payloads (workspace_id, id, platform, body, status, due_at, received_at, processed_at)
      values (${workspaceId}, ${newId(time)}, 'whatsapp', 'x', ${status}, ${time}, ${time},
        ${status === 'pending' ? null : time})`.execute(scope.db)
  }
  for (const id of [scope.workspaceId, NO_WORKSPACE])
    for (const status of ['processed', 'unrouted', 'failed', 'pending'])
      for (const days of [0, 5]) await add(id, status, days)
  await trim(31)
  for (const id of [scope.workspaceId, NO_WORKSPACE]) {
    const { rows } = await sql<{ status: string; days: number }>`
      select status, round(extract(epoch from received_at - ${new Date(start)}) / 86400)::int as days
      from inbound_payloads where workspace_id = ${id} order by 1, 2`.execute(scope.db)
    assert.deepEqual(
      rows.map((row) => `${row.status} ${row.days}`),
      ['failed 0', 'failed 5', 'pending 0', 'pending 5', 'processed 5', 'unrouted 5'],
    )
  }
})

test('old fingerprints of form submissions are deleted, and recent ones still detect a repeat', async () => {
  const { scope } = await createTestWorkspace(context)
  const formId = newId()
  await sql`insert into forms (workspace_id, id, name, provider, created_at)
    values (${scope.workspaceId}, ${formId}, 'F', 'generic', now())`.execute(scope.db)
  await sql`
    insert into form_submissions (workspace_id, form_id, fingerprint, payload_id, seen_at)
    select ${scope.workspaceId}, ${formId}, number::text, ${newId()},
      ${new Date(start)}::timestamptz + case when number <= 1200 then interval '0' else interval '5 days' end
    from generate_series(1, 1203) as number`.execute(scope.db)
  await trim(31)
  assert.equal(await count(scope, 'form_submissions'), 3)
})

test('finished mails are deleted, and pending ones are kept', async () => {
  const { scope } = await createTestWorkspace(context)
  const add = async (status: string, days: number) => {
    const time = new Date(start + days * DAY)
    await sql`
      insert into mails (workspace_id, id, recipient, subject, body, status, due_at, created_at, sent_at)
      values (${scope.workspaceId}, ${newId(time)}, ${`${status} ${days}`}, 's', '', ${status}, ${time},
        ${time}, ${status === 'sent' ? time : null})`.execute(scope.db)
  }
  for (const status of ['sent', 'failed', 'pending'])
    for (const days of [0, 5]) await add(status, days)
  await trim(31)
  const left = await scope.db
    .selectFrom('mails')
    .select('recipient')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('recipient')
    .execute()
  assert.deepEqual(
    left.map((row) => row.recipient),
    ['failed 5', 'pending 0', 'pending 5', 'sent 5'],
  )
})

test('a notice is deleted when it was dismissed long ago; one that nobody dismissed is kept for 90 days', async () => {
  const { scope } = await createTestWorkspace(context)
  await keep(scope, 7)
  const data = { endpoint_id: newId(), url: 'https://a.example', disabled_at: null, waiting: 0 }
  for (const _ of [1, 2])
    await transaction(scope, (tx) => recordNotice(tx, { kind: 'endpoint_recovered', data }))
  await sql`update notices set dismissed_at = ${new Date(start + 3 * DAY)}
    where workspace_id = ${scope.workspaceId} and id = (select id from notices
      where workspace_id = ${scope.workspaceId} order by id limit 1)`.execute(scope.db)
  await trim(9)
  assert.equal(await count(scope, 'notices'), 2)
  await trim(11)
  assert.equal(await count(scope, 'notices'), 1)
  await trim(89)
  assert.equal(await count(scope, 'notices'), 1)
  await trim(91)
  assert.equal(await count(scope, 'notices'), 0)
})

test('platform events are kept for 90 days: of channels, and of messages that never arrived', async () => {
  const { scope } = await createTestWorkspace(context)
  await keep(scope, 7)
  const add = async (days: number, field: string, messageId: string | null) => {
    const time = new Date(start + days * DAY)
    await sql`
      insert into channel_events (workspace_id, id, fingerprint, field, data, occurred_at, created_at)
      values (${scope.workspaceId}, ${newId(time)}, ${Buffer.from(newId())}, ${field}, '{}', ${time}, ${time})`.execute(
      scope.db,
    )
    await sql`
      insert into message_statuses (workspace_id, channel_id, platform_message_id, status, message_id, occurred_at)
      values (${scope.workspaceId}, ${newId()}, 'wamid', 'read', ${messageId}, ${time})`.execute(
      scope.db,
    )
  }
  await add(0, 'account_update', null)
  await add(0, 'group_lifecycle_update', newId())
  await add(5, 'account_update', null)
  await trim(89)
  const counts = async () => [
    await count(scope, 'channel_events'),
    await count(scope, 'message_statuses'),
  ]
  assert.deepEqual(await counts(), [3, 3])
  await trim(91)
  assert.deepEqual(await counts(), [2, 2])
  await trim(96)
  assert.deepEqual(await counts(), [1, 1])
})

test('the state of an endpoint at the start of the retention period is kept', async () => {
  const { scope } = await createTestWorkspace(context)
  const change = async (endpointId: string, days: number, status: string) => {
    const time = new Date(start + days * DAY)
    await sql`
      insert into webhook_endpoint_changes (workspace_id, id, endpoint_id, url, events, status, actor_type, changed_at)
      values (${scope.workspaceId}, ${newId(time)}, ${endpointId}, ${`${status} ${days}`}, '{}', ${status},
        'system', ${time})`.execute(scope.db)
  }
  const [a, b, c] = [newId(), newId(), newId()]
  for (const days of [0, 2, 10]) await change(a, days, 'enabled')
  await change(b, 1, 'enabled')
  await change(c, 1, 'enabled')
  await change(c, 2, 'deleted')
  await trim(35)
  const left = await scope.db
    .selectFrom('webhook_endpoint_changes')
    .select(['endpoint_id', 'url'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('changed_at')
    .execute()
  assert.deepEqual(
    left.map((row) => [row.endpoint_id, row.url]),
    [
      [b, 'enabled 1'],
      [a, 'enabled 2'],
      [a, 'enabled 10'],
    ],
  )
})

/** Creates finished deliveries of a workspace at the start, with one event each. */
async function addFinished(scope: Scope, endpointId: string, rows: number): Promise<void> {
  const { workspaceId } = scope
  const prefix = firstId(new Date(start)).slice(0, 15)
  await sql`
    with made as (
      insert into events (workspace_id, id, position, type, body, created_at)
      select ${workspaceId}, (${prefix} || lpad(to_hex(number / 256), 3, '0') || '-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
        number, 'message.sent', '{}', ${new Date(start)}
      from generate_series(1, ${rows}::int) as number
      returning *
    ), counted as (
      update workspace_counters set event_position = ${rows} where workspace_id = ${workspaceId}
    )
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
      created_at, completed_at)
    select ${workspaceId}, (left(id::text, 19) || 'a' || right(id::text, 16))::uuid, ${endpointId}, id, type,
      position, 'succeeded', created_at, created_at
    from made`.execute(scope.db)
}

test('any number of concurrent runs delete everything once, and disturb neither each other nor writers', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addFinished(scope, endpoint.id, 4_000)
  const writing = (async () => {
    for (let number = 1; number <= 20; number++) await emit(scope, 31, number)
  })()
  await Promise.all([trim(31), trim(31), trim(31), writing])
  await trim(31)
  assert.equal(await count(scope, 'webhook_deliveries'), 20)
  assert.deepEqual(
    await positions(scope),
    Array.from({ length: 20 }, (_, index) => 4_001 + index),
  )
  const { events } = await listEvents(scope, { position: 4_000, limit: 100 })
  assert.equal(events.length, 20)
})

test('a workspace with much to delete does not delay others, and a stop takes effect immediately', async () => {
  const huge = await createTestEndpoint(context)
  const small = await createTestEndpoint(context)
  await addFinished(huge.scope, huge.endpoint.id, 20_000)
  await addFinished(small.scope, small.endpoint.id, 3)
  const stop = new AbortController()
  const running = trimWorkspaces(inDays(31), { signal: stop.signal })
  await waitFor(async () => (await count(small.scope, 'events')) === 0)
  stop.abort()
  await running
  const left = await count(huge.scope, 'webhook_deliveries')
  assert.ok(left > 0, 'the huge one was worked to its end first')
  await trim(31, { signal: AbortSignal.abort() })
  assert.equal(await count(huge.scope, 'webhook_deliveries'), left)
})
