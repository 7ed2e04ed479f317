import type { Static, TObject } from 'typebox'
import { Contact, Person } from '#contacts/schema.ts'
import { Note } from '#conversations/notes/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { newId } from '#lib/ids.ts'
import { Message } from '#messages/schema.ts'
import { CHANNEL_NAMES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { isAbout, subjectOf } from '#shared/event-types.ts'
import type { EventType, EventTypeOf } from '#shared/event-types.ts'
import { TicketComment } from '#tickets/activity/schema.ts'
import { Ticket } from '#tickets/schema.ts'

/** The fields of `T` that a sample must name: all that cannot be null. */
type Named<T> = { [Key in keyof T as null extends T[Key] ? never : Key]: T[Key] } & Partial<T>

/**
 * Returns the `data` of a test event: a resource of invented contacts, with the shape of real events of the type.
 * `createId` makes its ids.
 */
export function sampleData(
  type: EventType,
  now: Date,
  createId: () => string = newId,
): Record<string, unknown> {
  const personId = createId()
  const conversationId = createId()
  const person = {
    id: personId,
    name: 'Meera Iyer',
    phone_e164: '+919000000001',
    email: 'meera.iyer@example.com',
    source: 'api',
    campaign: 'monsoon-offer',
    created_at: now,
    updated_at: now,
    fields: {},
  }
  if (isAbout('message', type)) return messageOf(type)
  switch (subjectOf(type)) {
    case 'contact':
      if (type === 'contact.erased')
        return {
          id: personId,
          merged_ids: [],
          conversation_ids: [conversationId],
          erasure_id: createId(),
          erased_at: now,
        }
      return type === 'contact.created' ? createdContact() : sampleOf(Person, person)
    case 'conversation':
      return chat()
    case 'note':
      return note(type === 'note.updated' ? now : null)
    case 'ticket':
      return ticket(type === 'ticket.updated' ? 'solved' : 'open')
    case 'ticket_comment':
      return comment(type === 'ticket_comment.updated' ? now : null)
  }

  function createdContact() {
    const lead = { id: createId(), source: 'api', campaign: 'monsoon-offer', created_at: now }
    return sampleOf(Contact, { ...person, lead })
  }

  function messageOf(messageType: EventTypeOf<'message'>): Record<string, unknown> {
    switch (messageType) {
      case 'message.received':
        return message('received')
      case 'message.sent':
        return message('queued')
      case 'message.status_changed':
        return { ...message('delivered'), sent_at: now, delivered_at: now }
      case 'message.updated':
        return { ...message('received'), text: 'Is the red one back in stock?', edited_at: now }
      case 'message.echoed':
        return {
          ...message('delivered'),
          status: 'sent',
          origin: 'echo',
          author: { type: 'system', id: null },
          sent_at: now,
        }
    }
  }

  function message(status: 'received' | 'queued' | 'delivered') {
    const isInbound = status === 'received'
    return sampleOf(Message, {
      id: createId(),
      conversation_id: conversationId,
      person_id: personId,
      direction: isInbound ? 'inbound' : 'outbound',
      type: 'text',
      text: isInbound ? 'Is the blue one back in stock?' : 'Yes, it came in this morning.',
      attachments: [],
      standby: false,
      reactions: [],
      status,
      author: isInbound ? { type: 'person', id: personId } : { type: 'api_key', id: createId() },
      created_at: now,
    })
  }

  function chat() {
    const { id, name, phone_e164, email } = person
    return sampleOf(Chat, {
      id: conversationId,
      channel: { id: createId(), type: DEMO_CHANNEL_TYPE, name: CHANNEL_NAMES[DEMO_CHANNEL_TYPE] },
      person: { id, name, phone_e164, email, username: null },
      status: 'open',
      tags: [],
      unread_count: 0,
      created_at: now,
      updated_at: now,
    })
  }

  function note(editedAt: Date | null) {
    return sampleOf(Note, {
      id: createId(),
      conversation_id: conversationId,
      author: { type: 'member', id: createId() },
      text: 'She ordered twice before: the large size fits.',
      mentions: [],
      created_at: now,
      edited_at: editedAt,
    })
  }

  function ticket(status: 'open' | 'solved') {
    return sampleOf(Ticket, {
      id: createId(),
      number: 42,
      person_id: personId,
      title: 'Wrong size delivered',
      priority: 'medium',
      status,
      solved_at: status === 'solved' ? now : null,
      tags: [],
      attachments: [],
      created_at: now,
      updated_at: now,
    })
  }

  function comment(editedAt: Date | null) {
    return sampleOf(TicketComment, {
      id: createId(),
      ticket_id: createId(),
      person_id: personId,
      conversation_id: conversationId,
      author: { type: 'member', id: createId() },
      text: 'The warehouse sends the right size today.',
      mentions: [],
      created_at: now,
      edited_at: editedAt,
    })
  }
}

/** Returns a resource with `values`; every other field of its schema is null. */
function sampleOf<Schema extends TObject>(
  schema: Schema,
  values: Named<Static<Schema>>,
): Record<string, unknown> {
  const given: Record<string, unknown> = values
  return Object.fromEntries(
    Object.keys(schema.properties).map((name) => [name, given[name] ?? null]),
  )
}
