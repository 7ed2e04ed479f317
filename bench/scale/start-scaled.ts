import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { waitFor } from '#test/wait-for.ts'
import { openBenchDatabase } from '../database.ts'
import type { BenchDatabase } from '../database.ts'
import { createPayloadPoster } from '../ingest/payload-poster.ts'
import { freePort, startServer } from '../load.ts'
import { benchEnvironment, countedUrl } from '../product.ts'
import { countingSettings } from '../statements.ts'
import { operationsOf } from '../tenant-operations.ts'
import type { Operation, Tenant } from '../tenant-operations.ts'
import { countBlocks, perOperation } from './count-blocks.ts'
import type { Blocks, StatementBlocks } from './count-blocks.ts'

/** What runs once an hour begins at random times in the first five minutes of a process. */
const SETTLED_SECONDS = 320
/** The time in which the product at rest is looked at: several turns of what repeats every few seconds. */
const REST_MS = 20_000
/** PostgreSQL plans a statement for all values at its sixth call, on each connection. */
const WARM = 30

/** The product on a database of its own, and what is done in it. */
type Scaled = {
  database: BenchDatabase
  operations: Record<string, Operation>
  get: (tenant: Pick<Tenant, 'key'>, path: string) => Promise<unknown>
  /** Waits until the worker has nothing to do, and returns what it reads in 20 s then. */
  readAtRest: () => Promise<Blocks>
  /** Does an operation `times` times, in the tenants in turn, and returns what one reads until the worker has done its part. */
  measure: (
    operation: Operation,
    tenants: readonly Tenant[],
    options: { times: number; atRest: Blocks },
  ) => Promise<StatementBlocks[]>
}

/**
 * Starts it as by `npm start`, and waits for so many `seconds` that what it does once an hour is over for now: it reads a few blocks of each
 * workspace and deletes old rows.
 */
export async function startScaled(
  stack: AsyncDisposableStack,
  seconds = SETTLED_SECONDS,
): Promise<Scaled> {
  const database = await openBenchDatabase(countingSettings)
  stack.defer(database.close)
  await database.query('create extension if not exists pg_stat_statements')
  const ingestPort = await freePort()
  const parley = await startServer(['server/main.ts', 'start'], {
    ...benchEnvironment(await countedUrl(database)),
    INGEST_PORT: String(ingestPort),
    WHATSAPP_APP_SECRET: 'test_app_secret',
  })
  stack.defer(parley.stop)
  await delay(seconds * 1_000)
  const api = new Pool(parley.url, { connections: 4 })
  stack.defer(() => api.close())
  const poster = createPayloadPoster(`http://127.0.0.1:${ingestPort}`)
  stack.defer(poster.close)

  const isIdle = async () => {
    const [row] = await database.rows<{ is_idle: boolean }>(
      `select not exists (select from lanes where due_at < now() + interval '2 seconds')
         and not exists (select from inbound_payloads where status = 'pending' and due_at <= now()) as is_idle`,
    )
    return row!.is_idle
  }
  async function untilRest(): Promise<void> {
    await waitFor(isIdle, { timeoutMs: 60_000, what: 'the end of the work' })
    // What the last lane has written.
    await delay(500)
  }
  return {
    database,
    operations: operationsOf(api, poster.post),
    async get({ key }, path) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await api.request({ method: 'GET', path: `/api/v1/${path}`, headers })
      const text = await answer.body.text()
      if (answer.statusCode !== 200)
        throw new Error(`A request was answered ${answer.statusCode}: ${text}`)
      return JSON.parse(text)
    },
    async readAtRest() {
      await untilRest()
      const read = await countBlocks(database)
      await delay(REST_MS)
      return read()
    },
    async measure(operation, tenants, { times, atRest }) {
      const run = async (count: number) => {
        for (let number = 0; number < count; number++)
          await operation(tenants[number % tenants.length]!)
        await untilRest()
      }
      await run(WARM)
      const read = await countBlocks(database)
      await run(times)
      return perOperation(await read(), atRest, times)
    },
  }
}
