import type { EventType } from '#shared/event-types.ts'
import { CHANNEL_NAMES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { newId } from '#lib/ids.ts'

/** Returns the `data` of a test event: a resource of invented contacts, with the shape of real events of the type. */
export function sampleData(type: EventType, now: Date): Record<string, unknown> {
  const personId = newId()
  const conversationId = newId()
  switch (type) {
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
    case 'contact.created':
      return {
        ...person(),
        matched_by: null,
        lead: { id: newId(), source: 'api', campaign: 'monsoon-offer', created_at: now },
      }
    case 'contact.updated':
      return person()
    case 'conversation.created':
    case 'conversation.updated':
      return chat()
    case 'note.created':
      return note(null)
    case 'note.updated':
      return note(now)
    case 'ticket.created':
      return ticket('open')
    case 'ticket.updated':
      return ticket('solved')
  }

  function person() {
    return {
      id: personId,
      name: 'Meera Iyer',
      phone_e164: '+919000000001',
      email: 'meera.iyer@example.com',
      source: 'api',
      campaign: 'monsoon-offer',
      created_at: now,
      updated_at: now,
      last_seen_at: null,
      fields: {},
    }
  }

  function message(status: 'received' | 'queued' | 'delivered') {
    const isInbound = status === 'received'
    return {
      id: newId(),
      conversation_id: conversationId,
      person_id: personId,
      direction: isInbound ? 'inbound' : 'outbound',
      type: 'text',
      text: isInbound ? 'Is the blue one back in stock?' : 'Yes, it came in this morning.',
      media: null,
      attachments: [],
      content: null,
      origin: null,
      reply_to: null,
      retry_of: null,
      reactions: [],
      status,
      error: null,
      author: isInbound ? { type: 'person', id: personId } : { type: 'api_key', id: newId() },
      created_at: now,
      sent_at: null,
      delivered_at: null,
      read_at: null,
      edited_at: null,
      revoked_at: null,
    }
  }

  function chat() {
    return {
      id: conversationId,
      channel: { id: newId(), type: DEMO_CHANNEL_TYPE, name: CHANNEL_NAMES[DEMO_CHANNEL_TYPE] },
      person: {
        id: personId,
        name: 'Meera Iyer',
        phone_e164: '+919000000001',
        email: 'meera.iyer@example.com',
      },
      group: null,
      status: 'open',
      snoozed_until: null,
      closed_at: null,
      assignee_id: null,
      tags: [],
      unread_count: 0,
      last_message: null,
      last_message_at: null,
      window_expires_at: null,
      created_at: now,
      updated_at: now,
    }
  }

  function note(editedAt: Date | null) {
    return {
      id: newId(),
      conversation_id: conversationId,
      author: { type: 'member', id: newId() },
      text: 'She ordered twice before: the large size fits.',
      mentions: [],
      created_at: now,
      edited_at: editedAt,
      deleted_at: null,
    }
  }

  function ticket(status: 'open' | 'solved') {
    return {
      id: newId(),
      number: 42,
      person_id: personId,
      title: 'Wrong size delivered',
      message_id: null,
      conversation_id: null,
      priority: 'medium',
      status,
      assignee_id: null,
      due_at: null,
      solved_at: status === 'solved' ? now : null,
      created_at: now,
      updated_at: now,
    }
  }
}
