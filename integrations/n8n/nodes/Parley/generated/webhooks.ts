// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of webhooks and their fields. */
export const webhooks: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ]
      }
    },
    "options": [
      {
        "name": "Create a Webhook",
        "value": "createWebhook",
        "action": "Create a webhook",
        "description": "Create a webhook. Subscribes a URL to events. The response contains the signing secret. It is shown only once."
      },
      {
        "name": "Delete a Webhook",
        "value": "deleteWebhook",
        "action": "Delete a webhook",
        "description": "Delete a webhook. Unsubscribes the URL and cancels its pending deliveries."
      },
      {
        "name": "Get a Webhook",
        "value": "getWebhook",
        "action": "Get a webhook",
        "description": "Get a webhook"
      },
      {
        "name": "List the Deliveries of a Webhook",
        "value": "listWebhookDeliveries",
        "action": "List the deliveries of a webhook",
        "description": "List the deliveries of a webhook. Newest first. If few deliveries match, a page can be short or empty and still have a 'next_cursor'."
      },
      {
        "name": "List Webhooks",
        "value": "listWebhooks",
        "action": "List webhooks",
        "description": "List webhooks. Returns all webhook endpoints without their secrets, newest first."
      },
      {
        "name": "Rotate the Signing Secret of a Webhook",
        "value": "rotateSigningSecret",
        "action": "Rotate the signing secret of a webhook",
        "description": "Rotate the signing secret of a webhook. The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret. 'expire_now' ends all previous secrets immediately."
      },
      {
        "name": "Send a Test Delivery to a Webhook",
        "value": "testWebhook",
        "action": "Send a test delivery to a webhook",
        "description": "Send a test delivery to a webhook. Sends a sample event with 'test: true' and waits for the result. A test delivery is not retried."
      },
      {
        "name": "Update a Webhook",
        "value": "updateWebhook",
        "action": "Update a webhook",
        "description": "Update a webhook. Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent."
      }
    ],
    "default": "listWebhooks"
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
          "webhooks"
        ],
        "operation": [
          "listWebhooks"
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
          "webhooks"
        ],
        "operation": [
          "listWebhooks"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "URL",
    "name": "url",
    "type": "string",
    "default": "",
    "description": "A URL that starts with http:// or https://",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "createWebhook"
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
          "webhooks"
        ],
        "operation": [
          "createWebhook"
        ]
      }
    },
    "options": [
      {
        "displayName": "Description",
        "name": "description",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Events",
        "name": "events",
        "type": "json",
        "default": "[]",
        "description": "Default: message.sent, contact.created, ticket.created"
      },
      {
        "displayName": "Filters",
        "name": "filters",
        "type": "json",
        "default": "{}",
        "description": "An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as 'directions' to a ticket."
      },
      {
        "displayName": "Headers",
        "name": "headers",
        "type": "json",
        "default": "{}",
        "description": "Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for 'headers' removes all. Values are stored encrypted and never returned."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Max in Flight",
        "name": "max_in_flight",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 100
        },
        "default": 1
      },
      {
        "displayName": "Oauth",
        "name": "oauth",
        "type": "json",
        "default": "{}",
        "description": "OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Null means none."
      },
      {
        "displayName": "Ordering",
        "name": "ordering",
        "type": "options",
        "options": [
          {
            "name": "Conversation",
            "value": "conversation"
          },
          {
            "name": "Creation",
            "value": "creation"
          }
        ],
        "default": "creation"
      },
      {
        "displayName": "Payload",
        "name": "payload",
        "type": "options",
        "options": [
          {
            "name": "Full",
            "value": "full"
          },
          {
            "name": "Thin",
            "value": "thin"
          }
        ],
        "default": "full",
        "description": "'full': the resource of the event. 'thin': only its 'ID', and the 'path' to read it with an API key, so that no personal data is sent."
      },
      {
        "displayName": "Rate Limit",
        "name": "rate_limit",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 10000
        },
        "default": 1
      },
      {
        "displayName": "Tls",
        "name": "tls",
        "type": "json",
        "default": "{}",
        "description": "The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both."
      }
    ]
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "getWebhook"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "updateWebhook"
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
          "webhooks"
        ],
        "operation": [
          "updateWebhook"
        ]
      }
    },
    "options": [
      {
        "displayName": "Description",
        "name": "description",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Events",
        "name": "events",
        "type": "json",
        "default": "[]"
      },
      {
        "displayName": "Filters",
        "name": "filters",
        "type": "json",
        "default": "{}",
        "description": "An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as 'directions' to a ticket."
      },
      {
        "displayName": "Headers",
        "name": "headers",
        "type": "json",
        "default": "{}",
        "description": "Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for 'headers' removes all. Values are stored encrypted and never returned."
      },
      {
        "displayName": "Max in Flight",
        "name": "max_in_flight",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 100
        },
        "default": 1
      },
      {
        "displayName": "Oauth",
        "name": "oauth",
        "type": "json",
        "default": "{}",
        "description": "OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Fields that you don't name stay; null removes it. If 'token_url' or the URL of the endpoint names another server, 'client_secret' is required."
      },
      {
        "displayName": "Ordering",
        "name": "ordering",
        "type": "options",
        "options": [
          {
            "name": "Conversation",
            "value": "conversation"
          },
          {
            "name": "Creation",
            "value": "creation"
          }
        ],
        "default": "creation"
      },
      {
        "displayName": "Payload",
        "name": "payload",
        "type": "options",
        "options": [
          {
            "name": "Full",
            "value": "full"
          },
          {
            "name": "Thin",
            "value": "thin"
          }
        ],
        "default": "full",
        "description": "'full': the resource of the event. 'thin': only its 'ID', and the 'path' to read it with an API key, so that no personal data is sent."
      },
      {
        "displayName": "Rate Limit",
        "name": "rate_limit",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 10000
        },
        "default": 1
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Disabled",
            "value": "disabled"
          },
          {
            "name": "Enabled",
            "value": "enabled"
          }
        ],
        "default": "enabled"
      },
      {
        "displayName": "Tls",
        "name": "tls",
        "type": "json",
        "default": "{}",
        "description": "The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both."
      },
      {
        "displayName": "URL",
        "name": "url",
        "type": "string",
        "default": "",
        "description": "A URL that starts with http:// or https://"
      }
    ]
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "deleteWebhook"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "listWebhookDeliveries"
        ]
      }
    },
    "required": true
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
          "webhooks"
        ],
        "operation": [
          "listWebhookDeliveries"
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
          "webhooks"
        ],
        "operation": [
          "listWebhookDeliveries"
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
          "webhooks"
        ],
        "operation": [
          "listWebhookDeliveries"
        ]
      }
    },
    "options": [
      {
        "displayName": "Created After",
        "name": "created_after",
        "type": "dateTime",
        "default": "",
        "description": "Created at or after this time. An RFC 3339 timestamp with any UTC offset."
      },
      {
        "displayName": "Created Before",
        "name": "created_before",
        "type": "dateTime",
        "default": "",
        "description": "Created before this time. An RFC 3339 timestamp with any UTC offset."
      },
      {
        "displayName": "Error",
        "name": "error",
        "type": "multiOptions",
        "options": [
          {
            "name": "Aborted",
            "value": "aborted"
          },
          {
            "name": "Blocked Target",
            "value": "blocked_target"
          },
          {
            "name": "Certificate Expired",
            "value": "certificate_expired"
          },
          {
            "name": "Certificate Mismatch",
            "value": "certificate_mismatch"
          },
          {
            "name": "Certificate Untrusted",
            "value": "certificate_untrusted"
          },
          {
            "name": "Client Certificate Refused",
            "value": "client_certificate_refused"
          },
          {
            "name": "Client Certificate Required",
            "value": "client_certificate_required"
          },
          {
            "name": "Connection Closed",
            "value": "connection_closed"
          },
          {
            "name": "Connection Failed",
            "value": "connection_failed"
          },
          {
            "name": "Connection Refused",
            "value": "connection_refused"
          },
          {
            "name": "Dns Failed",
            "value": "dns_failed"
          },
          {
            "name": "Dns Not Found",
            "value": "dns_not_found"
          },
          {
            "name": "Invalid Request",
            "value": "invalid_request"
          },
          {
            "name": "Invalid Response",
            "value": "invalid_response"
          },
          {
            "name": "Invalid URL",
            "value": "invalid_url"
          },
          {
            "name": "Redirect Not Followed",
            "value": "redirect_not_followed"
          },
          {
            "name": "Timeout",
            "value": "timeout"
          },
          {
            "name": "Tls Failed",
            "value": "tls_failed"
          },
          {
            "name": "Token Invalid",
            "value": "token_invalid"
          },
          {
            "name": "Token Refused",
            "value": "token_refused"
          },
          {
            "name": "Token Server Blocked",
            "value": "token_server_blocked"
          },
          {
            "name": "Token Server Failed",
            "value": "token_server_failed"
          },
          {
            "name": "Unexpected Status",
            "value": "unexpected_status"
          }
        ],
        "default": [],
        "description": "The last attempt ended with one or more of invalid_url, invalid_request, blocked_target, dns_not_found, dns_failed, connection_refused, connection_failed, connection_closed, certificate_expired, certificate_untrusted, certificate_mismatch, client_certificate_required, client_certificate_refused, tls_failed, invalid_response, timeout, aborted, token_server_blocked, token_server_failed, token_refused, token_invalid, redirect_not_followed, unexpected_status, separated by commas"
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "multiOptions",
        "options": [
          {
            "name": "Cancelled",
            "value": "cancelled"
          },
          {
            "name": "Failed",
            "value": "failed"
          },
          {
            "name": "Pending",
            "value": "pending"
          },
          {
            "name": "Succeeded",
            "value": "succeeded"
          }
        ],
        "default": [],
        "description": "One or more of pending, succeeded, failed, cancelled, separated by commas"
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
        "description": "Deliveries of events of one or more of message.sent, contact.created, ticket.created, message.received, message.status_changed, message.updated, message.echoed, conversation.created, conversation.updated, note.created, note.updated, contact.updated, ticket.updated, ticket_comment.created, ticket_comment.updated, contact.erased, contact.blocked, contact.unblocked, contact.opted_out, contact.opted_in, separated by commas"
      }
    ]
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "rotateSigningSecret"
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
          "webhooks"
        ],
        "operation": [
          "rotateSigningSecret"
        ]
      }
    },
    "options": [
      {
        "displayName": "Expire Now",
        "name": "expire_now",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Expire Now\" applies. Ends all previous secrets immediately instead of after 24 hours."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      }
    ]
  },
  {
    "displayName": "Webhook ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "webhooks"
        ],
        "operation": [
          "testWebhook"
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
          "webhooks"
        ],
        "operation": [
          "testWebhook"
        ]
      }
    },
    "options": [
      {
        "displayName": "Event Type",
        "name": "event_type",
        "type": "options",
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
        "default": "message.received"
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
