import { setTimeout as delay } from 'node:timers/promises'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { PairRate } from '#platforms/capabilities.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'

/**
 * Returns the time at which each conversation has its whole allowance again, from the messages sent to it lately, so
 * that any worker finds the same. Conversations without such messages are missing.
 */
export async function readPairs(
  scope: Scope,
  chatIds: string[],
  rate: PairRate | null,
): Promise<Map<string, number>> {
  if (chatIds.length === 0 || !rate) return new Map()
  // Older messages no longer count, with any burst.
  const since = new Date(scope.clock.now().getTime() - rate.everyMs * rate.burstMax)
  // As if `charge` charged each in turn: after message k of n follow n - k others, so it keeps the allowance for n - k + 1 charges.
  const { rows } = await prepared<{ chat_id: string; full_at: number }>`
    select chat_id, max(sent_ms - position * ${rate.everyMs}::float8) + (count(*) + 1) * ${rate.everyMs}::float8 as full_at
    from (
      select chat_id, (extract(epoch from sent_at) * 1000)::float8 as sent_ms,
        row_number() over (partition by chat_id order by sent_at) as position
      from messages
      where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])
        and created_at > ${since}::timestamptz - interval '1 day' and sent_at > ${since}::timestamptz
        and direction = 'outbound' and origin is null
    ) as sent
    group by chat_id`.execute(scope.db)
  return new Map(rows.map(({ chat_id, full_at }) => [chat_id, full_at]))
}

/** Returns the time of the whole allowance after one more message at `now`. */
export function charge(fullAt: number, now: Date, { everyMs }: PairRate): number {
  return Math.max(fullAt, now.getTime()) + everyMs
}

/** Returns when the next message may be sent to a conversation; undefined: now. */
export function nextInPair(
  fullAt: number | undefined,
  now: Date,
  { everyMs, burst }: PairRate,
): Date | undefined {
  const freeAt = (fullAt ?? 0) - everyMs * (burst - 1)
  return freeAt > now.getTime() ? new Date(freeAt) : undefined
}

/** Returns the pair rate of a channel, which has a burst of its own; null when its platform has none. */
export function pairRateOf(channel: {
  type: ChannelType
  send_pair_burst: number
}): PairRate | null {
  const rate = findPlatform(channel.type).capabilities.sending?.pairRate
  return rate ? { ...rate, burst: channel.send_pair_burst } : null
}

/** Waits until one more message of a channel may be sent, at `ratePerSecond`; ends early when `signal` is aborted. */
export type NumberPace = (
  channelId: string,
  ratePerSecond: number,
  signal: AbortSignal,
) => Promise<void>

/** Messages of a channel at its rate that go together, so that they share statements, unless that takes longer than `GROUP_MS`. */
const GROUP_MESSAGES = 4
const GROUP_MS = 50

/** Creates the pace of this process's channels; one process at a time works a channel. */
export function createNumberPace(): NumberPace {
  const fullAtByChannel = new Map<string, number>()
  const nextByChannel = new Map<string, { at: number; signal: AbortSignal; isDue: Promise<void> }>()
  return async (channelId, ratePerSecond, signal) => {
    const everyMs = 1000 / ratePerSecond
    // A quarter of a second's worth at once: another process may just have spent its own.
    const burstMs = Math.max(everyMs, 250)
    const now = performance.now()
    const fullAt = Math.max(fullAtByChannel.get(channelId) ?? 0, now) + everyMs
    fullAtByChannel.set(channelId, fullAt)
    if (fullAt - burstMs <= now) return
    const groupMs = Math.min(everyMs * GROUP_MESSAGES, GROUP_MS)
    const at = Math.ceil((fullAt - burstMs) / groupMs) * groupMs
    const next = nextByChannel.get(channelId)
    if (next?.at === at && next.signal === signal && !signal.aborted) return next.isDue
    const isDue = delay(at - now, undefined, { signal }).catch(() => undefined)
    nextByChannel.set(channelId, { at, signal, isDue })
    await isDue
  }
}
