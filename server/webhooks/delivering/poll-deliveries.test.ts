import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { firstId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { countRequeue } from '#webhooks/count-requeue.ts'
import { holdDeliveries, releaseHeldDeliveries } from './hold-deliveries.ts'
import { pollDeliveries } from './poll-deliveries.ts'
import type { PollInput } from './poll-deliveries.ts'
import { createDeliveryQueue } from './turn/delivery-queue.ts'

const ROWS = 20_000
/** PostgreSQL plans a statement for all values at its sixth call. */
const CALLS = 8
const DAY = 86_400_000

test('a poll reads few rows, however many deliveries are held or were', async () => {
  const { context, url } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const ordered = await createEndpoint(scope, {
    url: 'https://a.example/',
    ordering: 'conversation',
  })
  const former = await createEndpoint(scope, {
    url: 'https://b.example/',
    ordering: 'conversation',
  })
  const other = await createEndpoint(scope, { url: 'https://c.example/', ordering: 'creation' })
  for (const { id } of [ordered, former]) await hold(scope, id)
  await sql`analyze webhook_deliveries`.execute(scope.db)
  await sql`update webhook_endpoints set ordering = 'subject' where workspace_id = ${scope.workspaceId} and id = ${former.id}`.execute(
    scope.db,
  )
  // One connection, so that its statements reach the plan for all values.
  const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
  const there = { ...scope, db: createDb(pool) }
  try {
    const poll = async (endpointId: string) => {
      const before = await countRead(there)
      const asked: PollInput = { endpointId, except: [] }
      let found
      for (let call = 0; call < 2 * CALLS; call++) {
        ;[found] = await pollDeliveries(there, scope.workspaceId, [asked], 10)
        if (call >= CALLS) asked.known = found!.known
      }
      return { found: found!, rows: (await countRead(there)) - before }
    }
    for (const { id } of [ordered, other, former]) {
      const { found, rows } = await poll(id)
      assert.deepEqual(found.deliveries, [])
      assert.ok(rows < CALLS * 50, `${rows} rows were read`)
    }
    const { endpoint, known } = (await poll(former.id)).found
    assert.equal(await releaseHeldDeliveries(there, endpoint, known), true)
    assert.equal(
      await releaseHeldDeliveries(there, endpoint, known),
      false,
      'none is searched again',
    )
    const { found, rows } = await poll(former.id)
    assert.equal(found.deliveries.length, 10)
    assert.ok(rows < CALLS * 100, `${rows} rows were read`)
  } finally {
    await there.db.destroy()
  }
})

test('beside a failing delivery, few rows are read, however many of its conversation wait', async () => {
  const { context, url } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const { id: endpointId } = await createEndpoint(scope, {
    url: 'https://a.example/',
    ordering: 'conversation',
  })
  await hold(scope, endpointId)
  const ids = sql`workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and position`
  await sql`update webhook_deliveries set held = false, attempt_count = 1, next_attempt_at = now() + interval '1 hour'
    where ${ids} = 1`.execute(scope.db)
  // The newest were not found before.
  await sql`update webhook_deliveries set held = false, ordering_key = null where ${ids} > ${ROWS - 20}`.execute(
    scope.db,
  )
  await sql`analyze webhook_deliveries`.execute(scope.db)
  const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
  const there = { ...scope, db: createDb(pool) }
  try {
    const before = await countRead(there)
    const [found] = await pollDeliveries(there, workspaceId, [{ endpointId, except: [] }], 10)
    const { deliveries, endpoint, known, hasBlocking } = found!
    assert.deepEqual([deliveries.length, hasBlocking], [10, true])
    assert.equal(new Set(deliveries.map(({ previousId }) => previousId)).size, 1)
    const held = createDeliveryQueue().add(deliveries, { ids: [], failed: new Set(), order: 0 })
    assert.equal(held.length, 10)
    await holdDeliveries(there, workspaceId, held)
    assert.equal(await releaseHeldDeliveries(there, endpoint, known), false)
    const rows = (await countRead(there)) - before
    assert.ok(rows < 200, `${rows} rows were read`)
    const [next] = await pollDeliveries(there, workspaceId, [{ endpointId, except: [] }], 50)
    assert.equal(next!.deliveries.length, 10, 'the held ones are not found again')
  } finally {
    await there.db.destroy()
  }
})

test('a poll that relies on an earlier one finds what was requeued since', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const { id: endpointId } = await createEndpoint(scope, { url: 'https://a.example/' })
  const [first] = await pollDeliveries(scope, workspaceId, [{ endpointId, except: [] }], 10)
  const known = first!.known
  const poll = async () => {
    const [found] = await pollDeliveries(
      scope,
      workspaceId,
      [{ endpointId, except: [], known }],
      10,
    )
    return found!.deliveries.map(({ id }) => id)
  }
  const [old, recent] = [firstId(new Date(Date.now() - 60 * DAY)), firstId(new Date())]
  await insert(scope, endpointId, recent, 2)
  assert.deepEqual(await poll(), [recent])
  // A process of an older release does not count it.
  await insert(scope, endpointId, old, 1)
  assert.deepEqual(await poll(), [recent], 'it reads only what may be pending')
  await transaction(scope, (tx) => countRequeue(tx, [endpointId]))
  assert.deepEqual(await poll(), [old, recent])
})

