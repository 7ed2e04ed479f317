import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isPrepared } from './prepared.ts'
import type { Database } from './types.ts'

/** The typed query builder for the database. */
export type Db = Kysely<Database>

/** int8 columns (positions, counters) are read as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const statementNames = new Map<string, string>()

/** A connection that sends the statements built by `prepared` under a name, so that each is planned once. */
class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of query end in any
  override query(...args: any[]): any {
    const [text, values] = args as [unknown, unknown[] | undefined]
    if (typeof text !== 'string' || !isPrepared(text))
      return super.query(...(args as Parameters<pg.Client['query']>))
    let name = statementNames.get(text)
    if (name === undefined) {
      name = `parley_${statementNames.size}`
      statementNames.set(text, name)
    }
    return super.query({ name, text, values: values ?? [] })
  }
}

/** Settings of a pool: `max` connections, and a name that operators see in pg_stat_activity. */
type PoolOptions = { url: string; max: number; name: string; onError: (err: Error) => void }

/** Creates a pool of connections. Broken idle connections are reported to `onError` and replaced. */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 15_000,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 15_000,
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

/** Creates a separate connection, for example for `listen`. The caller must end it. */
export function createClient(url: string, name: string): pg.Client {
  return new pg.Client({ connectionString: url, application_name: name, keepAlive: true, types })
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
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|driver has already been destroyed/

/**
 * Returns whether `err` means that the database is unavailable or overloaded, so that nothing was committed or
 * the caller can retry. Source: PostgreSQL error codes, classes 08, 53, 57; messages of Node and pg-pool.
 */
export function isDatabaseUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false
  if (err instanceof AggregateError) return err.errors.some(isDatabaseUnavailable)
  const { code } = err as { code?: string }
  if (
    code !== undefined &&
    (/^(08|53)...$/.test(code) || unavailableCodes.has(code) || networkCodes.has(code))
  )
    return true
  return poolMessages.test(err.message)
}

/** Returns the SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(err: unknown): string | undefined {
  const code = (err as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
