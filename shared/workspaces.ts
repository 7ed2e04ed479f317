/** The fewest and the most days that a workspace keeps events, finished deliveries and inbound payloads. */
export const RETENTION_DAYS = { min: 1, max: 3650 } as const

/** The fewest and the most days that a workspace keeps messages, when not forever. Platforms repeat reports for a week. */
export const MESSAGE_RETENTION_DAYS = { min: 7, max: 3650 } as const

/** The fewest and the most days that a workspace keeps its audit log, when not forever. */
export const AUDIT_RETENTION_DAYS = { min: 30, max: 3650 } as const

/** The most rows that the preview of a retention time counts. */
export const PREVIEW_COUNT_MAX = 100_000

/** Every answer to a message for a phone number without a conversation. */
export const UNMATCHED_PHONE_RULES = ['reject', 'first_conversation'] as const

/** What happens with a message for a phone number without a conversation. */
export type UnmatchedPhoneRule = (typeof UNMATCHED_PHONE_RULES)[number]

/** Longest name of a workspace, in characters. */
export const WORKSPACE_NAME_CHARACTERS_MAX = 100
