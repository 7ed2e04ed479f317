/** Longest URL that a request can contain, in characters. */
export const URL_CHARACTERS_MAX = 2048
