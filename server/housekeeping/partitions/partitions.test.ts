import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { PARTITION_KEYS, readPartitions } from '#db/partitions.ts'
import type { PartitionedTable } from '#db/partitions.ts'
import { createClient } from '#db/pool.ts'
import { PLANNED_WORKSPACES } from '#db/table.ts'
import { listEvents } from '#events/list-events.ts'
import { newId } from '#lib/ids.ts'
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
import { dropPartitions } from './drop-partitions.ts'
import { extendPartitions } from './extend-partitions.ts'

const { context, url } = await openTestContext()
const TABLES = Object.keys(PARTITION_KEYS) as PartitionedTable[]
const DAY = 24 * 3_600_000

/** Runs the housekeeping of partitions as `days` from now. */
async function housekeep(days: number, of: Context = context): Promise<void> {
  await extendPartitions(inDays(of, days))
  await dropPartitions(inDays(of, days))
}

/** Returns the names of the partitions of a table that have rows of a workspace. */
async function findPlaces(scope: Scope, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tableoid::regclass::text as name from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} order by 1`.execute(scope.db)
  return rows.map(({ name }) => name)
}

/** Stores a payload of a workspace as it arrived `days` from now. */
async function storePayload(scope: Scope, days: number, status: string): Promise<void> {
  await sql`
    insert into inbound_payloads (workspace_id, id, platform, body, status, due_at, received_at, processed_at)
    values (${scope.workspaceId}, ${newId(dayAt(days))}, 'whatsapp', '{}', ${status}, ${dayAt(days)}, ${dayAt(days)},
      ${dayAt(days)})`.execute(scope.db)
}

test('partitions exist ahead of time, without gaps, and equal ones for tables that are dropped together', async () => {
  await housekeep(20)
  for (const table of TABLES) {
    const partitions = await readPartitions(context.db, table)
    assert.equal(partitions[0]!.from, null)
    assert.equal(partitions.at(-1)!.to, null)
    assert.ok(partitions.at(-1)!.from! > dayAt(21), `${table} ends a day ahead at least`)
    for (const [place, { to }] of partitions.slice(0, -1).entries())
      assert.deepEqual(to, partitions[place + 1]!.from)
  }
  const { rows: options } = await sql<{ options: string }>`
    select distinct array_to_string(attoptions, ' ') as options
    from pg_inherits join pg_attribute on attrelid = inhrelid and attname = 'workspace_id'
    where inhparent = any (${TABLES}::regclass[])`.execute(context.db)
  assert.deepEqual(options, [{ options: `n_distinct=${PLANNED_WORKSPACES}` }])
  const bounds = async (table: PartitionedTable) =>
    (await readPartitions(context.db, table)).map(({ from, to }) => ({ from, to }))
  assert.deepEqual(await bounds('events'), await bounds('webhook_deliveries'))
  assert.deepEqual(await bounds('events'), await bounds('webhook_attempts'))
  await housekeep(20)
})

test('retention drops a partition when all its rows are old enough, and nothing beside it', async () => {
  const { scope } = await createTestEndpoint(context)
  const parts = await readPartitions(context.db, 'events')
  const border = (parts[1]!.to!.getTime() - dayAt(0).getTime()) / DAY
  const second = 1 / 86_400
  await emitIn(scope, border - second, 1)
  await finishDeliveries(scope, border - second)
  await emitIn(scope, border, 2)
  await finishDeliveries(scope, border)
  assert.deepEqual(await findPlaces(scope, 'events'), [parts[1]!.name, parts[2]!.name].toSorted())
  // An hour before the last row is old enough.
  await housekeep(border + 30 - 1 / 24)
  assert.deepEqual(await listPositions(scope), [1, 2])
  const { rows: before } = await sql<{ deleted: number }>`
    select coalesce(sum(n_tup_del), 0)::integer as deleted from pg_stat_user_tables
    where relname like 'events%'`.execute(context.db)
  await housekeep(border + 30)
  assert.deepEqual(await describeDeliveries(scope), ['2 succeeded'])
  assert.deepEqual(await listPositions(scope), [2])
  assert.equal(await countRows(scope, 'webhook_attempts'), 1)
  const { rows: after } = await sql<{ deleted: number }>`
    select coalesce(sum(n_tup_del), 0)::integer as deleted from pg_stat_user_tables
    where relname like 'events%'`.execute(context.db)
  assert.ok(after[0]!.deleted <= before[0]!.deleted, 'no row was deleted one by one')
  const left = await readPartitions(context.db, 'events')
  assert.deepEqual(left[0], { ...parts[0], to: parts[1]!.to })
  await assert.rejects(listEvents(scope, { position: 0, limit: 10 }), { code: 'cursor_expired' })
  const { events } = await listEvents(scope, { limit: 10 })
  assert.deepEqual(
    events.map(({ position }) => position),
    [2],
  )
  // The trimming leaves the rest of the oldest rows to the next drop.
  await trim(context, border + 31)
  assert.deepEqual(await listPositions(scope), [2])
})

test('pending deliveries and failed payloads stay when their partition is dropped, with what they need', async () => {
  const { scope } = await createTestEndpoint(context)
  const [, next] = await readPartitions(context.db, 'events')
  const day = (next!.to!.getTime() - dayAt(0).getTime()) / DAY - 0.5
  await emitIn(scope, day, 1)
  await finishDeliveries(scope, day)
  await emitIn(scope, day, 2)
  await emitIn(scope, day, 3)
  await sql`update webhook_deliveries set status = 'failed', completed_at = ${dayAt(day + 20)}
    where workspace_id = ${scope.workspaceId} and position = 3`.execute(scope.db)
  await storePayload(scope, day, 'failed')
  await storePayload(scope, day, 'processed')
  await storePayload(scope, day, 'pending')
  await housekeep(day + 31)
  assert.deepEqual(await describeDeliveries(scope), ['2 pending', '3 failed'])
  assert.deepEqual(await listPositions(scope), [2, 3])
  for (const table of ['events', 'webhook_deliveries', 'inbound_payloads'] as const)
    assert.deepEqual(await findPlaces(scope, table), [`${table}_first`])
  assert.equal(await countRows(scope, 'inbound_payloads'), 2)
  // From here on they are trimmed like before.
  await finishDeliveries(scope, day + 31)
  await trim(context, day + 100)
  assert.deepEqual(await listPositions(scope), [])
})

test('a workspace that keeps its log for less time loses rows one by one, another one nothing', async () => {
  const short = await createTestEndpoint(context)
  const long = await createTestEndpoint(context)
  await keep(short.scope, 3)
  const { from } = (await readPartitions(context.db, 'events')).at(-2)!
  const day = (from!.getTime() - dayAt(0).getTime()) / DAY + 0.1
  for (const { scope } of [short, long]) {
    await emitIn(scope, day, 1)
    await finishDeliveries(scope, day)
  }
  await housekeep(day + 5)
  await trim(context, day + 5)
  assert.deepEqual(await listPositions(short.scope), [])
  assert.deepEqual(await listPositions(long.scope), [1])
})

test('a retention that is lowered to the longest of all deletes what is much older at once', async () => {
  const { scope } = await createTestEndpoint(context)
  const last = (await readPartitions(context.db, 'events')).at(-1)!
  const day = (last.from!.getTime() - dayAt(0).getTime()) / DAY
  await keep(scope, 400)
  await housekeep(day)
  await emitIn(scope, day + 1, 1)
  await finishDeliveries(scope, day + 1)
  await trim(context, day + 41)
  assert.deepEqual(await listPositions(scope), [1])
  await keep(scope, 30)
  await trim(context, day + 39)
  assert.deepEqual(await listPositions(scope), [1])
  await trim(context, day + 41)
  assert.deepEqual(await listPositions(scope), [])
})

test('without housekeeping for months, rows are written, and later partitioned where they are', async () => {
  const { scope } = await createTestEndpoint(context)
  const last = (await readPartitions(context.db, 'events')).at(-1)!
  const day = (last.from!.getTime() - dayAt(0).getTime()) / DAY
  await emitIn(scope, day + 100, 1)
  assert.deepEqual(await findPlaces(scope, 'events'), [last.name])
  await housekeep(day + 101)
  const partitions = await readPartitions(context.db, 'events')
  assert.deepEqual(partitions.at(-2)!.from, last.from)
  assert.ok(partitions.at(-2)!.to! > dayAt(day + 101))
  assert.deepEqual(await findPlaces(scope, 'events'), [last.name])
  await emitIn(scope, day + 200, 2)
  assert.deepEqual(await listPositions(scope), [1, 2])
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_constraint where conname in ('partition_end', 'first_end')`.execute(
    context.db,
  )
  assert.equal(rows[0]!.count, 0)
})