test('a poll finds what was requeued between its two statements, whose wake-up it counts as seen', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const { id: endpointId } = await createEndpoint(scope, { url: 'https://a.example/' })
  const old = firstId(new Date(Date.now() - 60 * DAY))
  const db = scope.db.withoutPlugins()
  const execute = db.executeQuery.bind(db) as typeof db.executeQuery
  let isRequeued = false
  db.executeQuery = async (query) => {
    const result = await execute(query)
    if (!isRequeued && 'sql' in query && query.sql.includes('is_later')) {
      isRequeued = true
      await insert(scope, endpointId, old, 1)
      await transaction(scope, (tx) => countRequeue(tx, [endpointId]))
    }
    return result as never
  }
  const asked = [{ endpointId, except: [] }]
  const [found] = await pollDeliveries({ ...scope, db }, scope.workspaceId, asked, 10)
  assert.deepEqual(
    found!.deliveries.map(({ id }) => id),
    [old],
  )
})

async function insert(
  { db, workspaceId }: Scope,
  endpointId: string,
  id: string,
  position: number,
): Promise<void> {
  await sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, test_body, next_attempt_at,
      created_at)
    values (${workspaceId}, ${id}, ${endpointId}, ${id}, 'message.sent', ${position}, '{}', now(), now())`.execute(
    db,
  )
}

/** Inserts deliveries of one conversation that are all held, each with an event of its own. */
async function hold({ db, workspaceId }: Scope, endpointId: string): Promise<void> {
  const first = firstId(new Date())
  await sql`
    with made as (
      select n,
        overlay(overlay(${endpointId} placing left(${first}, 19) from 1) placing lpad(to_hex(n), 12, '0') from 25)::uuid as id
      from generate_series(1, ${ROWS}) as n
    ), event as (
      insert into events (workspace_id, id, position, type, body, created_at)
      select ${workspaceId}, id, (select coalesce(max(position), 0) from events where workspace_id = ${workspaceId}) + n,
        'message.sent', '{"data":{"conversation_id":"a"}}', now()
      from made
    )
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, next_attempt_at,
      created_at, ordering_key, held)
    select ${workspaceId}, id, ${endpointId}, id, 'message.sent', n, now(), now(), 'a', true
    from made`.execute(db)
}

/** Returns how many rows of deliveries and events the connection of `db` has read so far. */
async function countRead({ db }: Pick<Scope, 'db'>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_user_tables where relname like 'webhook_deliveries%' or relname like 'events%'`.execute(
    db,
  )
  return rows[0]!.count
}
