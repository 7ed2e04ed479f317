import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { limitedTransaction } from '#db/work-together.ts'
import { firstOf } from '#lib/first-of.ts'
import { recordActivity } from './record-activity.ts'
import type { SeenDevice } from './record-activity.ts'

/** The most devices of one statement. */
const DEVICES_MAX = 1_000

type Call = { scope: Scope; device: InWorkspace<SeenDevice> }

/** Creates a function that records when devices had the app open: one statement for those of all workspaces of a server. */
export function createActivityRecorder(
  context: Context,
): (devices: readonly InWorkspace<SeenDevice>[]) => Promise<void> {
  const devicesOf = (calls: Call[]) => calls.map(({ device }) => device)
  const done = (calls: Call[]) =>
    calls.map(() => ({ status: 'fulfilled' as const, value: undefined }))
  const record = gatherOnServer<Call, undefined>({
    name: 'record_activity',
    maxBatch: DEVICES_MAX,
    async together(calls, limitMs) {
      await limitedTransaction(firstOf(calls).scope, limitMs, (tx) =>
        recordActivity(tx, devicesOf(calls)),
      )
      return done(calls)
    },
    async apart(calls) {
      await recordActivity(firstOf(calls).scope, devicesOf(calls))
      return done(calls)
    },
  })
  return async (devices) => {
    await Promise.all(
      devices.map(async (device) =>
        record({ scope: await systemScopeOn(context, device.workspaceId), device }),
      ),
    )
  }
}
