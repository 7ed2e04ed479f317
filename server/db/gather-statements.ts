import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { DatabaseConnection, QueryResult } from 'kysely'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { lastOf } from '#lib/last-of.ts'
import { runHalves } from '#lib/run-halves.ts'
import { OutOfTimeError } from '#lib/time-budget.ts'
import type { Database } from './database.ts'
import { isDatabaseUnavailable } from './pool.ts'
import type { Db } from './pool.ts'
import { isPrepared, sentLater } from './prepared.ts'

/** Most statements of a packet, and packets at a time: a page waits for those before it. */
const PACKET_MAX = 16
const PACKETS = 2

const gathering = new WeakMap<Db, Db>()

/**
 * Returns `db` for short reads of several requests: prepared statements that are executed while the database answers earlier ones share a
 * connection and a packet. A round trip costs more than such a statement, in this process and in PostgreSQL. All others are executed
 * as usual. A statement that fails fails no other.
 *
 * PostgreSQL uses its plan for all values, also where it expects less of a plan for these: an index in the order of a page is right for
 * each workspace, and planning costs more than reading the page.
 */
export function gatherStatements(db: Db): Db {
  return gathering.getOrInsertComputed(db, createGathering)
}

function createGathering(db: Db): Db {
  const gather = coalesce<CompiledQuery, QueryResult<unknown>>({
    maxBatch: PACKET_MAX,
    concurrency: PACKETS,
    run: (queries) => runAll(db, queries),
  })
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      (isPrepared(query.sql) ? gather(query) : db.executeQuery(query)) as Promise<QueryResult<R>>,
    streamQuery: () => refuse('stream'),
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: () => Promise.resolve(),
        beginTransaction: () => refuse('begin a transaction'),
        commitTransaction: () => refuse('commit'),
        rollbackTransaction: () => refuse('roll back'),
        destroy: () => Promise.resolve(),
      }),
    },
  })
}

async function runAll(db: Db, queries: CompiledQuery[]): Promise<Outcome<QueryResult<unknown>>[]> {
  try {
    const results = await sendAll(db, queries)
    return results.map((result) => toOutcome(() => result))
  } catch (err) {
    const isFinal = isDatabaseUnavailable(err) || err instanceof OutOfTimeError
    if (queries.length === 1 || isFinal) throw err
    return runHalves(queries, (half) => runAll(db, half))
  }
}

/** For the transaction of a packet. */
const PLANNED_ONCE = CompiledQuery.raw(
  sentLater(`select set_config('plan_cache_mode', 'force_generic_plan', true)`),
)

/** Executes statements in their order on one connection: in one packet, unless a pooler must read each of them. */
function sendAll(db: Db, queries: CompiledQuery[]): Promise<QueryResult<unknown>[]> {
  return db.connection().execute(async (one) => {
    await one.executeQuery(PLANNED_ONCE)
    const results: QueryResult<unknown>[] = []
    for (const { sql, parameters } of queries.slice(0, -1))
      results.push(await one.executeQuery(CompiledQuery.raw(sentLater(sql), [...parameters])))
    results.push(await one.executeQuery(lastOf(queries)))
    return results
  })
}

function refuse(what: string): never {
  throw new Error(`Statements of several requests share a connection: it cannot ${what}.`)
}
