/** Every status of a draft of a reply. */
export const DRAFT_STATUSES = ['open', 'sent', 'discarded'] as const

/** A status of a draft of a reply. */
export type DraftStatus = (typeof DRAFT_STATUSES)[number]

/** The most open drafts of one conversation. */
export const OPEN_DRAFTS_MAX = 20

/** How long a draft is kept, in days: no longer than messages are in any workspace. */
export const DRAFT_DAYS = 7
