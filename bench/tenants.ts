import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { findPostmaster, openBenchDatabase } from './database.ts'
import { atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { createPayloadPoster } from './ingest/payload-poster.ts'
import { cpuWithChildrenMs, freePort, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment } from './product.ts'
import { createTenants, operationsOf } from './tenant-operations.ts'
import type { Operation } from './tenant-operations.ts'

/** The CPU of an operation over many workspaces may be so many times that of one workspace. */
const AGAINST_ONE = 1.5
/** Operations of a round, by the requests at once. */
const OPERATIONS: Readonly<Record<number, number>> = { 4: 400, 64: 1_600 }
/** The product is at rest once it uses no more than a tenth of a processor for so long. */
const REST_MS = 400

/** The ms of CPU of one operation, in all processes of the product and in PostgreSQL. */
type Round = { nodeMs: number; postgresMs: number }

/**
 * Sends, contacts, tickets and inbound payloads over many workspaces against the same over one: milliseconds of CPU of an operation
 * from the request to the end of the worker's part, with 4 and 64 requests at once. The product runs as by `npm start`. The
 * messages have no platform to go to, which ends their sending at once. Options: `--workspaces` (100,500), `--rounds` (4),
 * `--only` of send, contact, ticket, payload.
 */
export async function benchTenants(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 4)
  const counts = [1, ...(options['workspaces'] ?? '100,500').split(',').map(Number)]
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const tenants = await createTenants(database, Math.max(...counts))
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
  const cpu = async () => ({
    node: await cpuWithChildrenMs(parley.pid),
    postgres: await cpuWithChildrenMs(postmaster),
  })
  /** Returns the CPU that was used until the worker has ended what it was given to do. */
  async function cpuAtRest(): Promise<{ node: number; postgres: number }> {
    for (let before = await cpu(); ;) {
      await delay(REST_MS)
      const now = await cpu()
      if (now.node + now.postgres - before.node - before.postgres <= REST_MS / 10) return now
      before = now
    }
  }
  async function measure(operation: Operation, count: number, atOnce: number): Promise<Round> {
    const before = await cpuAtRest()
    const total = OPERATIONS[atOnce]!
    let next = 0
    const client = async () => {
      while (next < total) await operation(tenants[next++ % count]!)
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    const after = await cpuAtRest()
    return {
      nodeMs: (after.node - before.node) / total,
      postgresMs: (after.postgres - before.postgres) / total,
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
  return operations.flatMap(([name]) =>
    Object.keys(OPERATIONS).flatMap((atOnce) => toFigures(name, atOnce, counts, results)),
  )
}

function toFigures(
  name: string,
  atOnce: string,
  counts: readonly number[],
  results: ReadonlyMap<string, Round[]>,
): Figure[] {
  const read = (count: number) => {
    const rounds = results.get(`${name} ${atOnce} ${count}`)!
    return {
      node: median(rounds.map(({ nodeMs }) => nodeMs)),
      postgres: median(rounds.map(({ postgresMs }) => postgresMs)),
      all: median(rounds.map(({ nodeMs, postgresMs }) => nodeMs + postgresMs)),
    }
  }
  const [one, ...several] = counts.map((count) => ({ count, ...read(count) }))
  const show = ({ node, postgres }: { node: number; postgres: number }) =>
    `${node.toFixed(2)} + ${postgres.toFixed(2)} ms`
  return [
    plain(`${name}, ${atOnce} at once: CPU in one workspace, Node + PostgreSQL`, show(one!)),
    ...several.flatMap((each) => [
      plain(`  over ${each.count} workspaces`, show(each)),
      atMost('    against one workspace', each.all / one!.all, AGAINST_ONE),
    ]),
  ]
}
