import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { coalesce } from '#lib/coalesce.ts'
import { describeServers } from '#lib/settings/database-servers.ts'
import { firstOf } from '#lib/first-of.ts'
import { limitWait, withinMs } from '#lib/time-budget.ts'
import type { DamageLog } from '../damage/damage-log.ts'
import { isDamage } from '../damage/is-damage.ts'
import { createDb, createPool, isDatabaseUnavailable, sqlState } from '../pool.ts'
import type { Db } from '../pool.ts'

/** Copies of the database that answer reads. */
export type Replicas = {
  /**
   * Runs a read on a replica that has everything that was committed before this call, or on the primary `db`: if no
   * replica has it soon, if the replica fails or its data is damaged, and inside a transaction. `run` may run twice.
   */
  read: <T>(db: Db, run: (db: Db) => Promise<T>) => Promise<T>
  /** Returns the pool of a replica that answers and has replayed the log up to `place`, if there is one; asks no primary. */
  findAt: (place: bigint) => Promise<pg.Pool | undefined>
  close: () => Promise<void>
}

/** `place`: the position in the write-ahead log that it has replayed at least. `isOut`: reads do not use it. */
type Replica = {
  name: string
  pool: pg.Pool
  db: Db
  place: bigint
  isOut: boolean
  findPlace: (input: undefined) => Promise<bigint>
}

/** How long a read waits for a replica that is behind. */
const CATCH_UP_MS = 50
const LOOK_EVERY_MS = 3
/** How long a read may take on a replica before it runs on the primary. */
const READ_MS = 3_000
/** How long a replica may take to say how far it is. */
const PLACE_MS = 250
/** How often a replica that is out is tried again. */
const TRY_EVERY_MS = 1_000

/**
 * Opens a pool for each of `urls`. A replica that lags, fails or was promoted is left out until it has caught up again.
 *
 * A commit is flushed to the primary's log before it is answered. So a read asks the primary how far the log is flushed,
 * once for all reads that wait, and a replica that has replayed this shows every earlier answer of every process.
 */
export function createReplicas(
  context: { db: Db; log: Logger; damage?: DamageLog },
  options: { urls: string[]; max: number; name: string; prepared: boolean },
): Replicas {
  const { db: primary, log } = context
  const { urls, ...pool } = options
  const replicas = urls.map((url) => openReplica(context, url, pool))
  const closing = new AbortController()
  let turn = 0
  const findHead = coalescePlaces(async () => {
    const { rows } = await sql<{
      lsn: string
    }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(primary)
    return toPlace(firstOf(rows).lsn)
  })

  function takeOut(replica: Replica, err?: unknown): void {
    if (replica.isOut || closing.signal.aborted) return
    replica.isOut = true
    // Another server, with less of the log, may have its address when it answers again.
    replica.place = 0n
    log.warn(
      { err, replica: replica.name },
      'a replica is behind or failed; the primary answers its reads',
    )
    void tryAgain(replica)
  }

  async function tryAgain(replica: Replica): Promise<void> {
    while (replica.isOut) {
      try {
        await delay(TRY_EVERY_MS, undefined, { signal: closing.signal, ref: false })
        if (!(await hasReplayed(replica, await findHead(undefined)))) continue
        replica.isOut = false
        log.info({ replica: replica.name }, 'a replica has caught up and answers reads again')
      } catch {
        if (closing.signal.aborted) return
      }
    }
  }

  async function choose(): Promise<Replica | undefined> {
    const usable = replicas.filter((replica) => !replica.isOut)
    const replica = usable[turn++ % usable.length]
    if (!replica) return undefined
    const head = await findHead(undefined)
    const isCurrent = await hasReplayed(replica, head).catch((err: unknown) =>
      takeOut(replica, err),
    )
    if (isCurrent === false) takeOut(replica)
    return isCurrent ? replica : undefined
  }

  return {
    async read(db, run) {
      if (db.isTransaction) return run(db)
      const replica = await choose()
      if (!replica) return run(db)
      try {
        // The read has its own limit, and the caller's time passes all the same.
        const reading = withinMs(READ_MS, () => run(replica.db))
        return await limitWait(reading, READ_MS, () => undefined)
      } catch (err) {
        // The primary may have the page that is damaged here. All other reads work, so the replica stays.
        if (isDamage(err)) return run(db)
        if (!isOfReplica(err)) throw err
        takeOut(replica, err)
        return run(db)
      }
    },
    async findAt(place) {
      for (const { findPlace, pool: found } of replicas) {
        const reached = await findPlace(undefined).catch(() => undefined)
        if (reached !== undefined && reached >= place) return found
      }
      return undefined
    },
    async close() {
      closing.abort()
      await Promise.all(replicas.map((replica) => replica.db.destroy()))
    },
  }
}

function openReplica(
  { log, damage }: { log: Logger; damage?: DamageLog },
  url: string,
  { max, name, prepared }: { max: number; name: string; prepared: boolean },
): Replica {
  const pool = createPool({
    url,
    max,
    name,
    prepared,
    isReadOnly: true,
    onError: (err) => log.debug({ err }, 'a connection to a replica was lost'),
    onRefusal: (err) => damage?.note(err, describeServers(url)),
  })
  const db = createDb(pool)
  const findPlace = coalescePlaces(async () => {
    const { rows } = await withinMs(PLACE_MS, () =>
      sql<{ lsn: string | null }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`.execute(
        db,
      ),
    )
    const [row] = rows
    if (!row?.lsn) throw new Error('The server is no replica any more.')
    return toPlace(row.lsn)
  })
  return { name: describeServers(url), pool, db, place: 0n, isOut: false, findPlace }
}

/** Waits until a replica has replayed the log up to `head`; returns false if that takes too long. */
async function hasReplayed(replica: Replica, head: bigint): Promise<boolean> {
  for (const endsAt = performance.now() + CATCH_UP_MS; replica.place < head;) {
    replica.place = await replica.findPlace(undefined)
    if (replica.place >= head) return true
    if (performance.now() > endsAt) return false
    await delay(LOOK_EVERY_MS)
  }
  return true
}

/** Returns a function that reads a position; calls that wait for the same query share its result. */
function coalescePlaces(read: () => Promise<bigint>): (input: undefined) => Promise<bigint> {
  return coalesce<undefined, bigint>({
    maxBatch: 10_000,
    concurrency: 2,
    async run(calls) {
      const value = await read()
      return calls.map(() => ({ status: 'fulfilled', value }))
    },
  })
}

/** Converts a position of the log, which PostgreSQL writes as two hexadecimal numbers, as one number. */
export function toPlace(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Returns whether the primary may answer what failed: not what was canceled because it takes too long anywhere. */
function isOfReplica(err: unknown): boolean {
  const state = sqlState(err)
  return state === '40001' || (isDatabaseUnavailable(err) && state !== '57014')
}
