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
  'ticket_comment.created',
  'ticket_comment.updated',
  'contact.erased',
  'contact.blocked',
  'contact.unblocked',
  'contact.opted_out',
  'contact.opted_in',
  'member.updated',
  'csat.answered',
  'sla.warning',
  'sla.breached',
  'bot.timed_out',
  'automation.triggered',
] as const

/** A type of event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The subject of an event type: the part before its dot. Events with the same subject carry the same resource. */
type EventSubject<Type extends string = EventType> = Type extends `${infer Subject}.${string}`
  ? Subject
  : Type

/** The meaning of each event type. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'message.sent': 'A message was sent to a customer.',
  'contact.created': 'A contact was created or matched through the API or an import.',
  'ticket.created': 'A ticket was created.',
  'message.received': 'A message was received from a customer.',
  'message.status_changed': 'A message was sent, delivered or read, or it failed.',
  'message.updated': 'A message was edited or deleted, or a reaction was added.',
  'message.echoed': 'A message was sent from the WhatsApp app.',
  'conversation.created': 'A conversation was created.',
  'conversation.updated': 'A conversation was assigned, snoozed, closed, reopened or tagged.',
  'note.created': 'An internal note was created.',
  'note.updated': 'An internal note was updated or deleted.',
  'contact.updated': 'A contact was updated or merged.',
  'ticket.updated': 'A ticket was updated.',
  'ticket_comment.created': 'A comment was added to a ticket.',
  'ticket_comment.updated': 'A comment on a ticket was edited or deleted.',
  'contact.erased': 'A contact and all its data were erased.',
  'contact.blocked': 'A contact was blocked, or blocked for another reason.',
  'contact.unblocked': 'A contact was unblocked.',
  'contact.opted_out': 'A contact opted out of marketing messages.',
  'contact.opted_in': 'A contact opted in to marketing messages again.',
  'member.updated': 'A member went online, away or offline, or their working hours were set.',
  'csat.answered': 'A customer rated a conversation, or changed the rating.',
  'sla.warning': 'A target of a conversation is due soon.',
  'sla.breached': 'A target of a conversation was missed.',
  'bot.timed_out': 'A bot did not act in time and lost a conversation to the queue.',
  'automation.triggered': 'A rule or a macro did its action “webhook”.',
}

/**
 * The field of an event's `data` with the id of its order: the events of one conversation, one contact, one ticket and one member are ordered, by the
 * subject of their types.
 */
export const ORDERED_BY: Readonly<Record<EventSubject, string>> = {
  message: 'conversation_id',
  conversation: 'id',
  note: 'conversation_id',
  contact: 'id',
  ticket: 'id',
  ticket_comment: 'ticket_id',
  member: 'id',
  csat: 'conversation_id',
  sla: 'conversation_id',
  bot: 'conversation_id',
  automation: 'conversation_id',
}

/** The event types with this subject. */
export type EventTypeOf<Subject extends EventSubject> = Extract<EventType, `${Subject}.${string}`>

/** Returns the subject of an event type; a type without a dot is its own subject. */
export function subjectOf<Type extends string>(type: Type): EventSubject<Type> {
  return type.split('.', 1)[0] as EventSubject<Type>
}

/** Returns whether an event type is about `subject`. */
export function isAbout<Subject extends EventSubject>(
  subject: Subject,
  type: string,
): type is EventTypeOf<Subject> {
  return subjectOf(type) === subject
}

/** The event types of an endpoint that names none. */
export const DEFAULT_EVENT_TYPES: EventType[] = [
  'message.sent',
  'contact.created',
  'ticket.created',
]

/** The event types that the app recommends for a new endpoint: most integrations answer what customers write. */
export const RECOMMENDED_EVENT_TYPES: readonly EventType[] = [
  'message.received',
  ...DEFAULT_EVENT_TYPES,
]

/** The event types that can notify members of the workspace. */
export const NOTIFYING_EVENT_TYPES: readonly EventType[] = [
  'message.received',
  'note.created',
  'note.updated',
  'conversation.updated',
  'ticket.created',
  'ticket.updated',
  'ticket_comment.created',
  'ticket_comment.updated',
]

/**
 * The event types that each follower of a workspace's events acts on. `assign`: a team may have to assign a conversation. `csat`: a customer may
 * have to be asked for a rating. `sla`: the targets of a conversation may have changed. `away`: a customer may have to get an away reply. `bots`: a
 * bot may have to act. A kind of follower is a kind of lane, too.
 */
export const FOLLOWED_EVENT_TYPES = {
  rules: [
    'message.received',
    'message.sent',
    'message.echoed',
    'conversation.created',
    'conversation.updated',
    'note.created',
    'ticket.created',
    'ticket.updated',
  ],
  assign: [
    'message.received',
    'conversation.created',
    'conversation.updated',
    'contact.updated',
    'member.updated',
  ],
  csat: ['conversation.updated', 'csat.answered'],
  sla: [
    'message.received',
    'message.status_changed',
    'message.echoed',
    'conversation.created',
    'conversation.updated',
  ],
  away: ['message.received', 'conversation.updated'],
  bots: ['message.received', 'conversation.updated'],
} as const satisfies Record<string, readonly EventType[]>

/** The kind of a follower. */
export type FollowerKind = keyof typeof FOLLOWED_EVENT_TYPES
