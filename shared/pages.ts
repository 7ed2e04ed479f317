/** Items on a page of a list when the request names no limit, and at most. */
export const PAGE_SIZE = { default: 25, max: 100 } as const
