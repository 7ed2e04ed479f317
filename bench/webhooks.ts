import { setTimeout as delay } from 'node:timers/promises'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuMs } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { startApi, startWorker } from './product.ts'
import { startSink } from './sink.ts'
import type { Sink } from './sink.ts'
import { countStatements, countingSettings, nameStatement } from './statements.ts'
import type { DatabaseUse } from './statements.ts'
import { createTraffic, latencies, sendsIn } from './traffic.ts'
import type { Traffic } from './traffic.ts'
import { createBenchEndpoints, createBenchWorkspace } from './workspace.ts'

/** Endpoints to deliver to; every event of a workspace goes to all of its own. */
type Case = { name: string; workspaces: number; endpoints: number; maxInFlight: number }

const cases: Record<string, Case> = {
  ordered: { name: '1 endpoint, one at a time', workspaces: 1, endpoints: 1, maxInFlight: 1 },
  one: { name: '1 endpoint, 20 at a time', workspaces: 1, endpoints: 1, maxInFlight: 20 },
  ten: { name: '10 endpoints', workspaces: 1, endpoints: 10, maxInFlight: 20 },
  thousand: {
    name: '1,000 endpoints, 10 in each of 100 workspaces',
    workspaces: 100,
    endpoints: 10,
    maxInFlight: 20,
  },
  'fan-out': {
    name: '1,000 endpoints of one workspace',
    workspaces: 1,
    endpoints: 1_000,
    maxInFlight: 20,
  },
}

/** Deliveries that may be under way at full rate: enough that nobody waits for the load. */
const UNDER_WAY = 2_000

/** Statements of the worker per delivery at full rate, at the most. */
const STATEMENTS_BOUND = 0.2

/**
 * Messages sent through the API until their webhooks arrive at a sink: the rate that is held, the latency from
 * answer to arrival at half of it, and what the worker asked of the database per delivery at the full rate.
 * Options: `--cases one,thousand`, `--seconds`, `--profile DIR` for the worker's CPU profile, `--statements yes` to see each.
 */
export async function benchWebhooks(options: BenchOptions): Promise<Figure[]> {
  const seconds = numberOption(options, 'seconds', 8)
  const chosen = (options['cases'] ?? Object.keys(cases).join()).split(',')
  const figures: Figure[] = []
  for (const key of chosen) {
    const each = cases[key]
    if (!each) throw new Error(`--cases takes ${Object.keys(cases).join(', ')}.`)
    figures.push(...(await benchCase(each, seconds, options)))
  }
  return figures
}

async function benchCase(each: Case, seconds: number, options: BenchOptions): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase(countingSettings)
  stack.defer(database.close)
  const sink = await startSink()
  stack.defer(sink.close)
  const workspaces = []
  for (let index = 0; index < each.workspaces; index++) {
    const workspace = await createBenchWorkspace(database)
    await createBenchEndpoints(workspace.scope, sink, 'watched', {
      count: each.endpoints,
      maxInFlight: each.maxInFlight,
      first: index * each.endpoints,
    })
    workspaces.push(workspace)
  }
  const api = await startApi(database)
  stack.defer(async () => void (await api.program.end()))
  const worker = await startWorker(database, { profileDir: options['profile'] })
  stack.defer(async () => void (await worker.end()))
  const traffic = createTraffic(api.url, sendsIn(workspaces))
  stack.defer(traffic.close)

  const full = await measureFullRate({
    database,
    sink,
    traffic,
    seconds,
    fanOut: each.endpoints,
    workerPid: worker.pid,
  })
  const half = full.rate / each.endpoints / 2
  await traffic.sendAtRate(half, 2)
  sink.forget()
  const sent = await traffic.sendAtRate(half, seconds)
  const ms = await latencies(sent, sink.arrivals, each.endpoints)
  return [
    plain(
      each.name,
      `${(full.rate / each.endpoints).toFixed(0)} events/s, ${full.rate.toFixed(0)} deliveries/s`,
    ),
    plain(
      '  answer to arrival at half of that',
      `p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms`,
    ),
    atMost(
      '  statements of the worker per delivery at full rate',
      full.use.calls / full.deliveries,
      STATEMENTS_BOUND,
    ),
    plain(
      '  transactions per delivery, of the worker, of all',
      `${(full.use.workerTransactions / full.deliveries).toFixed(2)}, ${(full.use.allTransactions / full.deliveries).toFixed(2)}`,
    ),
    plain('  CPU of the worker per delivery', `${(full.cpuMs / full.deliveries).toFixed(2)} ms`),
    ...(options['statements'] ? showStatements(full) : []),
  ]
}

type FullRate = { rate: number; deliveries: number; cpuMs: number; use: DatabaseUse }

/** The deliveries a second that arrive while as many messages are sent as the product keeps up with. */
async function measureFullRate(given: {
  database: BenchDatabase
  sink: Sink
  traffic: Traffic
  seconds: number
  fanOut: number
  workerPid: number
}): Promise<FullRate> {
  const { database, sink, traffic, seconds, fanOut, workerPid } = given
  const stopped = new AbortController()
  const underWay = Math.max(UNDER_WAY, 4 * fanOut)
  const arrived = () => sink.count('watched')
  const sending = traffic.sendAllOut({
    connections: 64,
    hasRoom: (sent) => sent * fanOut - arrived() < underWay,
    mayGoOn: () => !stopped.signal.aborted,
  })
  // A send that fails is seen when the sending is waited for.
  sending.catch(() => stopped.abort())
  await delay(Math.min(4_000, seconds * 500))
  const finish = await countStatements(database)
  const cpuBefore = await cpuMs(workerPid)
  const [before, startedAt] = [arrived(), performance.now()]
  await delay(seconds * 1_000)
  const [deliveries, took] = [arrived() - before, performance.now() - startedAt]
  const cpu = (await cpuMs(workerPid)) - cpuBefore
  const use = await finish()
  stopped.abort()
  await sending
  await untilStill(arrived)
  return { rate: (deliveries * 1_000) / took, deliveries, cpuMs: cpu, use }
}

/** Waits until `count` has not changed for two seconds. */
async function untilStill(count: () => number): Promise<void> {
  let [seen, seenAt] = [-1, performance.now()]
  while (performance.now() - seenAt < 2_000) {
    if (count() !== seen) [seen, seenAt] = [count(), performance.now()]
    await delay(50)
  }
}

function showStatements({ use, deliveries }: FullRate): Figure[] {
  return use.statements.slice(0, 12).map(({ text, calls, totalMs }) => {
    const perDelivery = (calls / deliveries).toFixed(3)
    const mean = (totalMs / calls).toFixed(2)
    return plain(`    ${nameStatement(text)}`, `${perDelivery} a delivery, ${mean} ms each`)
  })
}
