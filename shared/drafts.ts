/** Every status of a draft of a reply. */
export const DRAFT_STATUSES = ['open', 'sent', 'discarded'] as const

/** A status of a draft of a reply. */
export type DraftStatus = (typeof DRAFT_STATUSES)[number]

/** The most open drafts of one conversation. */
export const OPEN_DRAFTS_MAX = 20

/** How long a draft is kept, in days: no longer than messages are in any workspace. */
export const DRAFT_DAYS = 7

/** The kinds of a member's own draft: an unsent reply, or an unsent note. */
export const OWN_DRAFT_KINDS = ['reply', 'note'] as const

/** A kind of a member's own draft. */
export type OwnDraftKind = (typeof OWN_DRAFT_KINDS)[number]

/** A member mentioned in the draft of a note: the membership id, and the name as written in the text. */
export type DraftMention = { id: string; name: string }

/** The seconds for which a member's replies can be held, so that they can undo them; 0: not at all. */
export const HOLD_SECONDS = [0, 5, 10, 20, 30] as const

/** The longest time for which a reply is held, in seconds. */
export const HOLD_SECONDS_MAX = 30

/** The most own drafts of a member that are stored. */
export const OWN_DRAFTS_MAX = 500

/** The longest own draft that is stored, in characters: longer than any message or note. */
export const OWN_DRAFT_CHARACTERS_MAX = 12_000

/** The time for which an own draft is kept after its last change, in days. Message retention of the workspace can be shorter. */
export const OWN_DRAFT_DAYS = 90
