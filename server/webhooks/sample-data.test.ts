import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { Contact, Person } from '#contacts/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { Message } from '#messages/schema.ts'
import { Note } from '#conversations/notes/schema.ts'
import { Ticket } from '#tickets/schema.ts'
import { sampleData } from './sample-data.ts'

test('a test event carries the fields of the real one, no more and no less', () => {
  const schemas = {
    'message.sent': Message,
    'message.received': Message,
    'message.status_changed': Message,
    'message.updated': Message,
    'message.echoed': Message,
    'contact.created': Contact,
    'contact.updated': Person,
    'conversation.created': Chat,
    'conversation.updated': Chat,
    'note.created': Note,
    'note.updated': Note,
    'ticket.created': Ticket,
    'ticket.updated': Ticket,
  }
  for (const type of EVENT_TYPES) {
    const data: unknown = JSON.parse(JSON.stringify(sampleData(type, new Date())))
    const closed = Type.Object(schemas[type].properties, { additionalProperties: false })
    assert.ok(Check(closed, data), type)
  }
})
