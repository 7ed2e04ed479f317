import type { Context } from '#context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import type { TokenBuckets } from '#lib/token-bucket.ts'
import { bulkRows } from './bulk-rows.ts'
import { prepared } from './prepared.ts'

/** How long what was taken is gathered before it is told to other processes, in milliseconds. */
const GATHER_MS = 200

/** The time limit of telling it. */
const SHARE_MS = 2_000

/** The most buckets that are told at a time, so that a flood from many networks does not reach the database. */
const TOLD_MAX = 1_000

/**
 * Creates token buckets that all processes share. A request is decided in memory, at once; what was taken is added up in
 * the database afterwards, a few times per second, and the sum replaces the own count. So a limit holds for all processes
 * together, except for what they let pass within a moment of each other. While the database is away, each process counts
 * alone. `name` separates the keys of one kind of limit from those of others.
 *
 * On the embedded database, which has one process, nothing is stored.
 */
export function createSharedBuckets(
  context: Pick<Context, 'directory' | 'clock' | 'log' | 'config'>,
  name: string,
): Pick<TokenBuckets, 'take'> & { flush: () => Promise<void> } {
  const buckets = createTokenBuckets({ now: () => context.clock.now().getTime() })
  /** The tokens taken and not told yet, as the time that they take to come back, in ms. */
  let untold = new Map<string, number>()
  let telling: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function tell(): Promise<void> {
    while (untold.size > 0) {
      const taken = [...untold]
      untold = new Map()
      try {
        await share(taken)
      } catch (err) {
        context.log.debug({ err }, 'failed to share rate limits; this process counts alone')
      }
    }
  }

  async function share(entries: [string, number][]): Promise<void> {
    // In the order of ids, so that two processes never deadlock.
    const rows = entries
      .map(([key, ms]) => ({ key, ms, id: hashSecret(`${name} ${key}`) }))
      .toSorted((a, b) => Buffer.compare(a.id, b.id))
    const taken = bulkRows('taken', rows, {
      id: ['bytea', (row) => row.id],
      ms: ['float8', (row) => row.ms],
    })
    const now = context.clock.now()
    const { rows: sums } = await withinMs(SHARE_MS, () =>
      prepared<{ id: Buffer; full_at: Date }>`
        insert into attempt_counts (id, full_at)
        select id, ${now}::timestamptz + ms * interval '1 millisecond' from ${taken}
        on conflict (id) do update
        set full_at = greatest(attempt_counts.full_at, ${now}::timestamptz)
          + (excluded.full_at - ${now}::timestamptz)
        returning id, full_at`.execute(context.directory),
    )
    const fullAtById = new Map(sums.map((row) => [row.id.toString('hex'), row.full_at.getTime()]))
    for (const { key, id } of rows) {
      const fullAt = fullAtById.get(id.toString('hex'))
      // What was taken meanwhile is not in the sum yet.
      if (fullAt !== undefined) buckets.set(key, fullAt + (untold.get(key) ?? 0))
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    telling ??= tell().finally(() => (telling = undefined))
    await telling
  }

  return {
    take(key, limit) {
      const taken = buckets.take(key, limit)
      const isTold = untold.size < TOLD_MAX || untold.has(key)
      if (taken.allowed && isTold && context.config.database.isShared) {
        untold.set(key, (untold.get(key) ?? 0) + 1000 / limit.ratePerSecond)
        timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
      }
      return taken
    },
    flush,
  }
}
