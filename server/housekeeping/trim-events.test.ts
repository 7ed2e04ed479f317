import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listEvents } from '#events/list-events.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint } from '#test/deliveries.ts'
import {
  countRows,
  dayAt,
  describeDeliveries,
  emitIn,
  finishDeliveries,
  listPositions,
  trim,
} from '#test/trimming.ts'

const { context } = await openTestContext()

async function disable(scope: Scope, endpointId: string, days: number): Promise<void> {
  await scope.db
    .updateTable('webhook_endpoints')
    .set({
      status: 'disabled',
      disabled_reason: 'failing',
      disabled_at: dayAt(days),
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', endpointId)
    .execute()
}

test('finished deliveries, their attempts and their events are deleted after the retention time, not before', async () => {
  const { scope } = await createTestEndpoint(context)
  await emitIn(scope, 0, 1, 2)
  await finishDeliveries(scope, 0)
  await emitIn(scope, 5, 3)
  await finishDeliveries(scope, 5, 'failed')
  await trim(context, 29.9)
  assert.deepEqual(await listPositions(scope), [1, 2, 3])
  await trim(context, 31)
  assert.deepEqual(await describeDeliveries(scope), ['3 failed'])
  assert.deepEqual(await listPositions(scope), [3])
  assert.equal(await countRows(scope, 'webhook_attempts'), 1)
  await trim(context, 36)
  assert.deepEqual(
    [await countRows(scope, 'webhook_deliveries'), await listPositions(scope)],
    [0, []],
  )
})

test('an event is kept as long as one of its deliveries, even if events around it are deleted', async () => {
  const { scope } = await createTestEndpoint(context)
  await emitIn(scope, 0, 1)
  await finishDeliveries(scope, 0)
  await emitIn(scope, 0, 2)
  await sql`update webhook_deliveries set status = 'failed', completed_at = ${dayAt(20)}
    where workspace_id = ${scope.workspaceId} and position = 2`.execute(scope.db)
  await emitIn(scope, 0, 3)
  await emitIn(scope, 0, 4)
  await sql`update webhook_deliveries set status = 'succeeded', completed_at = ${dayAt(0)}
    where workspace_id = ${scope.workspaceId} and position = 4`.execute(scope.db)
  await trim(context, 31)
  assert.deepEqual(await describeDeliveries(scope), ['2 failed', '3 pending'])
  assert.deepEqual(await listPositions(scope), [2, 3])
  await finishDeliveries(scope, 31)
  await trim(context, 62)
  assert.deepEqual(await listPositions(scope), [])
})

test('the feed rejects a cursor below the deleted events, and returns one that is valid', async () => {
  const { scope } = await createTestEndpoint(context)
  await emitIn(scope, 0, 1, 2, 3)
  await finishDeliveries(scope, 0)
  await emitIn(scope, 10, 4)
  await trim(context, 31)
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
  await emitIn(scope, 0, 1)
  await disable(scope, endpoint.id, 1)
  await emitIn(scope, 10, 2)
  await trim(context, 30.5)
  assert.deepEqual(await describeDeliveries(scope), ['1 pending', '2 pending'])
  await trim(context, 32)
  assert.deepEqual(await describeDeliveries(scope), ['1 cancelled expired', '2 pending'])
  assert.deepEqual(await listPositions(scope), [1, 2], 'its body can still be read')
  await trim(context, 63)
  assert.deepEqual(await describeDeliveries(scope), ['2 cancelled expired'])
  assert.deepEqual(await listPositions(scope), [2])
})

test('deliveries pending for an enabled endpoint are never canceled, however old', async () => {
  const { scope } = await createTestEndpoint(context)
  await emitIn(scope, 0, 1)
  await trim(context, 400)
  assert.deepEqual(await describeDeliveries(scope), ['1 pending'])
  assert.deepEqual(await listPositions(scope), [1])
})

test('deliveries pending for a deleted endpoint are canceled, whatever their age and state', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const other = await createTestEndpoint(context)
  await emitIn(other.scope, 0, 1)
  await emitIn(scope, 0, 1, 2, 3)
  await sql`update webhook_deliveries set attempt_count = position - 1,
      held = position = 3, ordering_key = case when position = 3 then 'a' end
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await sql`delete from webhook_endpoints where workspace_id = ${scope.workspaceId}
    and id = ${endpoint.id}`.execute(scope.db)
  await trim(context, 0)
  assert.deepEqual(await describeDeliveries(scope), ['1 cancelled', '2 cancelled', '3 cancelled'])
  assert.deepEqual(await describeDeliveries(other.scope), ['1 pending'])
})
