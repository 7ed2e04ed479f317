import { setTimeout as delay } from 'node:timers/promises'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import { atMost, median, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuWithChildrenMs, freePort, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment } from './product.ts'
import { startSink } from './sink.ts'
import { createTraffic, latencies } from './traffic.ts'
import type { Traffic } from './traffic.ts'
import { createBenchEndpoints } from './workspace.ts'

/** Parley may take so many times the bare handler's answer: 4 ms where that takes 1.5 ms. */
const AGAINST_BARE = 2.67
/** Publishers at the full rate. */
const PUBLISHERS = 32
/** The percentiles of latencies that charts show. */
const PERCENTILES = [50, 75, 90, 97.5, 99, 99.9]
/** Events that may be under way at the full rate. */
const UNDER_WAY = 2_000

/** Latencies in ms at a calm rate, or the full rate per second, with the ms of CPU per 1,000 of each. */
type Round = { ms: number[]; rate: number; nodeMs: number; postgresMs: number }

/**
 * Contacts published over HTTP until their webhooks arrive at one endpoint, at a calm rate and from 32 publishers at full
 * rate. The product runs as by `npm start`, in two processes; beside them, a bare handler answers after one INSERT in the same
 * database. Options: `--rounds` (4), `--seconds` of each (4), `--rate` a second (200).
 */
export async function benchArrival(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 4)
  const seconds = numberOption(options, 'seconds', 4)
  const calmRate = numberOption(options, 'rate', 200)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const sink = await startSink()
  stack.defer(sink.close)
  const { scope } = await createTestWorkspace(database.context)
  await createBenchEndpoints(scope, sink, 'watched', {
    count: 1,
    events: ['contact.created'],
    maxInFlight: 20,
  })
  const key = await createTestKey(scope, ['contacts:write'])
  const env = { ...benchEnvironment(database.url), INGEST_PORT: String(await freePort()) }
  const parley = await startServer(['server/main.ts', 'start'], env)
  stack.defer(parley.stop)
  const bare = await startServer(['bench/bare-server.ts'], env)
  stack.defer(bare.stop)
  const postmaster = await findPostmaster(database)

  let phone = 14_150_000_000
  const publishing = createTraffic(parley.url, () => ({
    path: '/api/v1/contacts',
    key,
    body: { name: 'Leela Nair', phone_e164: `+${++phone}`, source: 'shop' },
  }))
  stack.defer(publishing.close)
  const inserting = createTraffic(bare.url, () => ({
    path: '/send',
    key,
    body: { conversation_id: scope.workspaceId, message: 'Leela Nair, +14150000000, shop' },
  }))
  stack.defer(inserting.close)

  async function measure(pid: number, run: () => Promise<Pick<Round, 'ms' | 'rate'>>) {
    const [node, postgres] = [await cpuWithChildrenMs(pid), await cpuWithChildrenMs(postmaster)]
    const result = await run()
    const thousands = (result.ms.length || result.rate * seconds) / 1_000
    return {
      ...result,
      nodeMs: ((await cpuWithChildrenMs(pid)) - node) / thousands,
      postgresMs: ((await cpuWithChildrenMs(postmaster)) - postgres) / thousands,
    }
  }
  const arrived = () => sink.count('watched')
  const atFullRate = async (traffic: Traffic, count: () => number, hasRoom: () => boolean) => {
    const stopped = new AbortController()
    const sending = traffic.sendAllOut({
      connections: PUBLISHERS,
      hasRoom,
      mayGoOn: () => !stopped.signal.aborted,
    })
    const [before, startedAt] = [count(), performance.now()]
    await Promise.race([delay(seconds * 1_000), sending])
    const rate = ((count() - before) * 1_000) / (performance.now() - startedAt)
    stopped.abort()
    await sending
    return { ms: [], rate }
  }
  const cases = {
    calm: () =>
      measure(parley.pid, async () => {
        sink.forget()
        const sent = await publishing.sendAtRate(calmRate, seconds)
        return { ms: await latencies(sent, sink.arrivals, 1, 'askedAt'), rate: calmRate }
      }),
    calmBare: () =>
      measure(bare.pid, async () => {
        const sent = await inserting.sendAtRate(calmRate, seconds)
        return { ms: sent.map((each) => each.answeredAt - each.askedAt), rate: calmRate }
      }),
    full: async () => {
      const first = arrived() - publishing.answered()
      const result = await measure(parley.pid, () =>
        atFullRate(
          publishing,
          arrived,
          () => publishing.answered() + first - arrived() < UNDER_WAY,
        ),
      )
      while (arrived() < publishing.answered() + first) await delay(20)
      return result
    },
    fullBare: () => measure(bare.pid, () => atFullRate(inserting, inserting.answered, () => true)),
  }
  const results: Record<keyof typeof cases, Round[]> = {
    calm: [],
    calmBare: [],
    full: [],
    fullBare: [],
  }
  for (let round = -1; round < rounds; round++) {
    for (const name of Object.keys(cases) as (keyof typeof cases)[]) {
      const result = await cases[name]()
      // The first round warms everything up.
      if (round >= 0) results[name].push(result)
    }
  }
  return toFigures(results, calmRate)
}

function toFigures(
  results: Record<'calm' | 'calmBare' | 'full' | 'fullBare', Round[]>,
  calmRate: number,
): Figure[] {
  const { calm, calmBare, full, fullBare } = results
  const quantileOf = (of: Round[], share: number) => median(of.map(({ ms }) => quantile(ms, share)))
  const show = (of: Round[]) =>
    `p50 ${quantileOf(of, 0.5).toFixed(1)}, p95 ${quantileOf(of, 0.95).toFixed(1)}, p99 ${quantileOf(of, 0.99).toFixed(1)} ms`
  const percentilesOf = (of: Round[]) =>
    Object.fromEntries(PERCENTILES.map((each) => [each, quantileOf(of, each / 100)]))
  const cpu = (of: Round[]) =>
    `${(median(of.map(({ nodeMs }) => nodeMs)) / 1_000).toFixed(2)} + ${(median(of.map(({ postgresMs }) => postgresMs)) / 1_000).toFixed(2)}`
  const rate = (of: Round[]) => median(of.map((each) => each.rate))
  return [
    plain(`contacts at ${calmRate}/s: publish to arrival`, show(calm), percentilesOf(calm)),
    plain('  answer of the bare handler at that rate', show(calmBare), percentilesOf(calmBare)),
    atMost('  p50 against that', quantileOf(calm, 0.5) / quantileOf(calmBare, 0.5), AGAINST_BARE),
    plain('  CPU seconds per 1,000, Node + PostgreSQL', cpu(calm)),
    plain('  the same of the bare handler', cpu(calmBare)),
    plain(`${PUBLISHERS} publishers at full rate: delivered`, `${rate(full).toFixed(0)}/s`, {
      value: rate(full),
    }),
    plain('  answers of the bare handler', `${rate(fullBare).toFixed(0)}/s`),
    plain('  rate against bare', (rate(full) / rate(fullBare)).toFixed(2)),
    plain('  CPU seconds per 1,000, Node + PostgreSQL', cpu(full)),
    plain('  the same of the bare handler', cpu(fullBare)),
  ]
}
