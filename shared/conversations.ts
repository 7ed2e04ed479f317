/** Every state of a conversation. A snoozed one opens again when it is due, or when the customer writes. */
export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const

/** A state of a conversation. */
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]

/** Every kind of change of a conversation that its thread shows. */
export const CONVERSATION_CHANGES = [
  'assigned',
  'snoozed',
  'closed',
  'reopened',
  'tagged',
  'untagged',
  'merged',
  'ticket',
] as const

/** A kind of change of a conversation. */
export type ConversationChange = (typeof CONVERSATION_CHANGES)[number]

/** Longest internal note of a conversation or a contact, in characters. */
export const NOTE_CHARACTERS_MAX = 10_000
