import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '#test/wait-for.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, median, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { readLoopWait, startApi, startWorker } from './product.ts'
import { startSink } from './sink.ts'
import type { Sink } from './sink.ts'
import { createTraffic, latencies, sendsIn } from './traffic.ts'
import {
  createBenchEndpoints,
  createBenchWorkspace,
  seedBacklog,
  wakeEndpointLanes,
} from './workspace.ts'

/** A neighbour of the healthy endpoint, which can be started and stopped. */
type Neighbour = {
  start: () => Promise<void>
  stop: () => Promise<void>
  /** The number of its deliveries that reached the sink so far. */
  count: () => number
}

/** One round beside a neighbour; `beside`: its calls per second, `loopWait`: see `readLoopWait`. */
type Round = { p50: number; p99: number; beside: number; loopWait: number }

/** How much longer an arrival may wait for the event loop of the worker than alone. */
const LOOP_WAIT_BOUNDS = {
  'beside 50 dead endpoints': 2,
  'beside a flood of another workspace': 3,
}

/**
 * Measures how long a healthy endpoint waits for its deliveries, alone and next to neighbours, in turns of one run.
 *
 * Dead endpoints hang on every call with `--backlog` queued deliveries each; they are of the same workspace, and one
 * of them subscribes to the measured events. The flood is another workspace's: `--flood-endpoints`, each with a
 * backlog, whose receivers take two seconds to answer. A flood takes a share of the machine wherever it runs, so the
 * baseline is the same flood in another product next to it, with a PostgreSQL and a worker of its own and the same receivers. There the flood is
 * alone and so has more slots, a half instead of a third of a worker's, until another workspace is active. The wait for the event
 * loop of the worker is counted in CPU, so that it is also true while the machine does other work. Further options: `--rounds`, `--seconds`, `--rate`,
 * `--in-flight` of each dead endpoint.
 */
export async function benchIsolation(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 5)
  const seconds = numberOption(options, 'seconds', 8)
  const rate = numberOption(options, 'rate', 40)
  const backlog = numberOption(options, 'backlog', 10_000)
  const floodEndpoints = numberOption(options, 'flood-endpoints', 1_000)
  const maxInFlight = numberOption(options, 'in-flight', 1)
  await using stack = new AsyncDisposableStack()
  const sink = await startSink()
  stack.defer(sink.close)
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const elsewhere = await openBenchDatabase()
  stack.defer(elsewhere.close)

  const workspace = await createBenchWorkspace(database)
  await createBenchEndpoints(workspace.scope, sink, 'watched', { count: 1 })
  const dead = await makeDead(database, workspace.scope, sink, { backlog, maxInFlight })
  const flood = await makeFlood(database, sink, floodEndpoints)
  const floodElsewhere = await makeFlood(elsewhere, sink, floodEndpoints)

  const api = await startApi(database)
  stack.defer(async () => void (await api.program.end()))
  const profileDir = options['profile']
  const worker = await startWorker(database, { profileDir, isProbed: true })
  stack.defer(async () => void (await worker.end()))
  const workerElsewhere = await startWorker(elsewhere, { profileDir })
  stack.defer(async () => void (await workerElsewhere.end()))
  const traffic = createTraffic(api.url, sendsIn([workspace]))
  stack.defer(traffic.close)
  await traffic.sendAtRate(200, 5)

  const idle: Neighbour = { start: async () => {}, stop: async () => {}, count: () => 0 }
  const neighbours = {
    alone: idle,
    'beside 1 dead endpoint': dead(1),
    'beside 50 dead endpoints': dead(50),
    'beside a flood in another product': floodElsewhere,
    'beside a flood of another workspace': flood,
  }
  const measured = new Map<string, Round[]>(Object.keys(neighbours).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, neighbour] of Object.entries(neighbours)) {
      await neighbour.start()
      await traffic.sendAtRate(rate, 4)
      sink.forget()
      const before = neighbour.count()
      await readLoopWait(worker)
      const ms = await latencies(await traffic.sendAtRate(rate, seconds), sink.arrivals)
      const beside = (neighbour.count() - before) / seconds
      const loopWait = await readLoopWait(worker)
      measured
        .get(name)!
        .push({ p50: quantile(ms, 0.5), p99: quantile(ms, 0.99), beside, loopWait })
      await neighbour.stop()
    }
  return toFigures(measured)
}

