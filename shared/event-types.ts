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
] as const

/** A type of event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The subject of an event type: the part before its dot. Events with the same subject carry the same resource. */
type EventSubject<Type extends string = EventType> = Type extends `${infer Subject}.${string}`
  ? Subject
  : Type

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
