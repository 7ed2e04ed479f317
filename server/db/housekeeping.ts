import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { IDEMPOTENCY_MS } from '../lib/idempotency.ts'
import { isDatabaseUnavailable } from './pool.ts'

const EVERY_MS = 5 * 60_000
const BATCH = 1_000

/**
 * Deletes what is no longer valid, every few minutes and a little at a time: idempotency keys after a day,
 * sessions and verifications that have expired. Any number of processes may do it at once.
 */
export function startHousekeeping(context: Context): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await cleanUp(context, signal).catch((err: unknown) => {
        if (!isDatabaseUnavailable(err)) context.log.error({ err }, 'housekeeping failed')
      })
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

/** Deletes everything that is no longer valid now, or until `signal` is aborted. */
export async function cleanUp(
  context: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  const dayAgo = new Date(now.getTime() - IDEMPOTENCY_MS)
  // Rows that someone works on are left for the next time.
  const deletions = [
    sql`/* across workspaces: these rows are nobody's any more */
      delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < ${dayAgo}
      order by created_at limit ${BATCH} for update skip locked))`,
    sql`delete from sessions where id in (
      select id from sessions where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from verifications where id in (
      select id from verifications where expires_at < ${now} limit ${BATCH} for update skip locked)`,
  ]
  for (const deletion of deletions)
    while (!signal?.aborted) {
      const { numAffectedRows } = await deletion.execute(context.db)
      if ((numAffectedRows ?? 0n) < BigInt(BATCH)) break
    }
}