/** Fifty endpoints that never answer, with backlogs, stopped; returns the first `count` as a neighbour. */
async function makeDead(
  database: BenchDatabase,
  scope: Awaited<ReturnType<typeof createBenchWorkspace>>['scope'],
  sink: Sink,
  given: { backlog: number; maxInFlight: number },
): Promise<(count: number) => Neighbour> {
  const { backlog, maxInFlight } = given
  const make = (count: number, first: number, events: ('message.sent' | 'ticket.created')[]) =>
    createBenchEndpoints(scope, sink, 'hang', { count, first, events, maxInFlight })
  const ids = [
    ...(await make(1, 1, ['message.sent', 'ticket.created'])),
    ...(await make(49, 2, ['ticket.created'])),
  ]
  await database.seedFast(() => seedBacklog(database, scope.workspaceId, ids, { count: backlog }))
  await setEnabled(database, ids, false)
  return (count) => {
    const mine = ids.slice(0, count)
    return {
      count: () => sink.count('hang'),
      async start() {
        sink.hang(true)
        await setEnabled(database, mine, true)
        await wakeEndpointLanes(database, scope.workspaceId, mine)
      },
      async stop() {
        await setEnabled(database, mine, false)
        sink.hang(false)
        await untilReleased(database, mine)
      },
    }
  }
}

async function makeFlood(database: BenchDatabase, sink: Sink, count: number): Promise<Neighbour> {
  const { scope } = await createBenchWorkspace(database, 1)
  const ids = await createBenchEndpoints(scope, sink, 'after/2000', {
    count,
    first: 100,
    events: ['ticket.created'],
  })
  await database.seedFast(() => seedBacklog(database, scope.workspaceId, ids, { count: 200 }))
  await setEnabled(database, ids, false)
  return {
    count: () => sink.count('after'),
    async start() {
      await setEnabled(database, ids, true)
      await wakeEndpointLanes(database, scope.workspaceId, ids)
    },
    async stop() {
      await setEnabled(database, ids, false)
      await untilReleased(database, ids)
    },
  }
}

async function setEnabled(database: BenchDatabase, ids: string[], isEnabled: boolean) {
  await database.rows(
    `update webhook_endpoints
     set status = $2, disabled_reason = $3, failing_since = null, updated_at = now()
     where id = any ($1::uuid[])`,
    isEnabled ? [ids, 'enabled', null] : [ids, 'disabled', 'manual'],
  )
}

/** Waits until no worker holds a lease on any of the endpoints. */
async function untilReleased(database: BenchDatabase, ids: string[]): Promise<void> {
  const isFree = async () => {
    const [row] = await database.rows<{ held: number }>(
      `select count(*)::int as held from lanes where target_id = any ($1::uuid[]) and lease_until > now()`,
      [ids],
    )
    await delay(100)
    return row!.held === 0
  }
  await waitFor(isFree, { timeoutMs: 60_000, what: 'the neighbours to be held back' })
}

function toFigures(measured: Map<string, Round[]>): Figure[] {
  const figures: Figure[] = []
  const alone = measured.get('alone')!
  for (const [name, rounds] of measured) {
    const middle = (read: (round: Round) => number) => median(rounds.map(read))
    const { p50, p99 } = { p50: middle((each) => each.p50), p99: middle((each) => each.p99) }
    const beside = middle((each) => each.beside)
    const note = beside > 0 ? ` (${beside.toFixed(0)} calls/s of it)` : ''
    const loopWait = middle((each) => each.loopWait).toFixed(2)
    const times = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; event loop ${loopWait} ms`
    figures.push(plain(`${name}${note}`, times))
  }
  const ratios = (name: string, to: string, bound?: number) => {
    const base = measured.get(to) ?? alone
    for (const key of ['p99', 'p50'] as const) {
      const values = measured.get(name)!.map((round, index) => round[key] / base[index]![key])
      const what = `${key} ${name} / ${to}`
      if (bound && key === 'p99') figures.push(atMost(what, median(values), bound))
      else figures.push(plain(what, median(values).toFixed(2)))
    }
  }
  ratios('beside 1 dead endpoint', 'alone', 1.5)
  ratios('beside 50 dead endpoints', 'alone', 1.15)
  ratios('beside a flood of another workspace', 'beside a flood in another product', 1.5)
  ratios('beside a flood of another workspace', 'alone')
  for (const [name, bound] of Object.entries(LOOP_WAIT_BOUNDS)) {
    const values = measured
      .get(name)!
      .map((round, index) => round.loopWait / alone[index]!.loopWait)
    figures.push(atMost(`wait for the event loop ${name} / alone`, median(values), bound))
  }
  return figures
}
