import { setTimeout as delay } from 'node:timers/promises'
import { claimLanes } from '#lanes/claim-lanes.ts'
import { waitFor } from '#test/wait-for.ts'
import { pollDeliveries, POLLED_MAX } from '#webhooks/delivering/poll-deliveries.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { peakMemoryMiB } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { startWorker } from './product.ts'
import { seedFinished } from './seed-finished.ts'
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

/** Queued deliveries of the small side while its worker runs. */
const SMALL = 1_000
/** Lanes per claim. */
const CLAIMED = 32
const CALLS = 200

type Side = Awaited<ReturnType<typeof openSide>>
type Work = { peakMiB: number; rate: number; statements: StatementUse[] }

/**
 * Measures a backlog of a million deliveries on top of ten million finished ones, against almost none: the time to
 * claim lanes and to take deliveries, in turns on both databases; and the memory of a worker that delivers the same
 * number of deliveries in front of each, on the small side with at most a thousand queued. Options: `--pending
 * 1_000_000`, `--finished 10_000_000`, `--endpoints 100`, `--deliveries 20_000`, `--profile DIR`.
 */
export async function benchBacklog(options: BenchOptions): Promise<Figure[]> {
  const pending = numberOption(options, 'pending', 1_000_000)
  const finished = numberOption(options, 'finished', 10_000_000)
  const endpoints = numberOption(options, 'endpoints', 100)
  const deliveries = numberOption(options, 'deliveries', 20_000)
  await using stack = new AsyncDisposableStack()
  const sink = await startSink()
  stack.defer(sink.close)
  const small = await openSide(sink, endpoints)
  stack.defer(small.database.close)
  const large = await openSide(sink, endpoints)
  stack.defer(large.database.close)
  const startedAt = performance.now()
  await large.database.seedFast(async () => {
    await seedFinished(large.database, large.workspaceId, large.ids, finished)
    await large.put(pending)
  })
  const seedSeconds = (performance.now() - startedAt) / 1_000
  await small.database.seedFast(() => small.put(endpoints * POLLED_MAX))
  const times = await timeInTurns(small, large)
  await small.database.query('truncate webhook_deliveries, webhook_attempts, events')

  const before = await work(small, sink, options, async (done) => {
    // Never more than a thousand, and hardly ever none.
    for (let put = 0; put < deliveries; put += SMALL / 2) {
      await small.put(SMALL / 2)
      await small.wake()
      await waitFor(() => done() >= put, { timeoutMs: 60_000, what: 'the deliveries' })
    }
    await waitFor(() => done() >= deliveries, { timeoutMs: 60_000, what: 'the last deliveries' })
  })
  const after = await work(large, sink, options, async (done) => {
    await large.wake()
    await waitFor(() => done() >= deliveries, { timeoutMs: 120_000, what: 'the deliveries' })
  })
  return [
    plain(
      `seeding ${count(pending)} pending and ${count(finished)} finished deliveries`,
      `${seedSeconds.toFixed(0)} s`,
    ),
    compareTimes(`claiming ${CLAIMED} lanes`, times.claim),
    compareTimes(`taking ${POLLED_MAX} deliveries`, times.take),
    plain(
      `most memory of the worker, ${count(SMALL)} pending, and before the backlog`,
      `${before.peakMiB.toFixed(0)} MiB, ${after.peakMiB.toFixed(0)} MiB`,
    ),
    atMost('  ratio', after.peakMiB / before.peakMiB, 1.2),
    plain(
      'deliveries a second, as they come, and out of the backlog',
      `${before.rate.toFixed(0)}/s, ${after.rate.toFixed(0)}/s`,
    ),
    ...after.statements.slice(0, 6).map(({ text, calls, totalMs }) => {
      const each = `${(calls / deliveries).toFixed(3)} a delivery, ${(totalMs / calls).toFixed(2)} ms each`
      return plain(`  ${nameStatement(text)} out of the backlog`, each)
    }),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function compareTimes(
  what: string,
  { small, large }: { small: number[]; large: number[] },
): Figure {
  const [before, after] = [median(small), median(large)]
  const both = `${before.toFixed(2)} ms, before the backlog ${after.toFixed(2)} ms`
  return atMost(`${what}: ${both}; ratio`, after / before, 1.5)
}

/** A database with endpoints of one workspace, all at the sink. */
async function openSide(sink: Sink, endpoints: number) {
  const database = await openBenchDatabase(countingSettings)
  const { scope } = await createBenchWorkspace(database, 1)
  const { workspaceId } = scope
  const ids = await createBenchEndpoints(scope, sink, 'ok', {
    count: endpoints,
    events: ['ticket.created'],
    maxInFlight: 20,
  })
  return {
    database,
    workspaceId,
    ids,
    /** Puts in deliveries that wait, spread over the endpoints. */
    put: (rows: number) =>
      seedBacklog(database, workspaceId, ids, { count: Math.ceil(rows / endpoints) }),
    wake: () => wakeEndpointLanes(database, workspaceId, ids),
  }
}

/** The ms of claiming and of taking, call after call, a side after the other. */
async function timeInTurns(small: Side, large: Side) {
  const times = {
    claim: { small: [] as number[], large: [] as number[] },
    take: { small: [] as number[], large: [] as number[] },
  }
  for (const side of [small, large]) await side.wake()
  for (let call = 0; call < CALLS; call++)
    for (const [name, { database, workspaceId, ids }] of Object.entries({ small, large })) {
      const key = name as 'small' | 'large'
      let startedAt = performance.now()
      const { lanes } = await claimLanes(database.context, [
        { kind: 'webhook', count: CLAIMED, leaseMs: 15_000 },
      ])
      times.claim[key].push(performance.now() - startedAt)
      if (lanes.length < Math.min(CLAIMED, ids.length)) throw new Error('Too few lanes are due.')
      await database.query(`update lanes set lease_until = null where kind = 'webhook'`)
      const asked = [{ endpointId: ids[call % ids.length]!, except: [] }]
      startedAt = performance.now()
      const [poll] = await pollDeliveries(database.context, workspaceId, asked, POLLED_MAX)
      times.take[key].push(performance.now() - startedAt)
      if (poll?.deliveries.length !== POLLED_MAX) throw new Error('Too few deliveries are due.')
    }
  return times
}

/** Lets a worker of its own deliver while `run` lasts; `done` are the deliveries that arrived since. */
async function work(
  { database }: Side,
  sink: Sink,
  options: BenchOptions,
  run: (done: () => number) => Promise<void>,
): Promise<Work> {
  const arrived = sink.count('ok')
  const done = () => sink.count('ok') - arrived
  const finish = await countStatements(database)
  const worker = await startWorker(database, { profileDir: options['profile'] })
  try {
    const startedAt = performance.now()
    await run(done)
    const rate = (done() * 1_000) / (performance.now() - startedAt)
    await delay(200)
    const { statements } = await finish()
    return { rate, peakMiB: await peakMemoryMiB(worker.pid), statements }
  } finally {
    await worker.end()
  }
}
