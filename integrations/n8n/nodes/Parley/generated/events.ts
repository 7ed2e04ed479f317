// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of events and their fields. */
export const events: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ]
      }
    },
    "options": [
      {
        "name": "Get an Event",
        "value": "getEvent",
        "action": "Get an event",
        "description": "Get an event. The response is byte-identical to the payload sent to webhooks."
      },
      {
        "name": "List Events",
        "value": "listEvents",
        "action": "List events",
        "description": "List events. Returns events oldest first, in commit order and without gaps. Store 'next_cursor' and pass it as 'after' in the next request; while 'has_more' is true, request the next page immediately. If the events after a cursor were deleted because their retention time is over, the response is 410 'cursor_expired'."
      },
      {
        "name": "Resend an Event",
        "value": "resendEvent",
        "action": "Resend an event",
        "description": "Resend an event. Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type."
      }
    ],
    "default": "listEvents"
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "listEvents"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "listEvents"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "listEvents"
        ]
      }
    },
    "options": [
      {
        "displayName": "Created After",
        "name": "created_after",
        "type": "dateTime",
        "default": "",
        "description": "Starts with the first event created at or after this time. Cannot be combined with 'after'. An RFC 3339 timestamp with any UTC offset."
      },
      {
        "displayName": "Type",
        "name": "type",
        "type": "multiOptions",
        "options": [
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
            "name": "Ticket Comment Created",
            "value": "ticket_comment.created"
          },
          {
            "name": "Ticket Comment Updated",
            "value": "ticket_comment.updated"
          },
          {
            "name": "Ticket Created",
            "value": "ticket.created"
          },
          {
            "name": "Ticket Updated",
            "value": "ticket.updated"
          }
        ],
        "default": [],
        "description": "All types by default, or one or more of message.sent, contact.created, ticket.created, message.received, message.status_changed, message.updated, message.echoed, conversation.created, conversation.updated, note.created, note.updated, contact.updated, ticket.updated, ticket_comment.created, ticket_comment.updated, contact.erased, contact.blocked, contact.unblocked, contact.opted_out, contact.opted_in, separated by commas"
      }
    ]
  },
  {
    "displayName": "Event ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "getEvent"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Event ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "resendEvent"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "events"
        ],
        "operation": [
          "resendEvent"
        ]
      }
    },
    "options": [
      {
        "displayName": "Endpoint ID",
        "name": "endpoint_id",
        "type": "string",
        "default": "",
        "description": "Only this endpoint, regardless of its subscribed events. By default, all enabled endpoints that have a delivery of the event or subscribe to its type."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      }
    ]
  }
]
