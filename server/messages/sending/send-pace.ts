import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Scope } from '#context.ts'

/**
 * Pair rate: one recipient accepts a message every six seconds from one number, and at most 45 at once in advance.
 * Channels use 40, because the platform counts by its own clock. Source: Cloud API, "Pair rate limits".
 */
const PAIR_EVERY_MS = 6000
/** Age from which sent messages no longer count, with any burst. */
const PAIR_MS = PAIR_EVERY_MS * 45

/**
 * Returns the time at which each conversation has its whole allowance again, from the messages sent to it lately, so
 * that any worker finds the same. Conversations without such messages are missing.
 */
export async function readPairs(scope: Scope, chatIds: string[]): Promise<Map<string, number>> {
  if (chatIds.length === 0) return new Map()
  const since = new Date(scope.clock.now().getTime() - PAIR_MS)
  const { rows } = await sql<{ chat_id: string; sent: Date[] }>`
    select chat_id, array_agg(sent_at order by sent_at) as sent from messages
    where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])
      and created_at > ${since}::timestamptz - interval '1 day' and sent_at > ${since}::timestamptz
      and direction = 'outbound' and origin is null
    group by chat_id`.execute(scope.db)
  return new Map(
    rows.map(({ chat_id, sent }) => [chat_id, sent.reduce((at, time) => charge(at, time), 0)]),
  )
}

/** Returns the time of the whole allowance after one more message at `now`. */
export function charge(fullAt: number, now: Date): number {
  return Math.max(fullAt, now.getTime()) + PAIR_EVERY_MS
}

/** Returns when the next message may be sent to a conversation that accepts `burst` at once; undefined: now. */
export function nextInPair(fullAt: number | undefined, now: Date, burst: number): Date | undefined {
  const freeAt = (fullAt ?? 0) - PAIR_EVERY_MS * (burst - 1)
  return freeAt > now.getTime() ? new Date(freeAt) : undefined
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
