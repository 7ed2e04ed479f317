import type { RuleTimer } from '#shared/rules.ts'
import type { ChatSnapshot, Moment } from './moment.ts'
import type { Rule } from './rule.ts'

const MINUTE_MS = 60_000

/** A time of a rule that counts business hours: when so many milliseconds of them have passed; undefined: never. */
export type AddBusinessTime = (
  teamId: string | null,
  from: number,
  duration: number,
) => number | undefined

/**
 * A stretch of a conversation for which a rule fires at most once: its key, and since when its time runs. A rule on an event without
 * a delay is due at once.
 */
type Episode = { key: string; since: number }

const TIMERS: Record<RuleTimer, (chat: ChatSnapshot) => Episode | undefined> = {
  waiting: ({ waiting_since: since }) => (since === null ? undefined : startAt('waiting', since)),
  closed: ({ closed_at: at, status }) =>
    at === null || status !== 'closed' ? undefined : startAt('closed', at),
  // A further message of ours lets the time begin again; the episode stays the same.
  silent: ({ last_message: last, last_inbound_id: inbound, status }) =>
    last?.direction !== 'outbound' || status === 'closed'
      ? undefined
      : { key: `silent:${inbound ?? ''}`, since: Date.parse(last.at) },
}

function startAt(name: string, at: string): Episode {
  const since = Date.parse(at)
  return { key: `${name}:${since}`, since }
}

/** The episodes of a state of a conversation, which all rules on that state share. */
const episodes = new WeakMap<ChatSnapshot, Map<RuleTimer, Episode | undefined>>()

function episodeOf(on: RuleTimer, chat: ChatSnapshot): Episode | undefined {
  return episodes
    .getOrInsertComputed(chat, () => new Map())
    .getOrInsertComputed(on, () => TIMERS[on](chat))
}

/** Returns the episode of a conversation for which a rule on a state waits, or undefined while it is not in that state. */
export function findEpisode(rule: Rule, chat: ChatSnapshot): Episode | undefined {
  const on = rule.trigger.on
  return isTimer(on) ? episodeOf(on, chat) : undefined
}

/** Returns whether a trigger is a state that lasts. */
export function isTimer(on: string): on is RuleTimer {
  return Object.hasOwn(TIMERS, on)
}

/**
 * Returns the key under which a firing of a rule is unique in a conversation, and when it is due. Undefined: the rule has nothing to
 * wait for, or its business does not open.
 */
export function toEpisode(
  rule: Rule,
  moment: Moment,
  add: AddBusinessTime,
): { key: string; dueAt: number } | undefined {
  const { on, after_minutes: minutes = 0, in_business_hours: isBusiness } = rule.trigger
  const episode = isTimer(on)
    ? episodeOf(on, moment.chat)
    : { key: `event:${moment.position}`, since: moment.at }
  if (!episode) return undefined
  const duration = minutes * MINUTE_MS
  const dueAt =
    isBusiness && duration > 0
      ? add(moment.chat.team_id, episode.since, duration)
      : episode.since + duration
  return dueAt === undefined ? undefined : { key: repeatKey(rule, moment, episode.key), dueAt }
}

/** Returns the key of a firing: that of the episode, of the round, or of the conversation. */
function repeatKey({ repeat }: Rule, { chat }: Moment, key: string): string {
  if (repeat === 'once') return 'once'
  return repeat === 'round' ? `round:${Date.parse(chat.opened_at)}` : key
}
