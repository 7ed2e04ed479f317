/** The choices of what opens after a conversation is closed or snoozed. */
export const AFTER_DONE = ['next', 'previous', 'list'] as const

/** The conversation or list that opens after one is closed or snoozed. */
export type AfterDone = (typeof AFTER_DONE)[number]
