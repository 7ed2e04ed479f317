import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { coalesce } from '#lib/coalesce.ts'
import { withinMs } from '#lib/time-budget.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'

/** How long to retry storing results while the database is unavailable; after that the deliveries are sent again. */
const RECORD_MS = 10_000
/** The time limit of one attempt to store results. */
const RECORD_ONCE_MS = 5_000

/** Stores the result of an attempt. */
export type RecordAttempt = (record: AttemptRecord & { workspaceId: string }) => Promise<void>

/** Returns a function that stores results, those of a workspace in one statement. */
export function createAttemptRecorder(context: Context): RecordAttempt {
  return coalesce<AttemptRecord & { workspaceId: string }, void>({
    maxBatch: 200,
    concurrency: 2,
    gatherMs: 5,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = records[0]!
      try {
        await recordWithRetries(context, workspaceId, records)
        return records.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch (err) {
        if (records.length === 1 || isDatabaseUnavailable(err)) throw err
      }
      // Store each on its own, so that a result that cannot be stored fails alone.
      const outcomes: PromiseSettledResult<void>[] = []
      for (const each of records)
        outcomes.push(
          ...(await Promise.allSettled([recordWithRetries(context, workspaceId, [each])])),
        )
      return outcomes
    },
  })
}

async function recordWithRetries(context: Context, workspaceId: string, records: AttemptRecord[]) {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await withinMs(RECORD_ONCE_MS, () => recordAttempts(context, workspaceId, records))
    } catch (err) {
      if (!isDatabaseUnavailable(err) || performance.now() - startedAt > RECORD_MS) throw err
      await delay(250)
    }
  }
}
