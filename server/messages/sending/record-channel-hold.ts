import { adviseCloudError } from '#channels/cloud-api-errors.ts'
import type { SendOutcome } from '#channels/cloud-api.ts'
import { releaseMessages } from '#channels/release-messages.ts'
import type { Scope } from '#context.ts'
import { recordNotice } from '#account/notices/record-notice.ts'

/** A refused account is tried again with one message after this. */
const STOP_MS = 300_000

/** How long an outcome holds up its whole channel, in ms; undefined when it does not. */
export function channelHoldMs(outcome: SendOutcome): number | undefined {
  if (outcome.kind === 'throttle')
    return Math.min(Math.max(outcome.retryAfterMs ?? 10_000, 1000), 3_600_000)
  return outcome.kind === 'stop' ? STOP_MS : undefined
}

/**
 * Notes on a channel what holds it: until when, and why. Admins are told once of an account that is refused. What
 * was accepted while nothing was refused ends the hold, and the rest follows at once. Runs in the caller's transaction, the channel locked.
 */
export async function recordChannelHold(
  tx: Scope,
  channelId: string,
  outcomes: SendOutcome[],
): Promise<void> {
  const holding = outcomes.toSorted((a, b) => rank(b) - rank(a))[0]
  const ms = holding && channelHoldMs(holding)
  const isAccepted = outcomes.some((each) => each.kind === 'accepted')
  if (ms === undefined && !isAccepted) return
  const channel = await tx.db
    .selectFrom('channels')
    .select(['id', 'name', 'account', 'send_error_code', 'send_held_until', 'send_stopped_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
  const now = tx.clock.now()
  const save = (columns: Record<string, Date | string | null>) =>
    tx.db
      .updateTable('channels')
      .set(columns)
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', channelId)
      .execute()
  if (ms === undefined || !('error' in holding!)) {
    // What was in flight when the number was throttled says nothing of the throttle.
    const isHeld = channel.send_held_until !== null && channel.send_held_until > now
    if (channel.send_error_code === null || isHeld) return
    await releaseMessages(tx, channelId, channel.send_error_code)
    await save({
      send_held_until: null,
      send_stopped_at: null,
      send_error_code: null,
      send_error_message: null,
    })
    return
  }
  const { code, message } = holding.error
  const isStop = holding.kind === 'stop'
  await save({
    send_held_until: new Date(now.getTime() + ms),
    send_error_code: code,
    send_error_message: message,
    ...(isStop && { send_stopped_at: channel.send_stopped_at ?? now }),
  })
  if (!isStop || channel.send_stopped_at) return
  const { name, account } = channel
  const advice = adviseCloudError(code, 'stop')
  const data = { channel_id: channelId, name, account, code, message, advice }
  await recordNotice(tx, { kind: 'channel_stopped', data })
}

function rank(outcome: SendOutcome): number {
  return outcome.kind === 'stop' ? 2 : outcome.kind === 'throttle' ? 1 : 0
}
