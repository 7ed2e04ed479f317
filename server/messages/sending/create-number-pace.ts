import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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
  const fullAt = pairFullAt({
    workspaceId: sql`${scope.workspaceId}`,
    chatId: sql`asked.chat_id`,
    everyMs: sql`${rate.everyMs}::float8`,
    since: sql`${pairsSince(scope.clock.now(), rate)}::timestamptz`,
  })
  const { rows } = await prepared<{ chat_id: string; full_at: number | null }>`
    select asked.chat_id, ${fullAt} as full_at from unnest(${chatIds}::uuid[]) as asked (chat_id)`.execute(
    scope.db,
  )
  return new Map(rows.flatMap((row) => (row.full_at === null ? [] : [[row.chat_id, row.full_at]])))
}

/** Returns since when messages count for the allowance of a conversation: older ones no longer do, with any burst. */
export function pairsSince(now: Date, { everyMs, burstMax }: PairRate): Date {
  return new Date(now.getTime() - everyMs * burstMax)
}

/**
 * Builds the time, in ms since 1970, at which a conversation has its whole allowance again; null if nothing was sent to it lately, or
 * `everyMs` is null.
 */
export function pairFullAt(of: {
  workspaceId: RawBuilder<unknown>
  chatId: RawBuilder<unknown>
  everyMs: RawBuilder<unknown>
  since: RawBuilder<unknown>
}): RawBuilder<number | null> {
  // As if `charge` charged each in turn: after message k of n follow n - k others, so it keeps the allowance for n - k + 1 charges.
  return sql<number | null>`(
    select max(sent_ms - position * ${of.everyMs}) + (count(*) + 1) * ${of.everyMs}
    from (
      select (extract(epoch from sent_at) * 1000)::float8 as sent_ms, row_number() over (order by sent_at) as position
      from messages as earlier
      where earlier.workspace_id = ${of.workspaceId} and earlier.chat_id = ${of.chatId}
        and earlier.created_at > ${of.since} - interval '1 day' and earlier.sent_at > ${of.since}
        and earlier.direction = 'outbound' and earlier.origin is null
    ) as sent
  )`
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
