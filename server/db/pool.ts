import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connectionFailures, connectionWait, pools } from '#lib/metrics.ts'
import type { MeasuredPool } from '#lib/metrics.ts'
import { limitWait, OutOfTimeError } from '#lib/time-budget.ts'
import { errorFields } from '#lib/errors.ts'
import { parseTime } from './connecting/parse-time.ts'
import {
  checkReadWrite,
  ClosingClient,
  PooledClient,
  SERVER_LIMITS,
} from './connecting/pooled-client.ts'
import type { PoolState } from './connecting/pooled-client.ts'
import { toServers } from '#lib/settings/database-servers.ts'
import type { Database } from './database.ts'

/** The typed query builder for the database. */
export type Db = Kysely<Database>

/** A connection outside of any pool. */
export type Client = pg.Client & AsyncDisposable

/** The columns that are read otherwise than pg does: int8 (positions, counters) as numbers, and times faster. */
const PARSERS = new Map<number, unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, parseTime],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Finds a lost connection that nobody uses. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Settings of a pool: `max` connections, and a name that operators see in pg_stat_activity. `transactionMode`: `url` is
 * a pooler that gives a connection another session for each transaction, so nothing may be set for a session.
 * `prepared`: statements may have names; the default. `isReadOnly`: every write fails, also if the replica is promoted.
 * `onRefusal` gets the error of every statement that PostgreSQL refused.
 */
type PoolOptions = {
  url: string
  max: number
  name: string
  transactionMode?: boolean
  prepared?: boolean
  isReadOnly?: boolean
  onError: (err: Error) => void
  onRefusal?: (err: unknown) => void
}

/** The longest wait for a connection. */
const CONNECTION_MS = 5_000
/** Connections are replaced after this time, so that a change of servers or addresses is followed. */
const LIFETIME_S = 600

/** A pool that returns only connections of which nothing speaks against their being alive. It is measured until it ends. */
class CheckedPool extends pg.Pool {
  readonly #state: PoolState
  readonly #name: string
  readonly #measured: MeasuredPool

