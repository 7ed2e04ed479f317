/** What the inbox shows after a conversation is closed or snoozed. */
export const AFTER_DONE = ['next', 'previous', 'list'] as const

/** What the inbox shows after a conversation is closed or snoozed. */
export type AfterDone = (typeof AFTER_DONE)[number]
