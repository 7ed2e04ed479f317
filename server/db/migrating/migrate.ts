import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { firstOf } from '#lib/first-of.ts'
import { limitWait } from '#lib/time-budget.ts'
import { dropBackupPublications } from '../instance/backup-publications.ts'
import { openClient, sqlState } from '../pool.ts'
import { expectFewWorkspaces } from './expect-few-workspaces.ts'
import { MIGRATIONS, readMigrations } from './read-migrations.ts'
import type { Migration } from './read-migrations.ts'

const advisoryLock = 0x7061726c

/** Options of `migrate`. Tests set the folder and the times. */
type MigrateOptions = {
  /** Gets a line when something waits or takes long. */
  onProgress?: (line: string) => void
  /** Ends waits between attempts. */
  signal?: AbortSignal | undefined
  /** The names of the migrations to apply, for a schema that another database has; the default is all. */
  only?: readonly string[]
  folder?: URL
  times?: Partial<typeof TIMES>
}

/** Times in milliseconds. */
const TIMES = {
  /**
   * How long a migration waits for a lock. Readers of the table wait behind it, so it gives up soon and tries again. First it tries
   * often and briefly: a statement that needs two busy tables gets both only while no transaction has one and waits for the other.
   */
  quickLock: 50,
  quickPause: 100,
  /** Shorter than the `deadlock_timeout` of PostgreSQL (1 s), after which it may end the transaction of a request. */
  lock: 900,
  /** The shortest and longest pause between attempts. */
  pauseMin: 1_000,
  pauseMax: 10_000,
  /** After this time without its locks, a migration fails. */
  locks: 10 * 60_000,
  /** The longest wait for another process that migrates. */
  turn: 60 * 60_000,
  /** The time limit of a migration in a transaction, and of building an index. */
  statement: 60 * 60_000,
  index: 12 * 60 * 60_000,
  /** The pause between two reports that something is still running. */
  report: 10_000,
}

/** The number of brief attempts of a migration before it waits longer for its locks. */
const QUICK = 20

/** The time limit of statements that a migration needs besides its own. */
const ASK_MS = 60_000

type Run = {
  client: pg.Client
  times: typeof TIMES
  report: (line: string) => void
  signal: AbortSignal | undefined
}

/**
 * Migrates the database at `url` to the newest schema and returns the names of the applied migrations.
 *
 * Each file runs in one transaction, which is repeated while other transactions hold its locks; a file that builds an
 * index concurrently runs outside of one. If several processes call it at once, one migrates and the others wait. A newer
 * schema is left as it is, if this version can run on it.
 *
 * @throws {Error} if an applied file was changed, the database needs a newer version, or its locks are not free in time
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { onProgress = () => undefined, signal, only, folder = MIGRATIONS } = options
  const known = await readMigrations(folder)
  await using client = await openClient(url, 'parley migrate')
  const run = { client, times: { ...TIMES, ...options.times }, report: onProgress, signal }
  await takeTurn(run)
  await ask(
    client,
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await ask<Applied>(client, 'select * from migrations')
  checkHistory(known, rows)
  const done = new Set(rows.map((row) => row.name))
  const pending = known.filter(
    ({ name }) => !done.has(name) && (only === undefined || only.includes(name)),
  )
  if (pending.length > 0) await dropBackupPublications(client, 0)
  for (const migration of pending) {
    signal?.throwIfAborted()
    await apply(run, migration)
  }
  if (rows.length === 0)
    await limitWait(expectFewWorkspaces(client), ASK_MS, () => void client.end())
  return pending.map((migration) => migration.name)
}

/** Waits until no other process migrates. */
async function takeTurn({ client, times, report, signal }: Run): Promise<void> {
  const startedAt = performance.now()
  let reportedAt = startedAt
  for (;;) {
    // A statement that waits for the lock would have a snapshot, for which the build of a concurrent index waits.
    const { rows } = await ask<{ isTaken: boolean }>(
      client,
      'select pg_try_advisory_lock($1) as "isTaken"',
      [advisoryLock],
    )
    if (firstOf(rows).isTaken) return
    const now = performance.now()
    if (now - startedAt > times.turn)
      throw new Error('Another process has been migrating the database for too long.')
    if (now - reportedAt > times.report) {
      reportedAt = now
      report('another process migrates the database')
    }
    await delay(50 + Math.random() * 100, undefined, { signal })
  }
}

