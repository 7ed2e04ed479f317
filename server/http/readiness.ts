import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { checkWrites } from '#db/check-writes.ts'
import { listMigrations } from '#db/read-migrations.ts'
import { sqlState } from '#db/pool.ts'
import { hasSecretKeys } from '#db/secret-keys.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'

/** The check that failed, and why, in a sentence that names no secret. */
type Unready = {
  check: 'process' | 'database' | 'migrations' | 'secrets' | 'write' | 'lanes'
  problem: string
}

/** Whether a process should get requests. All its ports share one. */
export type Readiness = {
  /** Returns why the process is not ready, or undefined if it is. */
  check: () => Promise<Unready | undefined>
  /** Makes the process not ready from now on, because it stops. */
  stop: () => void
  isStopping: () => boolean
}

/** Options of a process: how its worker explains that it does not work although it should. */
type ReadinessOptions = { explainStalledLanes?: () => Promise<string | undefined> }

/** The time limit of a check. */
const CHECK_MS = 3_000

/** How often a process checks; more frequent probes get the last result. */
const PACE = { ratePerSecond: 1, burst: 10 }

/**
 * Creates the readiness of a process: the database can be read and written, it is migrated, its secrets can be
 * decrypted, and the worker of this process, if it has one, takes the work that is due.
 *
 * Probes at the same time share one check, so that many probes don't become many writes.
 */
export function createReadiness(
  context: Pick<Context, 'db' | 'directory' | 'config'>,
  options: ReadinessOptions = {},
): Readiness {
  const buckets = createTokenBuckets({ now: () => performance.now() })
  let running: Promise<Unready | undefined> | undefined
  let last: Unready | undefined
  let isStopping = false

  async function run(): Promise<Unready | undefined> {
    last = await withinMs(CHECK_MS, () => findProblem(context, options))
    return last
  }

  return {
    async check() {
      if (isStopping) return { check: 'process', problem: 'the process is stopping' }
      if (!running && !buckets.take('check', PACE).allowed) return last
      running ??= run().finally(() => (running = undefined))
      return running
    },
    stop: () => void (isStopping = true),
    isStopping: () => isStopping,
  }
}

async function findProblem(
  context: Pick<Context, 'db' | 'directory' | 'config'>,
  { explainStalledLanes }: ReadinessOptions,
): Promise<Unready | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(context.db)
    const applied = new Set(rows.map((row) => row.name))
    const known = await listMigrations()
    if (!known.every((name) => applied.has(name)))
      return { check: 'migrations', problem: 'migrations are pending' }
    if (!(await hasSecretKeys(context)))
      return {
        check: 'secrets',
        problem: 'SECRET_KEY does not decrypt the secrets in the database',
      }
    const refusal = await tryWriting(context)
    if (refusal !== undefined) return { check: 'write', problem: refusal }
    const stalled = await explainStalledLanes?.()
    return stalled === undefined ? undefined : { check: 'lanes', problem: stalled }
  } catch {
    return { check: 'database', problem: 'the database is unavailable' }
  }
}

/** Source: PostgreSQL error codes. */
const refusals: Record<string, string> = {
  '25006': 'the database accepts no writes: it is a replica or read-only',
  '53100': 'the disk of the database is full',
}

/** Returns why the database cannot be written, or undefined if it can. */
async function tryWriting(context: Pick<Context, 'db'>): Promise<string | undefined> {
  try {
    await checkWrites(context)
    return undefined
  } catch (err) {
    return refusals[sqlState(err) ?? ''] ?? 'the database does not write'
  }
}
