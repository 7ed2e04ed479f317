import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef, Scope } from '#db/context.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { findMemberViewer } from '#db/visibility/find-member-viewer.ts'
import type { LaneDue, LaneHandler } from '#lanes/lane-handler.ts'
import { recordOutcome } from '#lanes/record-outcome.ts'
import { UnreadableSecretError } from '#lib/encrypt.ts'
import { pushes } from '#lib/metrics.ts'
import { decryptSubscription } from '../devices/encrypt-subscription.ts'
import type { Subscription } from '../devices/encrypt-subscription.ts'
import { findEntitledDevices } from '../devices/find-entitled-devices.ts'
import type { EntitledDevice } from '../devices/find-entitled-devices.ts'
import { findDuePushes } from './find-due-pushes.ts'
import type { DuePush } from './find-due-pushes.ts'
import type { PushSender } from './push-sender.ts'
import { readPushed } from './read-pushed.ts'
import { writePush } from './write-push.ts'
import { dropPushes, recordPushes } from './record-pushes.ts'
import type { SentPush } from './record-pushes.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000
/** The pause of a device whose subscription this process cannot decrypt; another process may have the key. */
const UNREADABLE_MS = 60_000

/**
 * Creates the lane handler that sends the pushes of a device. Its targets are devices, so that a push service that does
 * not respond delays no other one.
 */
export function createPushLane(context: Context, options: { send: PushSender }): LaneHandler {
  async function sendBatch(
    scope: Scope,
    device: EntitledDevice,
    subscription: Subscription,
    due: DuePush[],
  ): Promise<SentPush[]> {
    const viewer = findMemberViewer({ ...device, id: device.membership_id })
    const found = await readPushed(asViewer(scope, viewer), device, due)
    const details = new Map(found.map((each) => [each.id, each]))
    const now = context.clock.now().getTime()
    return Promise.all(
      due.map(async (push): Promise<SentPush> => {
        const detail = details.get(push.notification_id)
        const ttlSeconds = Math.floor((push.expires_at.getTime() - now) / 1000)
        // The member has read it elsewhere, another one has handled it, or it is too late.
        if (!detail || detail.read_at !== null || ttlSeconds <= 0)
          return { ...push, outcome: { kind: 'refused', error: 'expired' } }
        const payload = writePush(detail, { locale: device.locale, showText: device.show_text })
        const outcome = await options.send({
          subscription,
          payload: JSON.stringify(payload),
          topic: push.notification_id.replaceAll('-', ''),
          ttlSeconds,
        })
        pushes.inc({ result: outcome.kind })
        return { ...push, outcome }
      }),
    )
  }

  return {
    slots: 24,
    leaseMs: 15_000,
    async work({ workspaceId, targetId: deviceId }, signal): Promise<LaneDue> {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      while (!signal.aborted && performance.now() < endsAt) {
        const [device] = await findEntitledDevices(scope, { deviceId })
        if (!device) {
          await dropPushes(scope, deviceId)
          return null
        }
        const { due, nextAt } = await findDuePushes(scope, deviceId)
        if (due.length === 0) return nextAt
        const subscription = readSubscription(context, device)
        if (!subscription) {
          const notBefore = new Date(context.clock.now().getTime() + UNREADABLE_MS)
          return { dueAt: notBefore, notBefore }
        }
        const sent = await sendBatch(scope, device, subscription, due)
        let notBefore: Date | undefined
        await recordOutcome(async () => {
          notBefore = await recordPushes(scope, deviceId, sent)
        })
        if (notBefore) return { dueAt: notBefore, notBefore }
        // Pushes that were queued since have woken the lane.
        if (!nextAt || nextAt > context.clock.now()) return nextAt
      }
      return context.clock.now()
    },
    /** Finds the devices with a due push, stepping from one device with pushes to the next in the index. */
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        with recursive device as (
          (select device_id as id from notification_pushes order by device_id limit 1)
          union all
          select (
            select device_id from notification_pushes where device_id > device.id order by device_id limit 1
          ) from device where device.id is not null
        )
        select 'push' as kind, due.workspace_id as "workspaceId", device.id as "targetId"
        from device, lateral (
          select workspace_id from notification_pushes
          where device_id = device.id and due_at <= ${context.clock.now()}
          order by due_at limit 1
        ) as due`.execute(context.db)
      return rows
    },
  }
}

function readSubscription(context: Context, device: EntitledDevice): Subscription | undefined {
  try {
    return decryptSubscription(context, device.id, device.subscription)
  } catch (err) {
    if (!(err instanceof UnreadableSecretError)) throw err
    context.log.error({ err, device_id: device.id }, 'failed to decrypt a push subscription')
    return undefined
  }
}
