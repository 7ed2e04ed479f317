import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { getEndpointHealth } from './get-endpoint-health.ts'

const { context } = await openTestContext()

const url = 'http://127.0.0.1:8099/hook'
const HOUR_MS = 3_600_000

/** Adds a delivery to the log that was created so many hours ago, with one attempt if `ms` is given. */
async function log(
  scope: Scope,
  endpointId: string,
  fact: { hoursAgo: number; status: string; held?: boolean; durationMs?: number },
) {
  const at = new Date(Date.now() - fact.hoursAgo * HOUR_MS)
  const id = newId(at)
  const tries = fact.durationMs === undefined ? 0 : 1
  await sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status, held,
      ordering_key, attempt_count, next_attempt_at, created_at)
    values (${scope.workspaceId}, ${id}, ${endpointId}, ${newId(at)}, 'message.sent', 1, ${fact.status},
      ${fact.held ?? false}, ${fact.held ? 'a' : null}, ${tries}, ${fact.status === 'pending' ? at : null}, ${at})`.execute(
    scope.db,
  )
  if (tries > 0)
    await sql`
      insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
      values (${scope.workspaceId}, ${id}, 1, ${at}, ${fact.durationMs}, '{}')`.execute(scope.db)
  return at
}

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  return { scope, id: (await createEndpoint(scope, { url })).id }
}

test('the health of an endpoint counts the last day and the last week, its own deliveries only', async () => {
  const { scope, id } = await setUp()
  const other = await createEndpoint(scope, { url })
  await log(scope, other.id, { hoursAgo: 1, status: 'failed' })
  for (const durationMs of [10, 20, 30])
    await log(scope, id, { hoursAgo: 2, status: 'succeeded', durationMs })
  await log(scope, id, { hoursAgo: 3, status: 'failed', durationMs: 1000 })
  await log(scope, id, { hoursAgo: 5, status: 'cancelled' })
  for (let count = 0; count < 4; count++)
    await log(scope, id, { hoursAgo: 50, status: 'failed', durationMs: 5 })
  await log(scope, id, { hoursAgo: 200, status: 'failed' })
  const health = await getEndpointHealth(scope, id)
  assert.deepEqual(health.last_24_hours.deliveries, {
    succeeded: 3,
    failed: 1,
    pending: 0,
    cancelled: 1,
  })
  assert.deepEqual(
    [
      health.last_24_hours.success_rate,
      health.last_24_hours.duration_ms,
      health.last_24_hours.is_whole,
    ],
    [0.75, { p50: 20, p95: 1000 }, true],
  )
  assert.deepEqual(health.last_7_days.deliveries, {
    succeeded: 3,
    failed: 5,
    pending: 0,
    cancelled: 1,
  })
  assert.deepEqual(
    [health.last_7_days.success_rate, health.last_7_days.duration_ms.p50],
    [0.375, 5],
  )
  assert.deepEqual(health.pending, {
    count: 0,
    is_exact: true,
    oldest_created_at: null,
    next_attempt_at: null,
  })
})

test('the health of an endpoint over time is listed in equal intervals, oldest first', async () => {
  const { scope, id } = await setUp()
  await log(scope, id, { hoursAgo: 0.1, status: 'succeeded' })
  await log(scope, id, { hoursAgo: 2.5, status: 'failed' })
  await log(scope, id, { hoursAgo: 160, status: 'failed' })
  const { last_24_hours: day, last_7_days: week } = await getEndpointHealth(scope, id)
  const shape = (buckets: typeof day.buckets) =>
    buckets.flatMap((each, index) =>
      each.succeeded + each.failed > 0 ? [[index, each.succeeded, each.failed]] : [],
    )
  assert.deepEqual([day.buckets.length, week.buckets.length], [24, 28])
  assert.deepEqual(shape(day.buckets), [
    [21, 0, 1],
    [23, 1, 0],
  ])
  assert.deepEqual(shape(week.buckets), [
    [1, 0, 1],
    [27, 1, 1],
  ])
  assert.ok(day.buckets.every((each, i, all) => i === 0 || each.since > all[i - 1]!.since))
})

test('pending deliveries are counted with the oldest of them, whatever they wait for', async () => {
  const { scope, id } = await setUp()
  await log(scope, id, { hoursAgo: 1, status: 'pending' })
  await log(scope, id, { hoursAgo: 2, status: 'pending', durationMs: 5 })
  const oldest = await log(scope, id, { hoursAgo: 30, status: 'pending', held: true })
  const { pending } = await getEndpointHealth(scope, id)
  assert.deepEqual([pending.count, pending.is_exact, pending.oldest_created_at], [3, true, oldest])
})

test('an endpoint that never had a delivery has no rate and no durations', async () => {
  const { scope, id } = await setUp()
  const { last_7_days, message } = await getEndpointHealth(scope, id)
  assert.deepEqual(
    [last_7_days.success_rate, last_7_days.duration_ms],
    [null, { p50: null, p95: null }],
  )
  assert.equal(message, 'Healthy.')
})

test('the state of an endpoint is failing, switched off, or disabled and probed', async () => {
  const { scope, id } = await setUp()
  const set = (values: object) =>
    scope.db
      .updateTable('webhook_endpoints')
      .set(values)
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .execute()
  const say = async () => (await getEndpointHealth(scope, id)).message
  const at = new Date('2026-01-02T03:04:05.678Z')
  await set({ failing_since: at })
  await log(scope, id, { hoursAgo: 1, status: 'pending' })
  assert.match(
    await say(),
    /^Every attempt since 2026-01-02T03:04:05\.678Z has failed\. Deliveries are pending/,
  )
  await set({ status: 'disabled', disabled_reason: 'failing', probe_at: at })
  assert.match(await say(), /failed for three days.* tested again on 2026-01-02T03:04:05\.678Z/)
  assert.deepEqual((await getEndpointHealth(scope, id)).next_probe_at, at)
  await set({ disabled_reason: 'gone', probe_at: null })
  assert.match(await say(), /410 Gone/)
  await updateEndpoint(scope, id, { status: 'enabled' })
  await updateEndpoint(scope, id, { status: 'disabled' })
  assert.match(await say(), /^Disabled manually\./)
})

test('the health of a busy endpoint counts its newest deliveries, and says since when', async () => {
  const { scope, id } = await setUp()
  await sql`
    insert into webhook_deliveries
      (workspace_id, id, endpoint_id, event_id, event_type, position, status, next_attempt_at, created_at)
    select ${scope.workspaceId}, ('ffffffff-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${id},
      ${newId()}, 'message.sent', n, case when n > 38000 then 'pending' else 'succeeded' end, now(),
      now() - interval '2 hours' + n * interval '1 millisecond'
    from generate_series(1, 50010) as n`.execute(scope.db)
  const { last_24_hours: day, pending } = await getEndpointHealth(scope, id)
  assert.equal(day.is_whole, false)
  assert.ok(day.since.getTime() > Date.now() - 3 * HOUR_MS)
  assert.deepEqual(day.deliveries, { succeeded: 37_990, failed: 0, pending: 12_010, cancelled: 0 })
  assert.deepEqual([pending.count, pending.is_exact], [10_000, false])
})
