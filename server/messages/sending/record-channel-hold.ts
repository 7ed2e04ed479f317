import type { Selectable } from 'kysely'
import { findChannelStates } from '../find-channel-states.ts'
import { releaseMessages } from '#channels/release-messages.ts'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { present } from '#lib/present.ts'
import type { Channels } from '#db/tables/channels.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordNotice } from '#account/notices/record-notice.ts'
import type { Audience } from '#account/notices/record-notice.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { adviseError } from '#platforms/advise-error.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'

/** Pause before a refused account is retried with one message. */
const STOP_MS = 300_000

/** Returns how long an outcome holds its whole channel, in ms; undefined when it does not. */
export function channelHoldMs(outcome: SendOutcome): number | undefined {
  if (outcome.kind === 'throttle')
    return Math.min(Math.max(outcome.retryAfterMs ?? 10_000, 1000), 3_600_000)
  return outcome.kind === 'stop' ? STOP_MS : undefined
}

/** The columns of a channel that say what holds it. */
type ChannelHold = Pick<
  Selectable<Channels>,
  'id' | 'name' | 'account' | 'send_error_code' | 'send_held_until' | 'send_stopped_at'
>

/**
 * Reads what holds a channel, and locks its row, if outcomes of attempts change that; undefined otherwise. Recording what
 * the platform accepted on a channel that nothing holds locks no row, so that it waits for no other change of the channel.
 */
export async function lockChannelHold(
  tx: Scope,
  channelId: string,
  outcomes: SendOutcome[],
): Promise<ChannelHold | undefined> {
  const isHolding = outcomes.some((outcome) => channelHoldMs(outcome) !== undefined)
  const isEnding = !isHolding && outcomes.some((outcome) => outcome.kind === 'accepted')
  const [read] = await findChannelStates(tx, isEnding ? [channelId] : [])
  if (!isHolding && (!isEnding || present(read).send_error_code === null)) return undefined
  return present(await findById(tx, 'channels', channelId, 'change'))
}

/**
 * Records what holds a channel, and until when. The admins (`audience`, needed if an
 * outcome is a stop) get one notice about a refused account. An accepted message ends
 * the hold when nothing was refused beside it, and the waiting messages are sent at once. Runs in the caller's
 * transaction; `hold` is what `lockChannelHold` returned there.
 */
export async function recordChannelHold(
  tx: Scope,
  type: ChannelType,
  given: { hold: ChannelHold; outcomes: SendOutcome[]; audience: Audience | undefined },
): Promise<void> {
  const { hold: channel, outcomes, audience } = given
  const { id: channelId } = channel
  const holding = outcomes.toSorted((a, b) => rank(b) - rank(a))[0]
  const ms = holding && channelHoldMs(holding)
  const now = tx.clock.now()
  const save = (columns: Record<string, Date | string | null>) =>
    updateById(tx, 'channels', channelId, columns)
  if (ms === undefined || !('error' in holding!)) {
    // A message that was in flight when the number was throttled does not end the throttle.
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
  if (!isStop || !audience || channel.send_stopped_at) return
  const { name, account } = channel
  const advice = adviseError(findPlatform(type).errors, code, { outcome: 'stop' })
  const data = { channel_id: channelId, name, account, code, message, advice }
  await recordNotice(tx, { kind: 'channel_stopped', data }, audience)
}

function rank(outcome: SendOutcome): number {
  return outcome.kind === 'stop' ? 2 : outcome.kind === 'throttle' ? 1 : 0
}
