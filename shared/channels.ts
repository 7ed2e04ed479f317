/** Longest name of a channel, in characters. */
export const CHANNEL_NAME_CHARACTERS_MAX = 200
