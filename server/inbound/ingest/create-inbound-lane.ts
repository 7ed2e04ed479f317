import type { Context, Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { processSubmission } from '../forms/process-submission.ts'
import { findDueWorkspaces } from '#lanes/find-due-workspaces.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { readCause, withCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { createInboundTimeRecorder } from './create-inbound-time-recorder.ts'
import { tracePayloads } from './trace-payloads.ts'
import { createPayloadProcessor } from './create-payload-processor.ts'
import { findNextPayloads, findPendingPayloads } from './pending-payload.ts'
import type { PendingPayload } from './pending-payload.ts'
import { splitPendingPayload } from './split-pending-payload.ts'

/** After this time a lane starts no more work and goes to the end of the queue. */
const WORK_MS = 10_000

/** Most lanes whose payloads are read by one statement. */
const LANES_MAX = 64

/**
 * Creates the lane of a workspace's inbound payloads, in order of arrival; that of `NO_WORKSPACE` splits them. Lanes of
 * several workspaces are worked by the same statements.
 */
export function createInboundLane(context: Context): LaneHandler {
  const recordTimes = createInboundTimeRecorder()
  const process = createPayloadProcessor()
  const findPending = forWorkspaces((ids) => findPendingPayloads(context, ids))
  const findNext = forWorkspaces((ids) => findNextPayloads(context, ids))

  async function processBatch(scope: Scope, payloads: PendingPayload[]): Promise<void> {
    if (scope.workspaceId === NO_WORKSPACE) {
      for (const payload of payloads)
        await tracePayload(scope, payload, (traced) => splitPendingPayload(scope, traced))
      return
    }
    const fromPlatforms = payloads.filter((payload) => payload.form_id === null)
    if (fromPlatforms.length > 0) {
      await tracePayloads(scope, fromPlatforms, (traced) => process({ scope, payloads: traced }))
      await recordTimes(scope, fromPlatforms)
    }
    for (const payload of payloads) {
      const { form_id } = payload
      if (form_id !== null)
        await tracePayload(scope, payload, () => processSubmission(scope, { ...payload, form_id }))
    }
  }

  return {
    slots: LANES_MAX,
    isOfWorkspace: true,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      while (true) {
        await processBatch(scope, await findPending(workspaceId))
        const next = await findNext(workspaceId)
        if (!next || next > context.clock.now()) return next
        if (signal.aborted || performance.now() >= endsAt) return next
      }
    },
    findDue: () => findDueWorkspaces(context, 'inbound', 'inbound_payloads'),
  }
}

/** Returns a function that reads for one workspace what `read` reads for those that ask at the same time. */
function forWorkspaces<T>(read: (workspaceIds: string[]) => Promise<T[]>) {
  return coalesce<string, T>({
    maxBatch: LANES_MAX,
    concurrency: 2,
    run: async (ids) => (await read(ids)).map((value) => ({ status: 'fulfilled', value })),
  })
}

async function tracePayload(
  scope: Scope,
  payload: PendingPayload,
  run: (traced: PendingPayload) => Promise<unknown>,
): Promise<void> {
  await tracePayloads(scope, [payload], ([traced = payload]) =>
    withCause(readCause(traced.cause), () => run(traced)),
  )
}
