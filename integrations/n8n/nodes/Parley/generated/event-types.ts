// Generated from the API description by `npm run clients`. Do not edit.
import type { INodePropertyOptions } from 'n8n-workflow'

/** The types of events. */
export const EVENTS: INodePropertyOptions[] = [
  {
    "name": "Contact Blocked",
    "value": "contact.blocked"
  },
  {
    "name": "Contact Created",
    "value": "contact.created"
  },
  {
    "name": "Contact Erased",
    "value": "contact.erased"
  },
  {
    "name": "Contact Opted In",
    "value": "contact.opted_in"
  },
  {
    "name": "Contact Opted Out",
    "value": "contact.opted_out"
  },
  {
    "name": "Contact Unblocked",
    "value": "contact.unblocked"
  },
  {
    "name": "Contact Updated",
    "value": "contact.updated"
  },
  {
    "name": "Conversation Created",
    "value": "conversation.created"
  },
  {
    "name": "Conversation Updated",
    "value": "conversation.updated"
  },
  {
    "name": "Message Echoed",
    "value": "message.echoed"
  },
  {
    "name": "Message Received",
    "value": "message.received"
  },
  {
    "name": "Message Sent",
    "value": "message.sent"
  },
  {
    "name": "Message Status Changed",
    "value": "message.status_changed"
  },
  {
    "name": "Message Updated",
    "value": "message.updated"
  },
  {
    "name": "Note Created",
    "value": "note.created"
  },
  {
    "name": "Note Updated",
    "value": "note.updated"
  },
  {
    "name": "Ticket Created",
    "value": "ticket.created"
  },
  {
    "name": "Ticket Updated",
    "value": "ticket.updated"
  },
  {
    "name": "Ticket Comment Created",
    "value": "ticket_comment.created"
  },
  {
    "name": "Ticket Comment Updated",
    "value": "ticket_comment.updated"
  }
]
