import type { ActorType } from '#shared/actors.ts'
import type { ConversationHolder, ConversationStatus } from '#shared/conversations.ts'
import type { RuleChange, RuleEvent } from '#shared/rules.ts'
import type { TicketPriority } from '#shared/tickets.ts'

/** The state of a conversation that rules look at. Times are RFC 3339. */
export type ChatSnapshot = {
  id: string
  channel_id: string
  channel_type: string
  person_id: string
  status: ConversationStatus
  assignee_id: string | null
  /** Whether the assignee is a bot. Known if a condition needs it. */
  is_bots: boolean
  /** Who holds it at the platform, as far as that reports it. */
  holder: ConversationHolder | null
  team_id: string | null
  tag_ids: string[]
  priority: TicketPriority | null
  unread: boolean
  waiting_since: string | null
  closed_at: string | null
  /** The start of the round: when it was opened last. */
  opened_at: string
  last_message: { direction: 'inbound' | 'outbound'; at: string } | null
  /** The newest message of the customer. */
  last_inbound_id: string | null
}

/** The contact of a conversation, as far as rules look at it. Values of custom fields by their keys. */
export type ContactSnapshot = {
  opted_out: boolean
  language: string | null
  fields: Readonly<Record<string, unknown>>
}

/** The message of an event. `nth`: its place among the customer's messages of the round, from 1. */
export type MessageSnapshot = {
  id: string
  text: string | null
  type: string
  direction: 'inbound' | 'outbound'
  nth: number | null
}

/** The ticket of an event. Values of custom fields by their keys. */
export type TicketSnapshot = {
  id?: string
  status: string
  priority: string
  type_id: string | null
  fields: Readonly<Record<string, unknown>>
}

/** What one transaction did to one conversation, as rules see it. `position` is that of its last event. */
export type Moment = {
  position: number
  at: number
  events: readonly RuleEvent[]
  by: ActorType
  /** The rules whose firings led to this, the first one first. */
  chain: readonly string[]
  changed: readonly RuleChange[]
  chat: ChatSnapshot
  contact: ContactSnapshot
  message: MessageSnapshot | null
  ticket: TicketSnapshot | null
}
