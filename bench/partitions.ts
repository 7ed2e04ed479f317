import type { Context, Scope } from '#db/context.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createClient, createDb, createPool } from '#db/pool.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { transaction } from '#db/transaction.ts'
import { listEvents } from '#events/list-events.ts'
import { recordEvents } from '#events/record-events.ts'
import { dropPartitions } from '#housekeeping/partitions/drop-partitions.ts'
import { extendPartitions } from '#housekeeping/partitions/extend-partitions.ts'
import { trimWorkspaces } from '#housekeeping/trim-workspaces.ts'
import { newId, setIdTime } from '#lib/ids.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { KnownPending } from '#webhooks/delivering/known-pending.ts'
import { pollDeliveries } from '#webhooks/delivering/poll-deliveries.ts'
import { recordAttempts } from '#webhooks/delivering/record-attempts.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuWithChildrenMs } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

const DAY = 86_400_000
/** The migrations that make the partitions; the side without them has all others. */
const PARTITIONING = /^013[0-4]-/
/** The benchmark's time after the migration in days: by then five partitions end, and rows of the second one are old. */
const NOW = 49
/** The first partition ends after 14 days, the next one 8 days later; its rows are old 30 days after that. */
const [FIRST_END, OLD_END] = [14, 22]

/** A database with or without partitions, and the CPU of PostgreSQL in ms by what it did. */
type Side = {
  scope: Scope
  endpointId: string
  context: Context
  cpu: Map<string, number>
  query: (sql: string, values?: unknown[]) => Promise<Record<string, number>[]>
  close: () => Promise<void>
}

/**
 * Compares the CPU of PostgreSQL for events, their feed, polls of deliveries and the results of attempts, with partitioned
 * tables and with those of before, in turns in one cluster; then what the retention costs for each delivery. Options:
 * `--deliveries` stored before (60,000), `--rounds` (3).
 */
export async function benchPartitions(options: BenchOptions): Promise<Figure[]> {
  const deliveries = numberOption(options, 'deliveries', 60_000)
  const rounds = numberOption(options, 'rounds', 3)
  setIdTime(() => Date.now() + NOW * DAY)
  const database = await openBenchDatabase()
  try {
    const postmaster = await findPostmaster(database)
    const sides = {
      before: await open(database, 'before', deliveries),
      now: await open(database, 'now', deliveries),
    }
    for (let round = 0; round <= rounds; round++)
      for (const side of Object.values(sides)) {
        // The first round prepares statements.
        if (round === 1) side.cpu.clear()
        for (const [size, times] of [
          [1, 300],
          [10, 100],
        ] as const)
          await work(side, size, times, postmaster)
      }
    const figures = [...sides.before.cpu].map(([what, ms]) => {
      const more = sides.now.cpu.get(what)!
      return plain(`${what}: ${ms} and ${more} ms CPU`, (more / ms).toFixed(2))
    })
    const total = (side: Side) => [...side.cpu.values()].reduce((sum, ms) => sum + ms, 0)
    figures.push(atMost('all of it, of before', total(sides.now) / total(sides.before), 1.25))
    for (const [name, side] of Object.entries(sides))
      figures.push(...(await retain(name, side, (deliveries * 8) / 35, postmaster)))
    await Promise.all(Object.values(sides).map((side) => side.close()))
    return figures
  } finally {
    await database.close()
  }
}

async function open(database: BenchDatabase, name: string, deliveries: number): Promise<Side> {
  await database.query(`create database ${name}`)
  const url = database.url.replace(/\/\w+$/, `/${name}`)
  const isBefore = name === 'before'
  const all = await listMigrations()
  await migrate(url, isBefore ? { only: all.filter((each) => !PARTITIONING.test(each)) } : {})
  const db = createDb(createPool({ url, max: 1, name: 'parley bench', onError: () => undefined }))
  const at = (days: number) => ({ now: () => new Date(Date.now() + days * DAY) })
  const context = { ...database.context, db, directory: db, clock: at(NOW) }
  for (let day = FIRST_END - 3; !isBefore && day <= NOW; day++)
    await extendPartitions({ ...context, clock: at(day) })
  const { scope } = await createTestWorkspace(context)
  const endpoint = await createEndpoint(scope, { url: 'https://example.com/hook' })
  const client = createClient(url, 'parley bench')
  await client.connect()
  const query: Side['query'] = async (text, values) => (await client.query(text, values)).rows
  await query('set synchronous_commit = off')
  await query(
    `with made as (
      insert into events (workspace_id, id, position, type, body, created_at)
      select $1, (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, number,
        'message.sent', repeat('x', 600), at
      from (
        select number, at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex from (
          select number, now() + (${FIRST_END} + 35 * number::float8 / $2) * interval '1 day' as at
          from generate_series(1, $2::integer) as number
        ) as timed
      ) as named
      returning *
    ), queued as (
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status, attempt_count,
        created_at, completed_at)
      select workspace_id, (left(id::text, 19) || 'a' || substr(id::text, 21))::uuid, $3, id, type, position, 'succeeded', 1,
        created_at, created_at from made
      returning *
    ), attempts as (
      insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers, response_status)
      select workspace_id, id, 1, created_at, 20, '{"content-type":"application/json"}', 200 from queued
    )
    insert into workspace_counters (workspace_id, event_position) values ($1, $2)
    on conflict (workspace_id) do update set event_position = excluded.event_position`,
    [scope.workspaceId, deliveries, endpoint.id],
  )
  await query('vacuum analyze')
  const close = async () => {
    await client.end()
    await db.destroy()
  }
  return { scope, endpointId: endpoint.id, context, cpu: new Map(), query, close }
}

