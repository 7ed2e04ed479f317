import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
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
  const { rows } = await sql<{ chat_id: string; sent: Date[] }>`
    select chat_id, array_agg(sent_at order by sent_at) as sent from messages
    where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])
      and created_at > ${since}::timestamptz - interval '1 day' and sent_at > ${since}::timestamptz
      and direction = 'outbound' and origin is null
    group by chat_id`.execute(scope.db)
  return new Map(
    rows.map(({ chat_id, sent }) => [
      chat_id,
      sent.reduce((at, time) => charge(at, time, rate), 0),
    ]),
  )
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

/** Creates the pace of this process's channels; one process at a time works a channel. */
export function createNumberPace(): NumberPace {
  const fullAtByChannel = new Map<string, number>()
  return async (channelId, ratePerSecond, signal) => {
    const everyMs = 1000 / ratePerSecond
    // A quarter of a second's worth at once: another process may just have spent its own.
    const burstMs = Math.max(everyMs, 250)
    const now = performance.now()
    const fullAt = Math.max(fullAtByChannel.get(channelId) ?? 0, now) + everyMs
    fullAtByChannel.set(channelId, fullAt)
    const waitMs = fullAt - burstMs - now
    if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