async function apply(run: Run, migration: Migration): Promise<void> {
  const { client, times, report } = run
  const startedAt = performance.now()
  using _reports = setInterval(
    () => report(`${migration.name} has been running for ${secondsSince(startedAt)} s`),
    times.report,
  )
  if (migration.concurrentIndex !== undefined)
    await buildIndex(client, migration, migration.concurrentIndex, times.index)
  else await applyWithLocks(run, migration)
}

/** Applies a migration in a transaction. Repeats it until its locks are free. */
async function applyWithLocks(run: Run, migration: Migration): Promise<void> {
  const { client, times, report, signal } = run
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    for (let quick = 0; quick < QUICK; quick++) {
      if ((await tryToApply(run, migration, times.quickLock)) === undefined) return
      await delay(times.quickPause * (0.5 + Math.random()), undefined, { signal })
    }
    const cause = await tryToApply(run, migration, times.lock)
    if (cause === undefined) return
    const others = await describeTransactions(client)
    if (performance.now() - startedAt > times.locks)
      throw new Error(
        `The migration ${migration.name} did not get its locks for ${secondsSince(startedAt)} s. The database is unchanged. ${others}`,
        { cause },
      )
    report(`${migration.name} waits for other transactions (attempt ${attempt}). ${others}`)
    const pause = Math.min(times.pauseMax, times.pauseMin * 2 ** (attempt - 1))
    await delay(pause * (0.5 + Math.random() / 2), undefined, { signal })
  }
}

/** Applies a migration in a transaction that waits `lockMs` for each lock. Returns the error when a lock was not free. */
async function tryToApply(
  { client, times }: Run,
  migration: Migration,
  lockMs: number,
): Promise<unknown> {
  try {
    await ask(client, 'begin')
    await ask(
      client,
      `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`,
      [String(lockMs), String(times.statement)],
    )
    await limitWait(client.query(migration.sql), times.statement * 1.1, () => void client.end())
    await record(client, migration)
    await ask(client, 'commit')
    return undefined
  } catch (err) {
    if (!isLocked(err)) throw err
    await ask(client, 'rollback')
    return err
  }
}

/** Source: PostgreSQL error codes: lock_not_available and deadlock_detected. */
function isLocked(err: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlState(err) ?? '')
}

/**
 * Builds an index without blocking writes. An attempt that was interrupted left an invalid index, which is dropped first,
 * or a valid one, which is only recorded.
 */
async function buildIndex(
  client: pg.Client,
  migration: Migration,
  index: string,
  maxMs: number,
): Promise<void> {
  const build = async () => {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'select indisvalid from pg_index where indexrelid = to_regclass($1)',
      [index],
    )
    if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently ${index}`)
    if (!rows[0]?.indisvalid) await client.query(migration.sql)
    await record(client, migration)
  }
  await limitWait(build(), maxMs, () => void client.end())
}

async function record(client: pg.Client, { name, sha256, needs }: Migration): Promise<void> {
  await ask(client, 'insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  // The column does not exist before migration 13, and no earlier migration sets it.
  if (needs !== undefined)
    await ask(client, 'update migrations set needs = $2 where name = $1', [name, needs])
}

/** Describes the transactions that have been open for longest, because they may hold locks. */
async function describeTransactions(client: pg.Client): Promise<string> {
  const { rows } = await ask<{ transaction: string }>(
    client,
    `
    select format('process %s (%s) for %s s', pid, coalesce(nullif(application_name, ''), 'unnamed'),
      extract(epoch from now() - xact_start)::int) as transaction
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`,
  )
  return rows.length > 0
    ? `The longest open transactions: ${rows.map((row) => row.transaction).join(', ')}.`
    : 'No other transaction is open now.'
}

/** Runs a statement that is quick unless the connection was lost. */
async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  return limitWait(client.query<Row>(statement, values), ASK_MS, () => void client.end())
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000)
}

type Applied = { name: string; sha256: string; needs?: string | null }

/** Checks that the applied migrations belong to this version, or newer ones on which it can run. */
function checkHistory(known: Migration[], applied: Applied[]): void {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  const newest = known.at(-1)?.name ?? ''
  for (const row of applied) {
    const migration = byName.get(row.name)
    if (!migration) checkUnknown(row, newest)
    else if (migration.sha256 !== row.sha256)
      throw new Error(`The migration ${row.name} was changed after it was applied.`)
  }
}

function checkUnknown({ name, needs }: Applied, newest: string): void {
  if (name < newest)
    throw new Error(
      `The database contains the migration ${name}, which this version of Parley does not know. Start a newer version.`,
    )
  if (needs && needs > newest)
    throw new Error(
      `The database contains the migration ${name}, on which only releases with the migration ${needs} can run; the newest of this version is ${newest}. Start a newer version.`,
    )
}
