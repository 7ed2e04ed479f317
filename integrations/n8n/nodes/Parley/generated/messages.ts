// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of messages and their fields. */
export const messages: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ]
      }
    },
    "options": [
      {
        "name": "Discard a Draft",
        "value": "discardDraft",
        "action": "Discard a draft",
        "description": "Discard a draft"
      },
      {
        "name": "Find Messages",
        "value": "findMessages",
        "action": "Find messages",
        "description": "Find messages. Returns the messages of all conversations that match the filters, newest first by 'created_at'. A page can be short, or even empty, while 'next_cursor' is not null."
      },
      {
        "name": "Get a Message",
        "value": "getMessage",
        "action": "Get a message",
        "description": "Get a message"
      },
      {
        "name": "Get a Message's Trail",
        "value": "getMessageTrail",
        "action": "Get a message's trail",
        "description": "Get a message's trail. Returns every step (when it was queued, each attempt, each status, and each error with advice), and what the platform charges."
      },
      {
        "name": "List Drafts",
        "value": "listDrafts",
        "action": "List drafts",
        "description": "List drafts. Newest first."
      },
      {
        "name": "List Templates",
        "value": "listTemplates",
        "action": "List templates",
        "description": "List templates. Templates can be sent at any time, also outside the customer service window. Most recently changed first."
      },
      {
        "name": "Propose a Reply",
        "value": "createDraft",
        "action": "Propose a reply",
        "description": "Propose a reply. Stores a draft that agents see in the conversation. The customer receives nothing until an agent sends it."
      },
      {
        "name": "Retry a Failed Message",
        "value": "retryMessage",
        "action": "Retry a failed message",
        "description": "Retry a failed message. Sends the content again as a new message. A message can be retried once."
      },
      {
        "name": "Send a Draft",
        "value": "sendDraft",
        "action": "Send a draft",
        "description": "Send a draft. Sends it as a message of the caller. A draft can be sent once."
      },
      {
        "name": "Send a Message",
        "value": "sendMessage",
        "action": "Send a message",
        "description": "Send a message. Sends a text, file, template, interactive message, reaction, location or contact cards. The response is sent as soon as the message is stored. The platform is called afterwards, and 'status' shows the outcome."
      },
      {
        "name": "Send Many Messages",
        "value": "sendMessages",
        "action": "Send many messages",
        "description": "Send many messages. Sends up to 100 messages, each as 'POST /api/v1/messages/send' does, in their order. The response has a result for each item; an item that fails changes nothing of the others. Each item counts towards the rate limit."
      },
      {
        "name": "Upload a File to Send",
        "value": "uploadMedia",
        "action": "Upload a file to send",
        "description": "Upload a file to send. Pass the returned 'ID' as 'media_id' when you send a message."
      }
    ],
    "default": "sendMessage"
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
          "messages"
        ],
        "operation": [
          "sendMessage"
        ]
      }
    },
    "options": [
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "The channel to send from, to 'phone_e164' or 'person_id'. Without a conversation there, the contact and the conversation are created. The first message must be a template where the platform requires it."
      },
      {
        "displayName": "Contacts",
        "name": "contacts",
        "type": "json",
        "default": "[]",
        "description": "Contact cards in the platform's format"
      },
      {
        "displayName": "Conversation ID",
        "name": "conversation_id",
        "type": "string",
        "default": "",
        "description": "The conversation to send to. This is the preferred target."
      },
      {
        "displayName": "Filename",
        "name": "filename",
        "type": "string",
        "default": "",
        "description": "The file name shown for a document"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Interactive",
        "name": "interactive",
        "type": "json",
        "default": "{}",
        "description": "Buttons, a list or a flow: the platform's 'interactive' object"
      },
      {
        "displayName": "Location",
        "name": "location",
        "type": "json",
        "default": "{}"
      },
      {
        "displayName": "Media ID",
        "name": "media_id",
        "type": "string",
        "default": "",
        "description": "The ID of a file uploaded with POST /api/v1/media"
      },
      {
        "displayName": "Media URL",
        "name": "media_url",
        "type": "string",
        "default": "",
        "description": "A public http(s) URL"
      },
      {
        "displayName": "Message",
        "name": "message",
        "type": "string",
        "default": "",
        "description": "The text, or the caption of a file. Required for a text message."
      },
      {
        "displayName": "Open Conversation",
        "name": "open_conversation",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Open Conversation\" applies. Sends to a phone number without a conversation, and creates the contact and the conversation. Requires a template. Not needed with 'channel_id', except to require a template in every case."
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": "",
        "description": "The contact to send to. Requires 'channel_id'."
      },
      {
        "displayName": "Phone E.164",
        "name": "phone_e164",
        "type": "string",
        "default": "",
        "description": "The phone number to send to, if you do not send 'conversation_id'"
      },
      {
        "displayName": "Reaction",
        "name": "reaction",
        "type": "json",
        "default": "{}"
      },
      {
        "displayName": "Reply To",
        "name": "reply_to",
        "type": "string",
        "default": "",
        "description": "The message to reply to. It must belong to the conversation."
      },
      {
        "displayName": "Template",
        "name": "template",
        "type": "json",
        "default": "{}",
        "description": "A template. Templates can be sent at any time."
      },
      {
        "displayName": "Type",
        "name": "type",
        "type": "options",
        "options": [
          {
            "name": "Audio",
            "value": "audio"
          },
          {
            "name": "Contacts",
            "value": "contacts"
          },
          {
            "name": "Document",
            "value": "document"
          },
          {
            "name": "Image",
            "value": "image"
          },
          {
            "name": "Interactive",
            "value": "interactive"
          },
          {
            "name": "Location",
            "value": "location"
          },
          {
            "name": "Reaction",
            "value": "reaction"
          },
          {
            "name": "Sticker",
            "value": "sticker"
          },
          {
            "name": "Template",
            "value": "template"
          },
          {
            "name": "Text",
            "value": "text"
          },
          {
            "name": "Video",
            "value": "video"
          }
        ],
        "default": "text",
        "description": "The message type. Derived from the other fields by default."
      }
    ]
  },
  {
    "displayName": "Items",
    "name": "items",
    "type": "json",
    "default": "[]",
    "description": "Each is done on its own: one that fails changes nothing of the others",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "sendMessages"
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
          "messages"
        ],
        "operation": [
          "sendMessages"
        ]
      }
    },
    "options": [
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
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "findMessages"
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
          "messages"
        ],
        "operation": [
          "findMessages"
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
          "messages"
        ],
        "operation": [
          "findMessages"
        ]
      }
    },
    "options": [
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Conversation ID",
        "name": "conversation_id",
        "type": "string",
        "default": ""
      },
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
        "displayName": "Direction",
        "name": "direction",
        "type": "options",
        "options": [
          {
            "name": "Inbound",
            "value": "inbound"
          },
          {
            "name": "Outbound",
            "value": "outbound"
          }
        ],
        "default": "inbound",
        "description": "Only received ('inbound') or only sent ('outbound') messages"
      },
      {
        "displayName": "Expand",
        "name": "expand",
        "type": "multiOptions",
        "options": [
          {
            "name": "Contact",
            "value": "contact"
          },
          {
            "name": "Conversation",
            "value": "conversation"
          }
        ],
        "default": [],
        "description": "Also returns, each as a field of its name, one or more of contact, conversation, separated by commas"
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Platform ID",
        "name": "platform_id",
        "type": "string",
        "default": "",
        "description": "The platform's ID of the message, such as a 'wamid' of WhatsApp"
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "multiOptions",
        "options": [
          {
            "name": "Delivered",
            "value": "delivered"
          },
          {
            "name": "Failed",
            "value": "failed"
          },
          {
            "name": "Queued",
            "value": "queued"
          },
          {
            "name": "Read",
            "value": "read"
          },
          {
            "name": "Received",
            "value": "received"
          },
          {
            "name": "Sent",
            "value": "sent"
          }
        ],
        "default": [],
        "description": "One or more of queued, sent, delivered, read, failed, received, separated by commas"
      },
      {
        "displayName": "Type",
        "name": "type",
        "type": "multiOptions",
        "options": [
          {
            "name": "Audio",
            "value": "audio"
          },
          {
            "name": "Button",
            "value": "button"
          },
          {
            "name": "Call",
            "value": "call"
          },
          {
            "name": "Contacts",
            "value": "contacts"
          },
          {
            "name": "Document",
            "value": "document"
          },
          {
            "name": "Image",
            "value": "image"
          },
          {
            "name": "Interactive",
            "value": "interactive"
          },
          {
            "name": "Location",
            "value": "location"
          },
          {
            "name": "Order",
            "value": "order"
          },
          {
            "name": "Reaction",
            "value": "reaction"
          },
          {
            "name": "Sticker",
            "value": "sticker"
          },
          {
            "name": "System",
            "value": "system"
          },
          {
            "name": "Template",
            "value": "template"
          },
          {
            "name": "Text",
            "value": "text"
          },
          {
            "name": "Unsupported",
            "value": "unsupported"
          },
          {
            "name": "Video",
            "value": "video"
          }
        ],
        "default": [],
        "description": "One or more of text, image, video, audio, document, sticker, location, contacts, interactive, template, reaction, button, order, call, system, unsupported, separated by commas"
      }
    ]
  },
  {
    "displayName": "Message ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "getMessage"
        ]
      }
    },
    "required": true
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
          "messages"
        ],
        "operation": [
          "getMessage"
        ]
      }
    },
    "options": [
      {
        "displayName": "Expand",
        "name": "expand",
        "type": "multiOptions",
        "options": [
          {
            "name": "Contact",
            "value": "contact"
          },
          {
            "name": "Conversation",
            "value": "conversation"
          }
        ],
        "default": [],
        "description": "Also returns, each as a field of its name, one or more of contact, conversation, separated by commas"
      }
    ]
  },
  {
    "displayName": "Message ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "retryMessage"
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
          "messages"
        ],
        "operation": [
          "retryMessage"
        ]
      }
    },
    "options": [
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
    "displayName": "Message ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "getMessageTrail"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Conversation ID",
    "name": "conversation_id",
    "type": "string",
    "default": "",
    "description": "The conversation to reply to",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "createDraft"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Text",
    "name": "text",
    "type": "string",
    "default": "",
    "description": "The text that is proposed for the customer",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "createDraft"
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
          "messages"
        ],
        "operation": [
          "createDraft"
        ]
      }
    },
    "options": [
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
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "listDrafts"
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
          "messages"
        ],
        "operation": [
          "listDrafts"
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
          "messages"
        ],
        "operation": [
          "listDrafts"
        ]
      }
    },
    "options": [
      {
        "displayName": "Conversation ID",
        "name": "conversation_id",
        "type": "string",
        "default": ""
      },
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
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Discarded",
            "value": "discarded"
          },
          {
            "name": "Open",
            "value": "open"
          },
          {
            "name": "Sent",
            "value": "sent"
          }
        ],
        "default": "open",
        "description": "Only drafts with this status"
      }
    ]
  },
  {
    "displayName": "Draft ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "sendDraft"
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
          "messages"
        ],
        "operation": [
          "sendDraft"
        ]
      }
    },
    "options": [
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Text",
        "name": "text",
        "type": "string",
        "default": "",
        "description": "The text to send instead of that of the draft"
      }
    ]
  },
  {
    "displayName": "Draft ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "discardDraft"
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
          "messages"
        ],
        "operation": [
          "discardDraft"
        ]
      }
    },
    "options": [
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
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "listTemplates"
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
          "messages"
        ],
        "operation": [
          "listTemplates"
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
          "messages"
        ],
        "operation": [
          "listTemplates"
        ]
      }
    },
    "options": [
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only templates that this channel can send"
      },
      {
        "displayName": "Language",
        "name": "language",
        "type": "string",
        "default": "",
        "description": "Only templates in this language, such as 'en_US'"
      },
      {
        "displayName": "Name",
        "name": "name",
        "type": "string",
        "default": "",
        "description": "Only templates with exactly this name, in each of its languages"
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "string",
        "default": "",
        "description": "Only templates that have this status at the platform, such as 'approved', in upper or lower case"
      }
    ]
  },
  {
    "displayName": "Input Data Field Name",
    "name": "binaryPropertyName",
    "type": "string",
    "default": "data",
    "hint": "The name of the input binary field that contains the file",
    "displayOptions": {
      "show": {
        "resource": [
          "messages"
        ],
        "operation": [
          "uploadMedia"
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
          "messages"
        ],
        "operation": [
          "uploadMedia"
        ]
      }
    },
    "options": [
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
