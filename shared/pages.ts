/** Items on a page of a list when the request names no limit, and at most. */
export const PAGE_SIZE = { default: 25, max: 100 } as const

/** Longest text of a search, in characters. */
export const SEARCH_CHARACTERS_MAX = 200
