import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { prepared } from '#db/prepared.ts'
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
  if (sent.some(({ outcome }) => outcome.kind === 'gone')) {
    await scope.directory.deleteFrom('push_devices').where('id', '=', deviceId).execute()
    await dropPushes(scope, deviceId)
    return undefined
  }
  const failed = sent.filter(({ outcome }) => outcome.kind === 'failed')
  const ended = sent.filter(({ outcome }) => outcome.kind !== 'failed')
  const dueAt = failed.length > 0 ? new Date(now.getTime() + pauseOf(failed)) : undefined
  const isDelivered = sent.some(({ outcome }) => outcome.kind === 'sent')
  const error = errorOf(sent)
  await prepared`
    update push_devices
    set last_error = case when ${isDelivered || error !== null} then ${error} else last_error end,
      delivered_at = case when ${isDelivered} then ${now}::timestamptz else delivered_at end
    where id = ${deviceId}`.execute(scope.directory)
  await prepared`
    with ended as (
      delete from notification_pushes
      where workspace_id = ${scope.workspaceId} and device_id = ${deviceId}
        and notification_id = any (${idsOf(ended)}::uuid[])
    )
    update notification_pushes set attempts = attempts + 1, due_at = ${dueAt ?? null}::timestamptz
    where workspace_id = ${scope.workspaceId} and device_id = ${deviceId}
      and notification_id = any (${idsOf(failed)}::uuid[])`.execute(scope.db)
  return dueAt
}

/** Deletes the pushes of a device that may not receive them any more. */
export async function dropPushes(scope: Scope, deviceId: string): Promise<void> {
  await deleteFrom(scope, 'notification_pushes').where('device_id', '=', deviceId).execute()
}

/** Returns why the last push of a batch failed; null if none did. A push that expired says nothing about the device. */
function errorOf(sent: SentPush[]): string | null {
  const errors = sent.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []))
  return errors.findLast((error) => error !== 'expired') ?? null
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
