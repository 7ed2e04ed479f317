/** Why a bot gets no new conversations. */
export const BOT_OFF_REASONS = ['by_hand', 'failures'] as const

/** Why a bot gets no new conversations. */
export type BotOffReason = (typeof BOT_OFF_REASONS)[number]

/** Longest name of a bot, in characters. */
export const BOT_NAME_CHARACTERS_MAX = 60

/** How long a bot may take to act on a message, in seconds. */
export const BOT_TIMEOUT_SECONDS = { default: 30, min: 5, max: 600 } as const

/** After so many time-outs in a row, a bot gets no new conversations. */
export const BOT_FAILURES_MAX = 5

/** Most bots of a workspace. */
export const BOTS_MAX = 20

/** Most channels, and most teams, of a bot. */
export const BOT_PLACES_MAX = 100

/** To whom a conversation can be handed over. */
export const HAND_OVER_TARGETS = ['queue', 'team', 'member', 'bot'] as const

/** To whom a conversation can be handed over. */
export type HandOverTarget = (typeof HAND_OVER_TARGETS)[number]

/** Longest summary of a hand-over, in characters. */
export const SUMMARY_CHARACTERS_MAX = 1000

/** Longest reason of a hand-over, in characters. */
export const HAND_OVER_REASON_CHARACTERS_MAX = 200

/** Who holds a conversation. */
export const HELD_BY = ['other_app', 'bot', 'member', 'team', 'nobody'] as const

/** Who holds a conversation. */
export type HeldBy = (typeof HELD_BY)[number]
