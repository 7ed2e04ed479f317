import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '#lib/clock.ts'
import { firstOf } from '#lib/first-of.ts'
import { OutOfTimeError, withinMs, withTimeBudget } from '#lib/time-budget.ts'
import type { Database } from '../database.ts'
import { isConnectTimeout, isDatabaseUnavailable, sqlState } from '../pool.ts'
import type { Db } from '../pool.ts'
import { toPlace } from './replicas.ts'
import type { Replicas } from './replicas.ts'

/** The directory: `isFromReplica` returns whether a replica answers its reads, because the main server is away. */
type OpenDirectory = { db: Db; isFromReplica: () => boolean; close: () => Promise<void> }

/** How often the main server is asked how far its log is: while it is used, and while nothing uses it; and its time to answer. */
const LOOK_EVERY_MS = 1_000
const IDLE_LOOK_EVERY_MS = 5_000
const ANSWER_MS = 1_500
/** The greatest age of its last answer: without a newer one, nobody knows what a replica must have. */
const HEAD_MS_MAX = 15_000

/**
 * Opens the directory on the pool of the main server. While that server cannot be reached, its reads are answered by a replica
 * that has everything up to the last answer of the main server. A replica refuses writes, so they fail as without it.
 *
 * The server is away if a connection to it is refused or lost, or if two questions in a row get no answer in time. A server that is
 * slow, full or locked answers them and is not away. `probe` has a connection that does not wait for other work.
 */
export function openDirectory(context: {
  pool: pg.Pool
  probe: Db
  replicas: Replicas
  clock: Clock
  log: Logger
}): OpenDirectory {
  const { pool, probe, replicas, clock, log } = context
  const closing = new AbortController()
  let head: { place: bigint; at: number } | undefined
  let standIn: pg.Pool | undefined
  let standingIn = Promise.withResolvers<pg.Pool>()
  let looking: Promise<void> | undefined
  /** Whether something was asked of the directory since the last look. */
  let isUsed = false
  let isMainAway = false

  /** Asks the main server for the end of its log. Returns whether it is away. */
  async function isAway(attempts = 2): Promise<boolean> {
    const at = clock.now().getTime()
    try {
      const { rows } = await withinMs(ANSWER_MS, () =>
        sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(probe),
      )
      head = { place: toPlace(firstOf(rows).lsn), at }
      return false
    } catch (err) {
      if (isUnreachable(err)) return true
      if (!(err instanceof OutOfTimeError) && !isConnectTimeout(err)) return false
      // This process may have had no CPU time.
      return attempts === 1 || isAway(attempts - 1)
    }
  }

  async function chooseStandIn(): Promise<pg.Pool | undefined> {
    isMainAway = await isAway()
    if (!isMainAway) return undefined
    // While a replica answers, the last answer of the main server stays what it must have.
    const isKnown = standIn || (head && clock.now().getTime() - head.at < HEAD_MS_MAX)
    return isKnown && head ? replicas.findAt(head.place) : undefined
  }

  async function lookOnce(): Promise<void> {
    const found = await chooseStandIn()
    if (found === standIn || closing.signal.aborted) return
    if (found) log.warn('the main server is away; a replica answers for the directory')
    else log.info('no replica answers for the directory any more')
    if (standIn) standingIn = Promise.withResolvers<pg.Pool>()
    standIn = found
    if (found) standingIn.resolve(found)
  }

  /** Looks whether a replica must answer, without the time budget of a caller, because other callers wait for it too. */
  function look(): Promise<void> {
    looking ??= withTimeBudget(undefined, lookOnce).finally(() => (looking = undefined))
    return looking
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      isUsed = false
      await look()
      for (let ms = 0; ms < IDLE_LOOK_EVERY_MS; ms += LOOK_EVERY_MS) {
        await delay(LOOK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(
          () => undefined,
        )
        if (isUsed || isMainAway || closing.signal.aborted) break
      }
    }
  }

  /** Runs `there` on the main server, or `instead` on a replica once that answers for it. */
  async function orOnReplica<T>(
    there: Promise<T>,
    instead: (replica: pg.Pool) => Promise<T>,
  ): Promise<T> {
    isUsed = true
    const failed = there.catch(async (err: unknown) => {
      if (!isDatabaseUnavailable(err)) throw err
      await look()
      if (standIn) return instead(standIn)
      throw err
    })
    const late = standingIn.promise.then((replica) => ({ replica }))
    const first = await Promise.race([failed.then((value) => ({ value })), late])
    if ('value' in first) return first.value
    failed.catch(() => undefined)
    return instead(first.replica)
  }

  async function connect(): Promise<PostgresPoolClient> {
    if (standIn) return standIn.connect()
    const connecting = pool.connect()
    let isLate = false
    const client = await orOnReplica<pg.PoolClient>(connecting, (replica) => {
      isLate = true
      return replica.connect()
    })
    if (!isLate) return onMain(client)
    connecting.then(
      (unused) => unused.release(),
      () => undefined,
    )
    return client
  }

  /** Returns a connection to the main server whose statement a replica answers if the server goes away meanwhile. */
  function onMain(client: pg.PoolClient): PostgresPoolClient {
    let isInTransaction = false
    let isLost = false
    const query = (text: string, values: unknown[]) => {
      isInTransaction ||= typeof text !== 'string' || /^(begin|start transaction)\b/.test(text)
      const sent = client.query(text, values)
      if (isInTransaction) return sent
      return orOnReplica(sent, async (replica) => {
        isLost = true
        const other = await replica.connect()
        // Not by the pool's own `query`, which a named statement never calls back.
        return other.query(text, values).finally(() => other.release())
      })
    }
    // A connection on which a statement still waits is closed.
    return {
      query,
      release: () => client.release(isLost || undefined),
    } as unknown as PostgresPoolClient
  }

  const watching = watch()
  return {
    db: new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: { options: pool.options, connect, end: async () => undefined },
      }),
    }),
    isFromReplica: () => standIn !== undefined,
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** Returns whether a server refused or ended a connection. One that answers with another code is there, for example full. */
function isUnreachable(err: unknown): boolean {
  if (err instanceof OutOfTimeError || isConnectTimeout(err)) return false
  const state = sqlState(err)
  return isDatabaseUnavailable(err) && (state === undefined || UNREACHABLE.test(state))
}

/** Source: PostgreSQL error codes, classes 08 and 57; PgBouncer answers 08P01. EPIPE is of Node, and looks like one of them. */
const UNREACHABLE = /^(08...|57P0[123]|EPIPE)$/
