import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { Pool } from 'pg'
import { toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import type { Context } from '#db/context.ts'
import { createClient, createDb, createPool } from '#db/pool.ts'
import type { Db } from '#db/pool.ts'
import { createEventAnnouncer } from '#events/create-event-announcer.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/create-log.ts'
import { recordIndexUse } from './runner/index-use.ts'
import { checkRecording } from './statements/check-recording.ts'
import { namePool, recordStatements } from './statements/record-statements.ts'

/** Returns the configuration of tests: free ports, local webhooks allowed, worthless secrets. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const config = toConfig({ ...noEnv, ALLOW_LOCAL_WEBHOOKS: 'true', HOST: '127.0.0.1' })
  return {
    ...config,
    port: 0,
    ingestPort: 0,
    simulatorPort: 0,
    secretKey: Buffer.alloc(32, 7),
    whatsapp: { appSecret: 'test_app_secret', verifyToken: 'test_verify_token' },
    platformSettings: {},
    logLevel: 'silent',
    memberRate: 10_000,
    // The product's least is 14, which takes a fifth of a second of CPU time for every sign-in.
    passwordCost: 4,
    ...overrides,
  }
}

const noEnv = new Proxy({} as Parameters<typeof toConfig>[0], {
  get: () => undefined,
  ownKeys: () => [],
})

/** The functions to call before the database of a test context is closed, by its `db`. */
const endings = new WeakMap<Db, (() => Promise<void>)[]>()

/** Lets `beforeClose` add to what the returned function ends, the last one first. */
export function collectEnds(db: Db): () => Promise<void> {
  const ends: (() => Promise<void>)[] = []
  endings.set(db, ends)
  return async () => {
    for (const end of ends.toReversed()) await end()
  }
}

/**
 * Calls `end` after the tests that use the database of `context`, and before it is closed. Hooks run in the order in
 * which they were added, so a worker that an `after` stops would first lose its database, and wait for it.
 */
export function beforeClose({ db }: Pick<Context, 'db'>, end: () => Promise<void>): void {
  const known = endings.get(db)
  if (!known) throw new Error('The database is not that of a test context.')
  known.push(end)
}

/** Changes a database before the product connects to it. */
export type Prepare = (url: string, pool: Pool) => Promise<void>

/**
 * Creates a context on its own migrated database, which is dropped after the file's tests. Lanes are really woken and
 * events announced. A statement that breaks a rule of `statements/rules.ts` fails the file. `overrides` replaces single
 * settings. `prepare` gets the database before its pool connects.
 */
export async function openTestContext(
  overrides: Partial<Config> = {},
  prepare?: Prepare,
): Promise<{ context: Context; url: string }> {
  const { url, drop } = await createTestDatabase()
  const pool = createPool({ url, max: 12, name: 'parley test', onError: () => undefined })
  await prepare?.(url, pool)
  const recording = recordStatements(pool)
  const db = createDb(namePool(pool, 'tenant'))
  const directory = createDb(namePool(pool, 'directory'))
  const config = testConfig({
    ...overrides,
    database: {
      url,
      directUrl: url,
      isShared: false,
      replicaUrls: [],
      shards: [],
      prepared: true,
      embeddedPort: undefined,
      poolMax: 12,
    },
  })
  const log = createLog(config.logLevel)
  const lanes = createLaneWaker({ db, log })
  const events = createEventAnnouncer({ db, log })
  const endFirst = collectEnds(db)
  after(async () => {
    await endFirst()
    await Promise.all([lanes.flush(), events.flush()])
    await pool.end()
    await drop()
    assert.deepEqual(await checkRecording(recording), [], 'statements that break a rule')
  })
  const { wake } = lanes
  const { announce, announcements } = events
  return {
    context: { db, directory, config, log, clock: systemClock, wake, announce, announcements },
    url,
  }
}

/**
 * Creates a database for one test file, a copy of `template` (migrated and empty by default; `template0`: no tables).
 * Returns its address and how to drop it, which also closes the connections to it.
 */
export async function createTestDatabase(
  options: { template?: string } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('Run tests with `node test/run.ts`: it starts their PostgreSQL.')
  const name = `test_${randomBytes(8).toString('hex')}`
  const { template = 'parley_template' } = options
  // A tenth of the CPU time of the default strategy, which writes every page of the template to the log.
  await runOn(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = async () => {
    const path = process.env['INDEX_USE']
    if (path) await recordIndexUse(url.href, path)
    await runOn(server, `drop database ${name} with (force)`)
  }
  return { url: url.href, drop }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
