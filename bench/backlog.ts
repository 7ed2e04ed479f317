import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '#test/wait-for.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { peakMemoryMiB } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { startWorker } from './product.ts'
import { startSink } from './sink.ts'
import type { Sink } from './sink.ts'
import { countStatements, countingSettings, nameStatement } from './statements.ts'
import type { StatementUse } from './statements.ts'
import {
  createBenchEndpoints,
  createBenchWorkspace,
  seedBacklog,
  wakeEndpointLanes,
} from './workspace.ts'

const ENDPOINTS = 20
/** What the small side has waiting at a time. */
const SMALL = 1_000

type Side = { peakMiB: number; rate: number; statements: Map<string, StatementUse> }

/**
 * The worker before a backlog against the worker before next to none: its memory, and the time of each of its
 * statements. Both deliver the same number; the small side's deliveries are put into empty tables, a thousand at a
 * time. Options: `--pending 1_000_000`, `--finished 10_000_000`, `--deliveries 20_000`, `--profile DIR`.
 */
export async function benchBacklog(options: BenchOptions): Promise<Figure[]> {
  const pending = numberOption(options, 'pending', 1_000_000)
  const finished = numberOption(options, 'finished', 10_000_000)
  const deliveries = numberOption(options, 'deliveries', 20_000)
  await using stack = new AsyncDisposableStack()
  const sink = await startSink()
  stack.defer(sink.close)
  const small = await withProduct(sink, options, async ({ measure, add }) =>
    measure(async (done) => {
      while (done() < deliveries) {
        const before = done()
        await add(SMALL)
        await waitFor(() => done() >= before + SMALL, { timeoutMs: 60_000, what: 'a thousand' })
      }
    }),
  )
  let seedSeconds = 0
  const large = await withProduct(sink, options, async ({ database, measure, add, seed }) => {
    const startedAt = performance.now()
    await database.seedFast(() => seed({ pending, finished }))
    seedSeconds = (performance.now() - startedAt) / 1_000
    return measure(async (done) => {
      await add(0)
      await waitFor(() => done() >= deliveries, { timeoutMs: 120_000, what: 'the deliveries' })
    })
  })
  const names = [...large.statements.keys()].filter(
    (name) => (small.statements.get(name)?.calls ?? 0) > 2,
  )
  return [
    plain(
      `seeding ${count(pending)} pending and ${count(finished)} finished deliveries`,
      `${seedSeconds.toFixed(0)} s`,
    ),
    plain(
      `deliveries a second, ${count(SMALL)} pending, and before the backlog`,
      `${small.rate.toFixed(0)}/s, ${large.rate.toFixed(0)}/s`,
    ),
    plain(
      'most memory of the worker, and before the backlog',
      `${small.peakMiB.toFixed(0)} MiB, ${large.peakMiB.toFixed(0)} MiB`,
    ),
    atMost('  ratio', large.peakMiB / small.peakMiB, 1.2),
    ...names.flatMap((name) => compare(name, small, large)),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en')
}

/** The mean time of a statement on both sides. What claims lanes and takes deliveries has a bound. */
function compare(name: string, small: Side, large: Side): Figure[] {
  const mean = ({ statements }: Side) => {
    const { totalMs, calls } = statements.get(name)!
    return totalMs / calls
  }
  const what = `${name}: ${mean(small).toFixed(2)} ms, before the backlog ${mean(large).toFixed(2)} ms`
  const ratio = mean(large) / mean(small)
  const isBound = name === 'claim lanes' || /^read .*events/.test(name)
  return [isBound ? atMost(what, ratio, 1.5) : plain(what, ratio.toFixed(2))]
}

type Setting = {
  database: BenchDatabase
  /** Puts in deliveries that wait, spread over the endpoints, and wakes their lanes. */
  add: (count: number) => Promise<void>
  seed: (rows: { pending: number; finished: number }) => Promise<void>
  /** Lets a worker of its own deliver while `run` lasts; `done` are the deliveries that arrived since. */
  measure: (run: (done: () => number) => Promise<void>) => Promise<Side>
}

async function withProduct(
  sink: Sink,
  options: BenchOptions,
  use: (setting: Setting) => Promise<Side>,
): Promise<Side> {
  const database = await openBenchDatabase(countingSettings)
  try {
    const { scope } = await createBenchWorkspace(database, 1)
    const ids = await createBenchEndpoints(scope, sink, 'ok', {
      count: ENDPOINTS,
      events: ['ticket.created'],
      maxInFlight: 20,
    })
    const put = (rows: number) =>
      seedBacklog(database, scope.workspaceId, ids, { count: Math.ceil(rows / ENDPOINTS) })
    return await use({
      database,
      async add(rows) {
        if (rows > 0) await put(rows)
        await wakeEndpointLanes(database, scope.workspaceId, ids)
      },
      seed: async ({ pending, finished }) => {
        await seedFinished(database, scope.workspaceId, ids, finished)
        await put(pending)
      },
      async measure(run) {
        const before = sink.count('ok')
        const done = () => sink.count('ok') - before
        const worker = await startWorker(database, { profileDir: options['profile'] })
        try {
          const finish = await countStatements(database)
          const startedAt = performance.now()
          await run(done)
          const rate = (done() * 1_000) / (performance.now() - startedAt)
          await delay(200)
          const { statements } = await finish()
          return { rate, peakMiB: await peakMemoryMiB(worker.pid), statements: byName(statements) }
        } finally {
          await worker.end()
        }
      },
    })
  } finally {
    await database.close()
  }
}

function byName(statements: StatementUse[]): Map<string, StatementUse> {
  const sums = new Map<string, StatementUse>()
  for (const { text, calls, totalMs } of statements) {
    const name = nameStatement(text)
    const known = sums.get(name) ?? { text, calls: 0, totalMs: 0 }
    sums.set(name, { text, calls: known.calls + calls, totalMs: known.totalMs + totalMs })
  }
  return sums
}

/** Fills in deliveries that have succeeded, over the last month; without the indexes, which are made again after. */
async function seedFinished(
  { query, rows }: BenchDatabase,
  workspaceId: string,
  endpointIds: string[],
  count: number,
): Promise<void> {
  const indexes = await rows<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'webhook_deliveries'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await query(`drop index ${name}`)
  await query(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
       attempt_count, last_response_status, created_at, completed_at)
     select '${workspaceId}',
       (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 14))::uuid,
       ('{${endpointIds.join()}}'::uuid[])[1 + n % ${endpointIds.length}], md5((n / ${endpointIds.length})::text)::uuid,
       'message.sent', 0, 'succeeded', 1, 200, at, at
     from generate_series(1, ${count}) as n,
       lateral (select now() - (${count} - n) * (interval '30 days' / ${count}) as at) as made`,
  )
  for (const { definition } of indexes)
    await query(`set maintenance_work_mem = '512MB'; ${definition}`)
}
