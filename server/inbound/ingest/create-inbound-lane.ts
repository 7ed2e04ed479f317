import type { Context, Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { processSubmission } from '../forms/process-submission.ts'
import { findDueWorkspaces } from '#lanes/find-due-workspaces.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { readCause, withCause, withCauses } from '#lib/cause.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { createInboundTimeRecorder } from './create-inbound-time-recorder.ts'
import type { InboundTimeRecorder } from './create-inbound-time-recorder.ts'
import { tracePayloads } from './trace-payloads.ts'
import { findNextPayload, findPendingPayloads } from './pending-payload.ts'
import type { PendingPayload } from './pending-payload.ts'
import { processPayloads } from './process-payloads.ts'
import { splitPendingPayload } from './split-pending-payload.ts'

/** After this time a lane starts no more work and goes to the end of the queue. */
const WORK_MS = 10_000

/** Creates the lane of a workspace's inbound payloads, in order of arrival; that of `NO_WORKSPACE` splits them. */
export function createInboundLane(context: Context): LaneHandler {
  const recordTimes = createInboundTimeRecorder()
  return {
    slots: 8,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      while (true) {
        await processBatch(scope, await findPendingPayloads(scope), recordTimes)
        const next = await findNextPayload(scope)
        if (!next || next > context.clock.now()) return next
        if (signal.aborted || performance.now() >= endsAt) return next
      }
    },
    findDue: () => findDueWorkspaces(context, 'inbound', 'inbound_payloads'),
  }
}

async function processBatch(
  scope: Scope,
  payloads: PendingPayload[],
  recordTimes: InboundTimeRecorder,
): Promise<void> {
  if (scope.workspaceId === NO_WORKSPACE) {
    for (const payload of payloads)
      await tracePayload(scope, payload, (traced) => splitPendingPayload(scope, traced))
    return
  }
  const fromPlatforms = payloads.filter((payload) => payload.form_id === null)
  if (fromPlatforms.length > 0) {
    await tracePayloads(scope, fromPlatforms, (traced) => {
      const causes = traced.map(({ cause }) => readCause(cause))
      return withCauses(causes, () => processPayloads(scope, traced))
    })
    await recordTimes(scope, fromPlatforms)
  }
  for (const payload of payloads) {
    const { form_id } = payload
    if (form_id !== null)
      await tracePayload(scope, payload, () => processSubmission(scope, { ...payload, form_id }))
  }
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