/** Records events and delivers them, `size` at a time. */
async function work(side: Side, size: number, times: number, postmaster: number): Promise<void> {
  const { scope, context, endpointId } = side
  const { workspaceId } = scope
  const measure = async (what: string, run: () => Promise<void>) => {
    const before = await cpuWithChildrenMs(postmaster)
    await run()
    const used = (await cpuWithChildrenMs(postmaster)) - before
    side.cpu.set(what, (side.cpu.get(what) ?? 0) + used)
  }
  const repeat = async (run: () => Promise<unknown>) => {
    for (let turn = 0; turn < times; turn++) await run()
  }
  const data = { id: newId(), conversation_id: newId(), text: 'x'.repeat(300) }
  const events = Array.from({ length: size }, () => ({ type: 'message.sent' as const, data }))
  await measure(`recording ${size} at a time`, () =>
    repeat(() => transaction(scope, (tx) => recordEvents(tx, events))),
  )
  const [row] = await side.query(
    'select event_position::integer as position from workspace_counters where workspace_id = $1',
    [workspaceId],
  )
  await measure(`reading the feed, ${size} at a time`, () =>
    repeat(() => listEvents(scope, { position: row!['position']! - size, limit: 100 })),
  )
  let known: KnownPending | undefined
  const poll = async (except: string[]) => {
    const found = await pollDeliveries(context, workspaceId, [{ endpointId, except, known }], size)
    known = found[0]!.known
    return found
  }
  await measure(`polling ${size} at a time`, () => repeat(() => poll([])))
  const batches: string[][] = []
  for (let turn = 0; turn < times; turn++) {
    const [found] = await poll(batches.slice(-20).flat())
    batches.push(found!.deliveries.map(({ id }) => id))
    if (batches.length % 20 === 0 || turn === times - 1)
      await measure(`recording ${size} results at a time`, async () => {
        for (const ids of batches.splice(0))
          await recordAttempts(context, workspaceId, ids.map(toRecord))
      })
  }
}

function toRecord(deliveryId: string): Parameters<typeof recordAttempts>[2][number] {
  return {
    deliveryId,
    orderingKey: null,
    mayRelease: false,
    attempt: {
      number: 1,
      startedAt: new Date(),
      durationMs: 10,
      requestHeaders: { 'content-type': 'application/json' },
      responseStatus: 200,
      responseHeaders: { date: 'now' },
      responseBody: 'ok',
      error: null,
      timings: null,
    } as unknown as Parameters<typeof recordAttempts>[2][number]['attempt'],
    verdict: { status: 'succeeded', nextAttemptAt: null, completedAt: new Date() } as Parameters<
      typeof recordAttempts
    >[2][number]['verdict'],
  }
}

/** Deletes what is old when the rows of the second partition are: `old` deliveries with their events and attempts. */
async function retain(
  name: string,
  side: Side,
  old: number,
  postmaster: number,
): Promise<Figure[]> {
  const clock = { now: () => new Date(Date.now() + (OLD_END + 30.5) * DAY) }
  const later = { ...side.context, clock }
  const startedAt = performance.now()
  const before = await cpuWithChildrenMs(postmaster)
  if (name === 'now') await dropPartitions(later)
  await trimWorkspaces(later, { pauseMinMs: 0 })
  const seconds = (performance.now() - startedAt) / 1000
  const used = (await cpuWithChildrenMs(postmaster)) - before
  await side.query('select pg_stat_force_next_flush()')
  const [dead] = await side.query(
    `select sum(n_tup_del)::integer as rows from pg_stat_user_tables where relname ~ '^(events|webhook_)'`,
  )
  const [left] = await side.query('select count(*)::integer as rows from webhook_deliveries')
  return [
    plain(
      `retention ${name}: ${seconds.toFixed(1)} s, ${dead!['rows']} rows deleted one by one, ${left!['rows']} deliveries left`,
      `${((1000 * used) / old).toFixed(0)} ms/1000`,
    ),
  ]
}
