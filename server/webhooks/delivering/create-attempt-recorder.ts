import type { Context } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { recordOutcome } from '#lanes/record-outcome.ts'
import { coalesce } from '#lib/coalesce.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'

/** Stores the result of an attempt. */
export type RecordAttempt = (record: AttemptRecord & { workspaceId: string }) => Promise<void>

/** Returns a function that stores results, those of a workspace in one statement. */
export function createAttemptRecorder(context: Context): RecordAttempt {
  return coalesce<AttemptRecord & { workspaceId: string }, void>({
    name: 'record_webhook_attempts',
    maxBatch: 200,
    concurrency: 2,
    gatherMs: 5,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = records[0]!
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
