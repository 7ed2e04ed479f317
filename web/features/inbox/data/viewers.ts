import type { Presence } from '#inbox/presence/schema.ts'

/** A presence signal of another member. */
export type Signal = Presence

/** A member who is in the conversation: when the last signal and the typing indicator expire. */
export type Viewer = { membershipId: string; until: number; typingUntil: number }

/** How long a signal is valid: long enough that two lost signals do not matter. */
const SHOWN_MS = 45_000
/** How long a typing indicator is valid: it is sent every three seconds. */
const TYPING_MS = 7_000

/** Returns the members in the conversation after one more signal. */
export function afterSignal(
  before: readonly Viewer[],
  { membership_id: membershipId, state }: Signal,
  now: number,
): Viewer[] {
  const others = liveSignals([...before], now).filter((each) => each.membershipId !== membershipId)
  if (state === 'away') return others
  const typingUntil = state === 'typing' ? now + TYPING_MS : 0
  const after = [...others, { membershipId, until: now + SHOWN_MS, typingUntil }]
  return after.toSorted((a, b) => (a.membershipId < b.membershipId ? -1 : 1))
}

/** Returns the members whose signals are still valid; the same list if all are. */
export function liveSignals(list: Viewer[], now: number): Viewer[] {
  const kept = list.filter(({ until }) => until > now)
  const isTyping = ({ typingUntil }: Viewer) => typingUntil > now
  const stopped = kept.some((each) => each.typingUntil > 0 && !isTyping(each))
  if (!stopped) return kept.length === list.length ? list : kept
  return kept.map((each) => (isTyping(each) ? each : { ...each, typingUntil: 0 }))
}
