/** Longest name of a channel, in characters. */
export const CHANNEL_NAME_CHARACTERS_MAX = 200

/** The statuses of a channel as API keys see it. */
export const CHANNEL_STATUSES = ['connected', 'restricted', 'disabled', 'disconnected'] as const
