import { laneOf } from '../messages.ts'
import { findNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { refusal } from './errors.ts'

const WINDOW_MS = 24 * 60 * 60 * 1000
const FREE_ENTRY_MS = 72 * 60 * 60 * 1000
/** Source: Cloud API, "Throughput" and "Pair rate limits": 1 message per 6 s, with a burst of 45. */
const PAIR = { burst: 45, perMs: 1 / 6_000 }
const PER_SECOND = { STANDARD: 80, HIGH: 1_000, NOT_APPLICABLE: 80 }
const COEXISTENCE_PER_SECOND = 20
const TIERS: Record<string, number> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
}

/** Records when a customer wrote, which opens or extends the window; an older time changes nothing. */
export function openWindow(state: SimulatorState, lane: string, atMs: number): void {
  state.lastInboundAt.add(lane, Math.max(atMs, state.lastInboundAt.get(lane) ?? 0))
}

/** Returns when the window of a lane ends, in milliseconds; undefined when the customer never wrote. */
export function windowEnd(state: SimulatorState, lane: string): number | undefined {
  const lastAt = state.lastInboundAt.get(lane)
  return lastAt === undefined ? undefined : lastAt + WINDOW_MS
}

/** Returns whether a free-form message can be sent now under the configured rule. */
export function isWindowOpen(state: SimulatorState, lane: string): boolean {
  const { window } = state.settings
  if (window === 'off') return true
  const end = windowEnd(state, lane)
  return end === undefined ? window === 'seen' : state.clock.now() < end
}

/** Returns whether messages are free because the customer came by an ad. */
export function isFreeEntry(state: SimulatorState, lane: string): boolean {
  const lastAt = state.lastInboundAt.get(`${lane} by ad`)
  return lastAt !== undefined && state.clock.now() < lastAt + FREE_ENTRY_MS
}

/** Records that a customer came from an ad. */
export function openFreeEntry(state: SimulatorState, lane: string, atMs: number): void {
  state.lastInboundAt.add(`${lane} by ad`, atMs)
}

/** Refuses a send that exceeds the rate of its number (130429) or its recipient (131056), if rates are enforced. */
export function checkRates(state: SimulatorState, phoneNumberId: string, lane: string): void {
  const { number_rate, pair_rate } = state.settings
  if (number_rate) {
    const { throughput, isCoexistence } = findNumber(state, phoneNumberId)
    const perSecond = isCoexistence ? COEXISTENCE_PER_SECOND : PER_SECOND[throughput]
    takeToken(state, `number ${phoneNumberId}`, perSecond, perSecond / 1000, 130429)
  }
  if (pair_rate) takeToken(state, `pair ${lane}`, PAIR.burst, PAIR.perMs, 131056)
}

/** Returns whether the daily limit allows one more new recipient; a lane counts once in 24 hours. */
export function isWithinMessagingLimit(
  state: SimulatorState,
  phoneNumberId: string,
  lane: string,
): boolean {
  if (!state.settings.messaging_limit) return true
  const most = TIERS[findNumber(state, phoneNumberId).messagingLimit]
  if (most === undefined) return true
  const sinceMs = state.clock.now() - WINDOW_MS
  const isOutside = (lastInboundAt: number | undefined) => (lastInboundAt ?? 0) < sinceMs
  if (!isOutside(state.lastInboundAt.get(lane))) return true
  const lanes = new Set(
    state.messages
      .newest(Infinity, (sent) => sent.phoneNumberId === phoneNumberId && sent.receivedAt > sinceMs)
      .map((sent) => laneOf(phoneNumberId, sent.customer.id))
      .filter((one) => isOutside(state.lastInboundAt.get(one))),
  )
  return lanes.has(lane) || lanes.size < most
}

function takeToken(
  state: SimulatorState,
  key: string,
  burst: number,
  perMs: number,
  code: number,
): void {
  const at = state.clock.now()
  const last = state.rates.get(key) ?? { tokens: burst, at }
  const tokens = Math.min(burst, last.tokens + (at - last.at) * perMs)
  if (tokens < 1) throw refusal(code)
  state.rates.add(key, { tokens: tokens - 1, at })
}
