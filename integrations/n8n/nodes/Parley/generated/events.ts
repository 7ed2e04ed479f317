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
        "displayName": "Since",
        "name": "since",
        "type": "dateTime",
        "default": "",
        "description": "Starts with the first event created at or after this time. Cannot be combined with 'after'."
      },
      {
        "displayName": "Types",
        "name": "types",
        "type": "string",
        "default": "",
        "description": "Event types, separated by commas. Returns all types by default."
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
