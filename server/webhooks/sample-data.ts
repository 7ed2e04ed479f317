import type { Static, TObject } from 'typebox'
import { Member } from '#account/users/schema.ts'
import { Contact, Person } from '#contacts/schema.ts'
import { Note } from '#conversations/notes/schema.ts'
import { Automation } from '#conversations/automation.ts'
import { BotTimeOut } from '#conversations/bot-time-out.ts'
import { Chat } from '#conversations/schema.ts'
import { CsatRating } from '#csat/schema.ts'
import { newId } from '#lib/ids.ts'
import { Message } from '#messages/schema.ts'
import { CHANNEL_NAMES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { isAbout, subjectOf } from '#shared/event-types.ts'
import type { EventType, EventTypeOf } from '#shared/event-types.ts'
import { SlaTarget } from '#sla/schema.ts'
import { TicketComment } from '#tickets/activity/schema.ts'
import { Ticket } from '#tickets/schema.ts'

/** The fields of `T` that a sample must name: all that cannot be null. */
type Named<T> = {
  [Key in Exclude<keyof T, keyof Invented['common']> as null extends T[Key] ? never : Key]: T[Key]
} & Partial<T>

type Invented = ReturnType<typeof invent>

/**
 * Returns the `data` of a test event: a resource of invented contacts, with the shape of real events of the type.
 * `createId` makes its ids.
 */
export function sampleData(
  type: EventType,
  now: Date,
  createId: () => string = newId,
): Record<string, unknown> {
  const invented = invent(now, createId)
  const { conversationId, person } = invented
  if (isAbout('message', type)) return messageOf(type, invented)
  switch (subjectOf(type)) {
    case 'contact':
      if (type === 'contact.erased')
        return {
          id: person.id,
          merged_ids: [],
          conversation_ids: [conversationId],
          erasure_id: createId(),
          erased_at: now,
        }
      return type === 'contact.created'
        ? createdContact(invented)
        : sampleOf(Person, invented, person)
    case 'conversation':
      return chat(invented)
    case 'note':
      return note(type === 'note.updated' ? now : null, invented)
    case 'ticket':
      return ticket(type === 'ticket.updated' ? 'solved' : 'open', invented)
    case 'ticket_comment':
      return comment(type === 'ticket_comment.updated' ? now : null, invented)
    case 'member':
      return member(invented)
    case 'csat':
      return rating(invented)
    case 'sla':
      return target(type === 'sla.breached', invented)
    case 'bot':
      return botTimeOut(invented)
    case 'automation':
      return automation(invented)
  }
}

/** Invents the contact, the id of its conversation, and the fields that resources have in common. */
function invent(now: Date, createId: () => string) {
  const person = {
    id: createId(),
    name: 'Meera Iyer',
    phone_e164: '+919000000001',
    email: 'meera.iyer@example.com',
    source: 'api',
    campaign: 'monsoon-offer',
    language: 'en-IN',
    fields: {},
  }
  const lists = { tags: [], attachments: [], mentions: [] }
  const common = { person_id: person.id, created_at: now, updated_at: now, ...lists }
  return { createId, now, person, conversationId: createId(), common }
}

function createdContact(invented: Invented) {
  const { createId, now, person } = invented
  const lead = { id: createId(), source: 'api', campaign: 'monsoon-offer', created_at: now }
  return sampleOf(Contact, invented, { ...person, lead })
}

function messageOf(type: EventTypeOf<'message'>, invented: Invented): Record<string, unknown> {
  const { now } = invented
  switch (type) {
    case 'message.received':
      return message('received', invented)
    case 'message.sent':
      return message('queued', invented)
    case 'message.status_changed':
      return { ...message('delivered', invented), sent_at: now, delivered_at: now }
    case 'message.updated':
      return {
        ...message('received', invented),
        text: 'Is the red one back in stock?',
        edited_at: now,
      }
    case 'message.echoed':
      return {
        ...message('delivered', invented),
        status: 'sent',
        origin: 'echo',
        author: { type: 'system', id: null },
        sent_at: now,
      }
  }
}

function message(status: 'received' | 'queued' | 'delivered', invented: Invented) {
  const { createId, conversationId, person } = invented
  const isInbound = status === 'received'
  return sampleOf(Message, invented, {
    id: createId(),
    conversation_id: conversationId,
    direction: isInbound ? 'inbound' : 'outbound',
    type: 'text',
    text: isInbound ? 'Is the blue one back in stock?' : 'Yes, it came in this morning.',
    standby: false,
    reactions: [],
    status,
    author: isInbound ? { type: 'person', id: person.id } : { type: 'api_key', id: createId() },
  })
}

function chat(invented: Invented) {
  const { createId, conversationId, person } = invented
  const { id, name, phone_e164, email } = person
  return sampleOf(Chat, invented, {
    id: conversationId,
    channel: { id: createId(), type: DEMO_CHANNEL_TYPE, name: CHANNEL_NAMES[DEMO_CHANNEL_TYPE] },
    person: { id, name, phone_e164, email, username: null },
    status: 'open',
    remind_if_unanswered: false,
    participant_ids: [],
    unread_count: 0,
    held_by: { type: 'nobody', id: null, version: 0 },
  })
}

function note(editedAt: Date | null, invented: Invented) {
  const { createId, conversationId } = invented
  return sampleOf(Note, invented, {
    id: createId(),
    conversation_id: conversationId,
    author: { type: 'member', id: createId() },
    text: 'She ordered twice before: the large size fits.',
    edited_at: editedAt,
  })
}

function ticket(status: 'open' | 'solved', invented: Invented) {
  const { createId, now } = invented
  return sampleOf(Ticket, invented, {
    id: createId(),
    number: 42,
    title: 'Wrong size delivered',
    priority: 'medium',
    status,
    fields: { order: 'A-4711' },
    follower_ids: [],
    solved_at: status === 'solved' ? now : null,
  })
}

function comment(editedAt: Date | null, invented: Invented) {
  const { createId, conversationId } = invented
  return sampleOf(TicketComment, invented, {
    id: createId(),
    ticket_id: createId(),
    conversation_id: conversationId,
    author: { type: 'member', id: createId() },
    text: 'The warehouse sends the right size today.',
    edited_at: editedAt,
  })
}

function botTimeOut(invented: Invented) {
  const { createId, now, conversationId } = invented
  return sampleOf(BotTimeOut, invented, {
    id: createId(),
    name: 'Order bot',
    conversation_id: conversationId,
    inbound_at: new Date(now.getTime() - 30_000),
    timed_out_at: now,
    failures: 1,
    is_off: false,
  })
}

function automation(invented: Invented) {
  const { createId, conversationId } = invented
  return sampleOf(Automation, invented, {
    id: createId(),
    conversation_id: conversationId,
    label: 'Late order',
    author: { type: 'rule', id: createId() },
  })
}

function member(invented: Invented) {
  const { createId, now } = invented
  const id = createId()
  return sampleOf(Member, invented, {
    id,
    user_id: createId(),
    name: 'Arun Das',
    email: 'arun.das@example.com',
    role: 'agent',
    team_ids: [],
    availability: 'away',
    availability_cause: 'by_hand',
    availability_until: new Date(now.getTime() + 3_600_000),
    availability_set_by: { type: 'member', id },
  })
}

function rating(invented: Invented) {
  const { createId, now, conversationId, person } = invented
  return sampleOf(CsatRating, invented, {
    id: createId(),
    conversation_id: conversationId,
    person_id: person.id,
    channel_id: createId(),
    member_id: createId(),
    round_started_at: new Date(now.getTime() - 3_600_000),
    asked_at: new Date(now.getTime() - 600_000),
    rating: 5,
    comment: 'Quick and friendly.',
    answered_at: now,
  })
}

function target(isBreached: boolean, invented: Invented) {
  const { createId, conversationId, now } = invented
  const dueAt = new Date(now.getTime() + (isBreached ? 0 : 24 * 60_000))
  const startedAt = new Date(dueAt.getTime() - 120 * 60_000)
  return sampleOf(SlaTarget, invented, {
    id: createId(),
    conversation_id: conversationId,
    round_started_at: startedAt,
    metric: 'first_response',
    policy: { id: createId(), name: 'Support', version: 1 },
    state: isBreached ? 'breached' : 'running',
    started_at: startedAt,
    consumed_seconds: 0,
    due_at: dueAt,
    warning_at: new Date(startedAt.getTime() + 96 * 60_000),
    breached_at: isBreached ? dueAt : null,
  })
}

/** Returns a resource with `values` and what is common to all; every other field of its schema is null. */
function sampleOf<Schema extends TObject>(
  schema: Schema,
  { common }: Invented,
  values: Named<Static<Schema>>,
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...common, ...values }
  return Object.fromEntries(
    Object.keys(schema.properties).map((name) => [name, given[name] ?? null]),
  )
}
