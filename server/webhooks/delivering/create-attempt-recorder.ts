import type { Context } from '#db/context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { recordOutcome } from '#lanes/record-outcome.ts'
import { coalesce } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { isSlowAttempt } from './find-health-change.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'

/** Stores the result of an attempt. */
export type RecordAttempt = (record: AttemptRecord & { workspaceId: string }) => Promise<void>

/**
 * How long a statement waits for more results. No attempt waits for it, so that it costs only the log some time. Those of slow and
 * failed attempts wait longer: their endpoints are many when a statement for each would delay others.
 */
const GATHER_MS = { fast: 25, slow: 50 }

/** Returns a function that stores results, one statement for each workspace. */
export function createAttemptRecorder(context: Context): RecordAttempt {
  const fast = createRecorder(context, 'record_webhook_attempts', GATHER_MS.fast)
  const slow = createRecorder(context, 'record_slow_webhook_attempts', GATHER_MS.slow)
  return (record) => (isSlowAttempt(record.attempt) ? slow(record) : fast(record))
}

function createRecorder(context: Context, name: string, gatherMs: number): RecordAttempt {
  return coalesce<AttemptRecord & { workspaceId: string }, void>({
    name,
    maxBatch: 200,
    concurrency: 2,
    gatherMs,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = firstOf(records)
      try {
        await recordOutcome(() => recordAttempts(context, workspaceId, records))
        return records.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch (err) {
        if (records.length === 1 || isDatabaseUnavailable(err)) throw err
      }
      // Store each on its own, so that a result that cannot be stored fails alone.
      const outcomes: PromiseSettledResult<void>[] = []
      for (const each of records)
        outcomes.push(
          ...(await Promise.allSettled([
            recordOutcome(() => recordAttempts(context, workspaceId, [each])),
          ])),
        )
      return outcomes
    },
  })
}
