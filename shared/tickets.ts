/** Every priority of a ticket, the lowest first. */
export const TICKET_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

/** A priority of a ticket. */
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]

/** The priority of a ticket that is created without one. */
export const TICKET_PRIORITY_DEFAULT: TicketPriority = 'medium'

/** Every status of a ticket, in the order it passes through them. */
export const TICKET_STATUSES = ['open', 'pending', 'solved', 'closed'] as const

/** A status of a ticket. */
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** Returns whether a ticket with this status is done: solved or closed. */
export function isDoneStatus(status: TicketStatus): boolean {
  return status === 'solved' || status === 'closed'
}

/** Longest title of a ticket, in characters. */
export const TICKET_TITLE_CHARACTERS_MAX = 200

/** Every order of the ticket list: the last changed first, by due date, by priority, or by the SLA target of the conversation. */
export const TICKET_SORTS = ['updated', 'due', 'priority', 'sla'] as const

/** Longest description of a ticket, in characters. */
export const TICKET_DESCRIPTION_CHARACTERS_MAX = 10_000

/** The most tags of a ticket. */
export const TICKET_TAGS_MAX = 50

/** The most files of a ticket. */
export const TICKET_ATTACHMENTS_MAX = 20

/** Longest name of a type of tickets, in characters. */
export const TICKET_TYPE_CHARACTERS_MAX = 64

/** The most types of tickets of a workspace. */
export const TICKET_TYPES_MAX = 50

/** The most links of a ticket. */
export const TICKET_LINKS_MAX = 50

/** Every kind of a link between tickets that is stored: what one ticket is to the other. */
const STORED_LINK_KINDS = ['relates_to', 'blocks', 'duplicate_of'] as const

/** A kind of a link between tickets that is stored. */
export type StoredLinkKind = (typeof STORED_LINK_KINDS)[number]

/** Every kind of a link, as one of its tickets shows it. */
export const TICKET_LINK_KINDS = [...STORED_LINK_KINDS, 'blocked_by', 'duplicated_by'] as const

/** A kind of a link, as one of its tickets shows it. */
export type TicketLinkKind = (typeof TICKET_LINK_KINDS)[number]

/** Every kind of change that the history of a ticket contains. */
export const TICKET_CHANGES = [
  'created',
  'title',
  'description',
  'status',
  'priority',
  'assigned',
  'due',
  'tagged',
  'untagged',
  'attached',
  'detached',
  'comment_edited',
  'comment_deleted',
  'contact',
  'team',
  'type',
  'field',
  'linked',
  'unlinked',
  'customer_notified',
] as const

/** A kind of change of a ticket. */
export type TicketChangeKind = (typeof TICKET_CHANGES)[number]