test('a process that is killed between detaching and dropping loses no row', async () => {
  const { scope } = await createTestEndpoint(context)
  const [, next] = await readPartitions(context.db, 'events')
  const day = (next!.to!.getTime() - dayAt(0).getTime()) / DAY - 0.1
  await emitIn(scope, day, 1)
  const client = createClient(url, 'parley test')
  await client.connect()
  await extendPartitions(inDays(context, day + 31))
  await client.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await client.query(
    `create trigger refuse before insert on webhook_deliveries_first for each row execute function refuse()`,
  )
  await assert.rejects(dropPartitions(inDays(context, day + 31)), /killed/)
  assert.deepEqual(await describeDeliveries(scope), [])
  await client.query('drop trigger refuse on webhook_deliveries_first; drop function refuse()')
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and not relispartition and relname ~ '^events_[0-9]'`,
  )
  assert.equal(rows.length, 1)
  // As if a migration had dropped the column from the table since.
  await client.query(`alter table ${rows[0]!.name} add column dropped text`)
  await client.end()
  await dropPartitions(inDays(context, day + 31))
  assert.deepEqual(await describeDeliveries(scope), ['1 pending'])
  assert.deepEqual(await listPositions(scope), [1])
})

test('a backup delays the drop, so that it contains everything that it saw at its start', async () => {
  const { scope } = await createTestEndpoint(context)
  const [, next] = await readPartitions(context.db, 'inbound_payloads')
  const day = (next!.to!.getTime() - dayAt(0).getTime()) / DAY - 0.1
  await storePayload(scope, day, 'failed')
  await extendPartitions(inDays(context, day + 31))
  const backup = createClient(url, 'parley backup')
  await backup.connect()
  await backup.query('begin isolation level repeatable read, read only')
  await backup.query('lock table inbound_payloads in access share mode')
  const warned: string[] = []
  const later = inDays(context, day + 31)
  Object.assign(later.log, { warn: (_: object, text: string) => warned.push(text) })
  const dropping = dropPartitions(later)
  await waitFor(() => warned.length > 0, { timeoutMs: 60_000 })
  const { rows } = await backup.query(
    'select status from inbound_payloads where workspace_id = $1',
    [scope.workspaceId],
  )
  assert.deepEqual(rows, [{ status: 'failed' }])
  await backup.query('commit')
  await backup.end()
  await dropping
  await dropPartitions(inDays(context, day + 31))
  assert.deepEqual(await findPlaces(scope, 'inbound_payloads'), ['inbound_payloads_first'])
})
