import type { Context } from './context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createTokenBuckets } from '#lib/pacing/create-token-buckets.ts'
import type { TokenBuckets } from '#lib/pacing/create-token-buckets.ts'
import { bulkRows } from './bulk-rows.ts'
import { prepared } from './prepared.ts'

/** The usual time for which taken tokens are gathered, in milliseconds. */
const GATHER_MS = 200

/** The time limit of the statement that shares them. */
const SHARE_MS = 2_000

/** The most buckets that are shared at a time, so that a flood from many networks does not reach the database. */
const SHARED_MAX = 1_000

/**
 * Creates token buckets that all processes share. A request is decided in memory, at once. A few times per second the taken
 * tokens are added up in the database, and the sum replaces the count of the process. So a limit holds for all processes
 * together, except for requests that reach several of them at the same moment. While the database is away, each process
 * counts alone. `name` separates the keys of different limits; `gatherMs` is the time for which taken
 * tokens are gathered before other processes learn of them.
 *
 * On the embedded database, which has one process, nothing is stored.
 */
export function createSharedBuckets(
  context: Pick<Context, 'directory' | 'clock' | 'log' | 'config'>,
  name: string,
  gatherMs = GATHER_MS,
): Pick<TokenBuckets, 'take'> & { flush: () => Promise<void> } {
  const buckets = createTokenBuckets({ now: () => context.clock.now().getTime() })
  /** The tokens that were taken and not shared yet, as the time in which they come back, in ms. */
  let unshared = new Map<string, number>()
  let sharing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function shareAll(): Promise<void> {
    while (unshared.size > 0) {
      const taken = [...unshared]
      unshared = new Map()
      try {
        await share(taken)
      } catch (err) {
        context.log.debug({ err }, 'failed to share rate limits; this process counts alone')
      }
    }
  }

  async function share(entries: [string, number][]): Promise<void> {
    const rows = entries.map(([key, ms]) => ({ key, ms, id: hashSecret(`${name} ${key}`) }))
    const taken = bulkRows('taken', rows, {
      id: ['bytea', (row) => row.id],
      ms: ['float8', (row) => row.ms],
    })
    const now = context.clock.now()
    const { rows: sums } = await withinMs(SHARE_MS, () =>
      prepared<{ id: Buffer; full_at: Date }>`
        insert into attempt_counts (id, full_at)
        select id, ${now}::timestamptz + ms * interval '1 millisecond' from ${taken}
        order by id
        on conflict (id) do update
        set full_at = greatest(attempt_counts.full_at, ${now}::timestamptz)
          + (excluded.full_at - ${now}::timestamptz)
        returning id, full_at`.execute(context.directory),
    )
    const fullAtById = new Map(sums.map((row) => [row.id.toString('hex'), row.full_at.getTime()]))
    for (const { key, id } of rows) {
      const fullAt = fullAtById.get(id.toString('hex'))
      // Tokens taken since then are not in the sum yet.
      if (fullAt !== undefined) buckets.set(key, fullAt + (unshared.get(key) ?? 0))
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sharing ??= shareAll().finally(() => (sharing = undefined))
    await sharing
  }

  return {
    take(key, limit) {
      const taken = buckets.take(key, limit)
      const mayShare = unshared.size < SHARED_MAX || unshared.has(key)
      if (taken.allowed && mayShare && context.config.database.isShared) {
        unshared.set(key, (unshared.get(key) ?? 0) + 1000 / limit.ratePerSecond)
        timer ??= setTimeout(() => void flush(), gatherMs).unref()
      }
      return taken
    },
    flush,
  }
}
