import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { Check } from 'typebox/value'
import { Contact, ErasedContact, Person } from '#contacts/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { EVENT_TYPES, subjectOf } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { Message } from '#messages/schema.ts'
import { Note } from '#conversations/notes/schema.ts'
import { TicketComment } from '#tickets/activity/schema.ts'
import { Ticket } from '#tickets/schema.ts'
import { sampleData } from './sample-data.ts'

test('a test event carries the fields of the real one, no more and no less', () => {
  const schemas = {
    message: Message,
    contact: Person,
    conversation: Chat,
    note: Note,
    ticket: Ticket,
    ticket_comment: TicketComment,
  }
  const ofType: Partial<Record<EventType, TObject>> = {
    'contact.created': Contact,
    'contact.erased': ErasedContact,
  }
  for (const type of EVENT_TYPES) {
    const data: unknown = JSON.parse(JSON.stringify(sampleData(type, new Date())))
    const { properties } = ofType[type] ?? schemas[subjectOf(type)]
    const closed = Type.Object(properties, { additionalProperties: false })
    assert.ok(Check(closed, data), type)
  }
})
