import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listEvents } from '#events/list-events.ts'
import { firstId, newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint } from '#test/deliveries.ts'
import {
  countRows,
  dayAt,
  describeDeliveries,
  emitIn,
  finishDeliveries,
  inDays,
  keep,
  listPositions,
  trim,
} from '#test/trimming.ts'
import { waitFor } from '#test/wait-for.ts'
import { trimWorkspaces } from './trim-workspaces.ts'

const { context } = await openTestContext()

test('each workspace has its own retention time', async () => {
  const long = await createTestEndpoint(context)
  const short = await createTestEndpoint(context)
  await keep(long.scope, 365)
  await keep(short.scope, 1)
  for (const { scope } of [long, short]) {
    await emitIn(scope, 0, 1)
    await finishDeliveries(scope, 0)
    await emitIn(scope, 2, 2)
  }
  await trim(context, 2.5)
  assert.deepEqual(await listPositions(long.scope), [1, 2])
  assert.deepEqual(await listPositions(short.scope), [2])
  await trim(context, 300)
  assert.deepEqual(await describeDeliveries(long.scope), ['1 succeeded', '2 pending'])
})

test('marks of read conversations are deleted after 30 days', async () => {
  const { scope } = await createTestEndpoint(context)
  const read = (days: number) =>
    sql`
      insert into notification_reads (workspace_id, membership_id, subject_id, read_up_to, read_at)
      values (${scope.workspaceId}, ${newId()}, ${newId()}, ${newId()}, ${dayAt(days)})`.execute(
      scope.db,
    )
  await read(0)
  await read(2)
  await trim(context, 29)
  assert.equal(await countRows(scope, 'notification_reads'), 2)
  await trim(context, 31)
  assert.equal(await countRows(scope, 'notification_reads'), 1)
})

/** Creates finished deliveries of a workspace at the start, with one event each. */
async function addFinished(scope: Scope, endpointId: string, rows: number): Promise<void> {
  const { workspaceId } = scope
  const prefix = firstId(dayAt(0)).slice(0, 15)
  await sql`
    with made as (
      insert into events (workspace_id, id, position, type, body, created_at)
      select ${workspaceId}, (${prefix} || lpad(to_hex(number / 256), 3, '0') || '-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
        number, 'message.sent', '{}', ${dayAt(0)}
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
    for (let number = 1; number <= 20; number++) await emitIn(scope, 31, number)
  })()
  await Promise.all([trim(context, 31), trim(context, 31), trim(context, 31), writing])
  await trim(context, 31)
  assert.equal(await countRows(scope, 'webhook_deliveries'), 20)
  assert.deepEqual(
    await listPositions(scope),
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
  const running = trimWorkspaces(inDays(context, 31), { signal: stop.signal })
  await waitFor(async () => (await countRows(small.scope, 'events')) === 0)
  stop.abort()
  await running
  const left = await countRows(huge.scope, 'webhook_deliveries')
  assert.ok(left > 0, 'the huge one was worked to its end first')
  await trim(context, 31, { signal: AbortSignal.abort() })
  assert.equal(await countRows(huge.scope, 'webhook_deliveries'), left)
})
