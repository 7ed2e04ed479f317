import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import type { DuePush } from './find-due-pushes.ts'
import type { PushOutcome } from './push-sender.ts'

/** One push of a batch and its outcome. */
export type SentPush = DuePush & { outcome: PushOutcome }

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** The delays before each retry, in ms; afterwards the last one, until the push expires. */
const PAUSES_MS = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]
const PAUSE_MAX_MS = 60 * MINUTE

/**
 * Records the outcomes of a batch: pushes that were sent or refused are deleted, failed ones are retried later, and the
 * device of a browser that is no longer subscribed is deleted with all its pushes. Returns until when the device is
 * paused; undefined if it is not.
 */
export async function recordPushes(
  scope: Scope,
  deviceId: string,
  sent: SentPush[],
): Promise<Date | undefined> {
  const now = scope.clock.now()
  return transaction(scope, async (tx) => {
    if (sent.some(({ outcome }) => outcome.kind === 'gone')) {
      await tx.db.deleteFrom('push_devices').where('id', '=', deviceId).execute()
      return undefined
    }
    const failed = sent.filter(({ outcome }) => outcome.kind === 'failed')
    const ended = sent.filter(({ outcome }) => outcome.kind !== 'failed')
    await tx.db
      .deleteFrom('notification_pushes')
      .where('workspace_id', '=', tx.workspaceId)
      .where('device_id', '=', deviceId)
      .where('notification_id', '=', sql<string>`any (${idsOf(ended)}::uuid[])`)
      .execute()
    await recordHealth(tx, deviceId, sent, now)
    if (failed.length === 0) return undefined
    const dueAt = new Date(now.getTime() + pauseOf(failed))
    await tx.db
      .updateTable('notification_pushes')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: dueAt }))
      .where('workspace_id', '=', tx.workspaceId)
      .where('device_id', '=', deviceId)
      .where('notification_id', '=', sql<string>`any (${idsOf(failed)}::uuid[])`)
      .execute()
    return dueAt
  })
}

/** Deletes the pushes of a device that may not receive them any more. */
export async function dropPushes(scope: Scope, deviceId: string): Promise<void> {
  await scope.db
    .deleteFrom('notification_pushes')
    .where('workspace_id', '=', scope.workspaceId)
    .where('device_id', '=', deviceId)
    .execute()
}

async function recordHealth(
  tx: Scope,
  deviceId: string,
  sent: SentPush[],
  now: Date,
): Promise<void> {
  const isDelivered = sent.some(({ outcome }) => outcome.kind === 'sent')
  const error = sent
    .map(({ outcome }) =>
      'error' in outcome && outcome.error !== 'expired' ? outcome.error : null,
    )
    .findLast((each) => each !== null)
  if (!isDelivered && error === undefined) return
  await tx.db
    .updateTable('push_devices')
    .set({ last_error: error ?? null, ...(isDelivered && { delivered_at: now }) })
    .where('id', '=', deviceId)
    .execute()
}

function pauseOf(failed: SentPush[]): number {
  const attempts = Math.max(...failed.map((push) => push.attempts))
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]!
  const asked = failed.map(({ outcome }) =>
    outcome.kind === 'failed' ? (outcome.retryAfterMs ?? 0) : 0,
  )
  const spread = Math.round(pause * (0.8 + 0.4 * Math.random()))
  return Math.max(spread, Math.min(Math.max(...asked), PAUSE_MAX_MS))
}

function idsOf(pushes: SentPush[]): string[] {
  return pushes.map((push) => push.notification_id)
}
