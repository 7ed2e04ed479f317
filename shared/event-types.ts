/** All event types, in the order in which they are documented. */
export const EVENT_TYPES = [
  'message.sent',
  'contact.created',
  'ticket.created',
  'message.received',
  'message.status_changed',
  'message.updated',
  'message.echoed',
  'conversation.created',
  'conversation.updated',
  'note.created',
  'note.updated',
  'contact.updated',
  'ticket.updated',
] as const

/** A type of event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The event types of an endpoint that names none. */
export const DEFAULT_EVENT_TYPES: EventType[] = [
  'message.sent',
  'contact.created',
  'ticket.created',
]
