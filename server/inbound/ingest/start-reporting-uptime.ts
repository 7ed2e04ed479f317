import type { Context } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { repeat } from '#lanes/repeat.ts'
import { withinMs } from '#lib/time-budget.ts'
import { recordIngestUptime } from '#messages/state/record-ingest-uptime.ts'

/** How often an ingest server reports; several reports fit into the gap that ends an uptime. */
const REPORT_MS = 3_000
const AGAIN_MS = 1_000
const REPORT_LIMIT_MS = 2_000

/**
 * Starts to report, for each shard, that this ingest server can store payloads. Sending relies on it: only in such a
 * time does the absence of a status say something. The returned function ends that.
 */
export function startReportingUptime(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const reporting = contextsOf(context).map(({ context: there }) =>
    repeat(() => withinMs(REPORT_LIMIT_MS, () => recordIngestUptime(there)), {
      ms: REPORT_MS,
      againMs: AGAIN_MS,
      until: stopping.signal,
      onFailure: (err) =>
        context.log.debug({ err, shard: shardOf(there) }, 'failed to report the uptime of ingest'),
    }),
  )
  return async () => {
    stopping.abort()
    await Promise.all(reporting)
  }
}
