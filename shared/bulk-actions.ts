/** The kinds of things that bulk actions change, as the API's paths name them. */
export const BULK_SUBJECTS = ['chats', 'contacts', 'tickets'] as const

/** A kind of things that bulk actions change. */
export type BulkSubject = (typeof BULK_SUBJECTS)[number]

/** The actions of each subject. */
export const BULK_ACTIONS = {
  chats: [
    'close',
    'reopen',
    'snooze',
    'assign',
    'set_team',
    'set_priority',
    'add_participant',
    'remove_participant',
    'tag',
    'untag',
    'mark_read',
    'mark_unread',
  ],
  contacts: ['erase', 'merge'],
  tickets: [
    'assign',
    'set_team',
    'set_type',
    'set_status',
    'set_priority',
    'set_due',
    'tag',
    'untag',
  ],
} as const satisfies Record<BulkSubject, readonly string[]>

/** An action of any subject. */
export type BulkAction = (typeof BULK_ACTIONS)[BulkSubject][number]

/** The states of a bulk action. `undoing` and `undone` follow an undo; one that was stopped ends as `canceled`. */
export const BULK_STATUSES = ['running', 'completed', 'canceled', 'undoing', 'undone'] as const

/** The state of a bulk action. */
export type BulkStatus = (typeof BULK_STATUSES)[number]

/**
 * The results of an item of a bulk action. `skipped`: there was nothing to change, or it could not be changed; `failed`: an
 * error of the product; `undone`: its previous value was restored; `kept`: it has been changed since and was not restored.
 */
export const BULK_RESULTS = ['pending', 'done', 'skipped', 'failed', 'undone', 'kept'] as const

/** The result of an item of a bulk action. */
export type BulkResult = (typeof BULK_RESULTS)[number]

/** The most items that one bulk action can have. */
export const BULK_ITEMS_MAX = 50_000

/** The most ids in one request: a body has at most 5,000 values. */
export const BULK_IDS_MAX = 4_000

/** Bulk actions with at most this many items are complete when the request is answered. */
export const BULK_DIRECT_MAX = 100

/** The most contacts that one bulk action merges into another one: ten become one. */
export const BULK_MERGED_MAX = 9

/** The most exceptions from a filter. */
export const BULK_EXCEPTIONS_MAX = 1_000

/** Days after which a bulk action and its items are deleted. Until then it can be undone. */
export const BULK_KEPT_DAYS = 7