  constructor(config: pg.PoolConfig & { state: PoolState; application_name: string }) {
    super(config)
    this.#state = config.state
    this.#name = config.application_name
    this.#measured = {
      name: this.#name,
      count: () => ({
        used: this.totalCount - this.idleCount,
        idle: this.idleCount,
        pending: this.waitingCount,
      }),
    }
    pools.add(this.#measured)
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of end
  override end(...args: any[]): any {
    pools.delete(this.#measured)
    return super.end(...(args as []))
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of connect
  override connect(...args: any[]): any {
    return args.length > 0 ? super.connect(...(args as [never])) : this.#checkOut()
  }

  async #checkOut(): Promise<pg.PoolClient> {
    const endWait = connectionWait.startTimer({ pool: this.#name })
    try {
      return await this.#findIntact()
    } catch (err) {
      connectionFailures.inc({ pool: this.#name })
      throw err
    } finally {
      endWait()
    }
  }

  async #findIntact(): Promise<pg.PoolClient> {
    let attemptsLeft = this.#state.servers.urls.length
    for (;;) {
      try {
        const client = await this.#acquire()
        if (!client.isStale) return client
        client.release(true)
      } catch (err) {
        attemptsLeft--
        if (attemptsLeft === 0 || !isServerFailure(err)) throw err
      }
    }
  }

  async #acquire(): Promise<PooledClient & pg.PoolClient> {
    const acquiring = super.connect() as Promise<PooledClient & pg.PoolClient>
    const late = Promise.withResolvers<never>()
    let isLate = false
    acquiring.then(
      (client) => isLate && client.release(),
      () => undefined,
    )
    const client = await limitWait(
      Promise.race([acquiring, late.promise]),
      CONNECTION_MS * 2,
      () => {
        isLate = true
        late.reject(new OutOfTimeError())
      },
    )
    const release = client.release.bind(client)
    // Kysely returns every connection as if it were intact.
    client.release = (err) => release(err ?? client.isStale)
    return client
  }
}

/** Returns whether another server may be reached after this error. */
function isServerFailure(err: unknown): boolean {
  return isDatabaseUnavailable(err) && !/exceeded when trying to connect/.test(String(err))
}

/** Creates a pool of connections. Broken idle connections are reported to `onError` and replaced. */
export function createPool(options: PoolOptions): pg.Pool {
  const state: PoolState = {
    servers: toServers(options.url),
    current: 0,
    prepared: options.prepared ?? true,
    joins: (options.prepared ?? true) && !options.transactionMode,
    isReadOnly: options.isReadOnly ?? false,
    suspectAt: 0,
    retiredAt: 0,
    onRefusal: options.onRefusal,
  }
  const pool = new CheckedPool({
    Client: PooledClient as never,
    state,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: CONNECTION_MS,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LIFETIME_S,
    ...KEEP_ALIVE,
    // Poolers refuse them as parameters of a connection.
    ...(!options.transactionMode && SERVER_LIMITS),
    ...(options.isReadOnly && { options: '-c default_transaction_read_only=on' }),
    onConnect: ((client: PooledClient) => client.verify()) as never,
    types,
  })
  pool.on('error', (err) => {
    // While the pool shuts down, its connections may fail because the database stops at the same time.
    if (!pool.ending) options.onError(err)
  })
  // The pool only handles errors of idle connections. An error of a connection in use already fails its query
  // and must not crash the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Creates a Kysely instance on `pool`. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** Creates a separate connection. The caller must connect and end it. */
export function createClient(url: string, name: string): Client {
  return new ClosingClient({ connectionString: url, application_name: name, ...KEEP_ALIVE, types })
}

/** Options of `openClient`: the time limit for each server, and whether to use the parameters of a pool. */
type ClientOptions = { timeoutMs?: number; limits?: boolean }

/**
 * Opens a separate connection, for example for `listen`, to the first usable server of `url`. With `limits`, it uses
 * the same parameters as a pool. The caller must end it.
 */
export async function openClient(
  url: string,
  name: string,
  { timeoutMs = CONNECTION_MS, limits = false }: ClientOptions = {},
): Promise<Client> {
  const { urls, readWrite } = toServers(url)
  const failures: unknown[] = []
  for (const connectionString of urls) {
    const client = new ClosingClient({
      connectionString,
      application_name: name,
      connectionTimeoutMillis: timeoutMs,
      ...KEEP_ALIVE,
      ...(limits && SERVER_LIMITS),
      types,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (readWrite) await checkReadWrite(client)
      return client
    } catch (err) {
      failures.push(err)
      client.end().catch(() => undefined)
    }
  }
  throw failures[0]
}

const unavailableCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '25006',
  '25P03',
  '55P03',
  // A write to a workspace that changes its server (migration 0084).
  'WM001',
])
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
const poolMessages =
  /timeout exceeded when trying to connect|timeout expired|Client was closed and is not queryable|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|driver has already been destroyed/

/**
 * Returns whether `err` means that the database is unavailable or overloaded, so that nothing was committed or
 * the caller can retry. Source: PostgreSQL error codes, classes 08, 53, 57;
 * messages of Node and pg-pool.
 */
export function isDatabaseUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false
  if (err instanceof AggregateError) return err.errors.some(isDatabaseUnavailable)
  const { code, syscall } = errorFields(err)
  if (
    code !== undefined &&
    (/^(08|53)...$/.test(code) || unavailableCodes.has(code) || networkCodes.has(code))
  )
    return true
  // A socket of a server that is not there, or has no place in its queue.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN')) return true
  return poolMessages.test(err.message)
}

/** Returns whether no connection was free, or could be opened, in time. */
export function isConnectTimeout(err: unknown): boolean {
  return /timeout exceeded when trying to connect|timeout expired/.test(String(err))
}

/** Returns the SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(err: unknown): string | undefined {
  const { code } = errorFields(err)
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
