import type { Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { readCause, withCauses } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import type { PendingPayload } from './pending-payload.ts'
import { processPayloads, processTogether } from './process-payloads.ts'

/** Payloads of one workspace. */
type Batch = { scope: Scope; payloads: PendingPayload[] }

/** The most payloads of a workspace that are recorded together with those of others. */
const SHARED_MAX = 50
/** The most workspaces that are processed alone at the same time. Each has a connection of its own. */
const ALONE_MAX = 8

/**
 * Creates a function that processes the payloads of a workspace, in one transaction with those of other workspaces that
 * arrive while earlier ones are processed.
 */
export function createPayloadProcessor(): (batch: Batch) => Promise<void> {
  const alone = coalesce<Batch, void>({
    maxBatch: 1,
    concurrency: ALONE_MAX,
    async run(batches) {
      const { scope, payloads } = firstOf(batches)
      const causes = payloads.map(({ cause }) => readCause(cause))
      await withCauses(causes, () => processPayloads(scope, payloads))
      return [{ status: 'fulfilled', value: undefined }]
    },
  })
  return gatherOnServer({
    name: 'process_payloads',
    maxBatch: 64,
    // A workspace has one call at a time, so two batches do not wait for each other.
    besideMin: 1,
    async together(batches: Batch[], limitMs) {
      await processTogether(batches, limitMs)
      return batches.map(() => ({ status: 'fulfilled', value: undefined }))
    },
    apart: (batches) => Promise.allSettled(batches.map(alone)),
    apartMax: 1,
    isLarge: ({ payloads }) => payloads.length > SHARED_MAX,
  })
}
