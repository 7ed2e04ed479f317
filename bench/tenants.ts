import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { findPostmaster, openBenchDatabase } from './database.ts'
import { atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { createPayloadPoster } from './ingest/payload-poster.ts'
import { cpuMs, cpuWithChildrenMs, freePort, listChildren, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment } from './product.ts'
import { countingSettings, readCalls } from './statements.ts'
import type { Calls } from './statements.ts'
import { createTenants, operationsOf } from './tenant-operations.ts'
import type { Operation } from './tenant-operations.ts'

/** The CPU of an operation over many workspaces may be so many times that of one workspace. */
const AGAINST_ONE = 1.5
/** Operations of a round, by the requests at once. */
const OPERATIONS: Readonly<Record<number, number>> = { 4: 400, 64: 1_600 }
/** Messages a second that a channel may send: the most that a platform takes. */
const SEND_RATE = 1_000
/** The product is at rest once it uses no more than a tenth of a processor for so long. */
const REST_MS = 400

/** The ms of CPU of one operation, in both processes of the product and in PostgreSQL, and its statements. */
type Round = {
  apiMs: number
  workerMs: number
  postgresMs: number
  statements: (Calls & { text: string })[]
}

/**
 * Sends, contacts, tickets and inbound payloads over many workspaces against the same over one: milliseconds of CPU of an operation
 * from the request to the end of the worker's part, with 4 and 64 requests at once. The product runs as by `npm start`. The
 * messages have no platform to go to, which ends their sending at once. Options: `--workspaces` (100,500), `--rounds` (4),
 * `--only` of send, contact, ticket, payload, `--statements FILE` writes there what PostgreSQL executed in each round.
 */
export async function benchTenants(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 4)
  const counts = [1, ...(options['workspaces'] ?? '100,500').split(',').map(Number)]
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase(countingSettings)
  stack.defer(database.close)
  const most = Math.max(...counts)
  // The first has as many conversations as all together: a platform takes only so many messages at once for one of them.
  const tenants = await createTenants(database, 1, most)
  tenants.push(...(await createTenants(database, most - 1)))
  // The pace of a platform is not measured.
  await database.query(
    `update channels set send_rate = ${SEND_RATE}, send_pair_burst = ${SEND_RATE}`,
  )
  const ingestPort = await freePort()
  const parley = await startServer(['server/main.ts', 'start'], {
    ...benchEnvironment(database.url),
    INGEST_PORT: String(ingestPort),
    WHATSAPP_APP_SECRET: 'test_app_secret',
  })
  stack.defer(parley.stop)
  const postmaster = await findPostmaster(database)
  const api = new Pool(parley.url, { connections: 64 })
  stack.defer(() => api.close())
  const poster = createPayloadPoster(`http://127.0.0.1:${ingestPort}`)
  stack.defer(poster.close)

  const only = options['only']?.split(',')
  const operations = Object.entries(operationsOf(api, poster.post)).filter(
    ([name]) => !only || only.includes(name),
  )
  const [worker] = await listChildren(parley.pid)
  const cpu = async () => {
    const [api, second, postgres] = await Promise.all([
      cpuMs(parley.pid),
      cpuMs(worker!),
      cpuWithChildrenMs(postmaster),
    ])
    return { api, worker: second, postgres, all: api + second + postgres }
  }
  /** Returns what was used until the worker has ended what it was given to do. */
  async function useAtRest() {
    for (let before = await cpu(); ;) {
      await delay(REST_MS)
      const now = await cpu()
      if (now.all - before.all <= REST_MS / 10 && !(await isQueued()))
        return { ...now, calls: await readCalls(database) }
      before = now
    }
  }
  async function isQueued(): Promise<boolean> {
    const queued = await database.rows('select from messages where send_due_at is not null limit 1')
    return queued.length > 0
  }
  async function measure(operation: Operation, count: number, atOnce: number): Promise<Round> {
    const before = await useAtRest()
    const total = OPERATIONS[atOnce]!
    let next = 0
    const client = async () => {
      while (next < total) {
        const tenant = tenants[next % count]!
        const place = tenant.places[Math.floor(next++ / count) % tenant.places.length]!
        await operation({ ...tenant, ...place })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    const after = await useAtRest()
    return {
      apiMs: (after.api - before.api) / total,
      workerMs: (after.worker - before.worker) / total,
      postgresMs: (after.postgres - before.postgres) / total,
      statements: [...after.calls].flatMap(([text, { calls, ms }]) => {
        const known = before.calls.get(text) ?? { calls: 0, ms: 0 }
        const each = { text, calls: (calls - known.calls) / total, ms: (ms - known.ms) / total }
        return each.calls > 0 ? [each] : []
      }),
    }
  }

  const results = new Map<string, Round[]>()
  for (let round = -1; round < rounds; round++)
    for (const [name, operation] of operations)
      for (const atOnce of Object.keys(OPERATIONS).map(Number))
        for (const count of counts) {
          const result = await measure(operation, count, atOnce)
          const key = `${name} ${atOnce} ${count}`
          // The first round warms everything up.
          if (round >= 0) results.getOrInsertComputed(key, () => []).push(result)
        }
  const figures = operations.flatMap(([name]) =>
    Object.keys(OPERATIONS).flatMap((atOnce) => toFigures(name, atOnce, counts, results)),
  )
  if (options['statements'])
    await writeFile(options['statements'], JSON.stringify(Object.fromEntries(results)))
  return figures
}

function toFigures(
  name: string,
  atOnce: string,
  counts: readonly number[],
  results: ReadonlyMap<string, Round[]>,
): Figure[] {
  const read = (count: number) => {
    const rounds = results.get(`${name} ${atOnce} ${count}`)!
    const middle = (value: (round: Round) => number) => median(rounds.map(value))
    return {
      api: middle(({ apiMs }) => apiMs),
      worker: middle(({ workerMs }) => workerMs),
      postgres: middle(({ postgresMs }) => postgresMs),
      all: middle(({ apiMs, workerMs, postgresMs }) => apiMs + workerMs + postgresMs),
      statements: middle(({ statements }) => statements.reduce((sum, { calls }) => sum + calls, 0)),
    }
  }
  const [one, ...several] = counts.map((count) => ({ count, ...read(count) }))
  const show = ({ api, worker, postgres, statements }: ReturnType<typeof read>) =>
    `${[api, worker, postgres].map((ms) => ms.toFixed(2)).join(' + ')} ms, ${statements.toFixed(1)} statements`
  return [
    plain(
      `${name}, ${atOnce} at once: CPU of API + worker + PostgreSQL in one workspace`,
      show(one!),
    ),
    ...several.flatMap((each) => [
      plain(`  over ${each.count} workspaces`, show(each)),
      atMost('    against one workspace', each.all / one!.all, AGAINST_ONE),
    ]),
  ]
}
