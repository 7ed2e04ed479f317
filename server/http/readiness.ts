import type { Context } from '#db/context.ts'
import { contextsOf, MAIN_SHARD, shardOf } from '#db/shards.ts'
import { hasSecretKeys } from '#db/instance/has-secret-keys.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createTokenBuckets } from '#lib/pacing/create-token-buckets.ts'
import { findDatabaseProblem, isLate } from './find-database-problem.ts'
import type { DatabaseProblem } from './find-database-problem.ts'

/** The check that failed, and why, in a sentence that names no secret. */
type Unready =
  | DatabaseProblem
  | { check: 'process' | 'database' | 'secrets' | 'lanes'; problem: string; isLate?: boolean }

/** A shard, the check that failed there, if one did, and the relations that are damaged there. */
type ShardHealth = { shard: string; failed: Unready | undefined; damaged: string[] }

/** Why a process is not ready, if it is not, and the state of each shard; only `main` without further ones. */
export type Health = { unready: Unready | undefined; shards: ShardHealth[] }

/** Whether a process should get requests. All its ports share one. */
export type Readiness = {
  /** Returns why the process is not ready, if it is not. A failure of another shard than `main` is no reason, nor one of `main` while a replica answers for the directory. */
  check: () => Promise<Health>
  /** Makes the process not ready from now on, because it stops. */
  stop: () => void
  isStopping: () => boolean
}

/** Options of a process: how its worker explains that it does not work on a shard although it should. */
type ReadinessOptions = { explainStalledLanes?: (shard: string) => Promise<string | undefined> }

/** The time limit of a check. */
const CHECK_MS = 3_000

/** How often a process checks; more frequent probes get the last result. */
const PACE = { ratePerSecond: 1, burst: 10 }

/**
 * Creates the readiness of a process: the database can be read and written, it is migrated, its secrets can be
 * decrypted, and the worker of this process, if it has one, takes the work that is due. Other shards than the main one
 * are checked at the same time, and only reported, because any other process could not do better.
 *
 * A check that got no answer in time counts only if the one before got none either: this process may have had no CPU time, and so
 * may all others, so that a balancer would have no process left.
 *
 * Probes at the same time share one check, so that many probes don't become many writes.
 */
export function createReadiness(context: Context, options: ReadinessOptions = {}): Readiness {
  const buckets = createTokenBuckets({ now: () => performance.now() })
  let running: Promise<Health> | undefined
  let last: Health = { unready: undefined, shards: [] }
  let isStopping = false
  /** The shards whose last check did not succeed, and those that were not checked yet. */
  const doubtful = new Set(contextsOf(context).map(({ context: there }) => shardOf(there)))

  async function run(): Promise<Health> {
    const shards = await Promise.all(
      contextsOf(context).map(async ({ context: there }) => {
        const [found, damaged] = await Promise.all([
          withinMs(CHECK_MS, () => findProblem(there, options)),
          listDamaged(there),
        ])
        return { shard: shardOf(there), failed: judge(shardOf(there), found), damaged }
      }),
    )
    // With the directory on a replica, the process answers for the workspaces of the other shards.
    const unready = context.isDirectoryFromReplica?.() ? undefined : shards[0]!.failed
    last = { unready, shards }
    return last
  }

  function judge(shard: string, found: Unready | undefined): Unready | undefined {
    const isFirst = !doubtful.has(shard)
    if (found) doubtful.add(shard)
    else doubtful.delete(shard)
    if (!found || (found.isLate && isFirst)) return undefined
    const { isLate: _isLate, ...failed } = found
    return failed
  }

  return {
    async check() {
      if (isStopping)
        return { ...last, unready: { check: 'process', problem: 'the process is stopping' } }
      if (!running && !buckets.take('check', PACE).allowed) return last
      running ??= run().finally(() => (running = undefined))
      return running
    },
    stop: () => void (isStopping = true),
    isStopping: () => isStopping,
  }
}

/** Lists the relations of a server that statements of this process found damaged. Never fails. */
async function listDamaged({ damage, db }: Context): Promise<string[]> {
  const found = (await damage?.list(db)) ?? []
  return found.map(({ relation }) => relation)
}

async function findProblem(
  context: Context,
  { explainStalledLanes }: ReadinessOptions,
): Promise<Unready | undefined> {
  const { probe } = context
  try {
    const found = await findDatabaseProblem({ db: probe ?? context.db })
    if (found) return found
    // The main server holds the directory, too.
    const directory = probe ?? context.directory
    if (shardOf(context) === MAIN_SHARD && !(await hasSecretKeys({ ...context, directory })))
      return {
        check: 'secrets',
        problem: 'SECRET_KEY does not decrypt the secrets in the database',
      }
  } catch (err) {
    return { check: 'database', problem: 'the database is unavailable', isLate: isLate(err) }
  }
  try {
    const stalled = await explainStalledLanes?.(shardOf(context))
    return stalled === undefined ? undefined : { check: 'lanes', problem: stalled }
  } catch (err) {
    // The database answered just now, so it is this process that has no time or no connection.
    return { check: 'process', problem: 'the process is overloaded', isLate: isLate(err) }
  }
}
