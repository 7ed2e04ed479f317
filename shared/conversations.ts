/** Every state of a conversation. A snoozed one opens again when it is due, or when the customer writes. */
export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const

/** A state of a conversation. */
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]

/** Orders of the list of conversations. */
export const CONVERSATION_SORTS = ['activity', 'waiting', 'sla'] as const

/** An order of the list of conversations. */
export type ConversationSort = (typeof CONVERSATION_SORTS)[number]

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
  'handed_over',
  'identity_changed',
  'team',
  'participant_added',
  'participant_removed',
  'csat',
  'away_reply',
  'priority',
] as const

/** A kind of change of a conversation. */
export type ConversationChange = (typeof CONVERSATION_CHANGES)[number]

/** Longest internal note of a conversation or a contact, in characters. */
export const NOTE_CHARACTERS_MAX = 10_000

/**
 * Apps besides ours that hold conversations. `unknown_app`: the platform did not name the app.
 */
export const OTHER_HOLDERS = ['platform_agent', 'another_app', 'unknown_app'] as const

/** An app besides ours that holds conversations. */
export type HolderRole = (typeof OTHER_HOLDERS)[number]

/** Who can hold a conversation at the platform. Only the holder is meant to answer the customer. */
export const CONVERSATION_HOLDERS = ['workspace', ...OTHER_HOLDERS] as const

/** Who holds a conversation. */
export type ConversationHolder = (typeof CONVERSATION_HOLDERS)[number]

/**
 * How long a conversation is held after the customer's last message; messages of the business do not extend it.
 * Source: Cloud API, "Conversation Routing".
 */
export const HOLD_MS = 24 * 3_600_000
