// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of conversations and their fields. */
export const conversations: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ]
      }
    },
    "options": [
      {
        "name": "Add a Note to a Conversation",
        "value": "createNote",
        "action": "Add a note to a conversation",
        "description": "Add a note to a conversation. Notes are internal. They are never sent to customers or platforms."
      },
      {
        "name": "Check What Can Be Sent to a Contact",
        "value": "checkCanSendToContact",
        "action": "Check what can be sent to a contact",
        "description": "Check what can be sent to a contact. Returns for each channel whether the contact has a conversation there, and what can be sent now: the next message, or the first one, which opens the conversation."
      },
      {
        "name": "Check What Can Be Sent to a Conversation",
        "value": "checkCanSend",
        "action": "Check what can be sent to a conversation",
        "description": "Check what can be sent to a conversation. Returns what can be sent now, the reason if it can't, and what a new message would wait for."
      },
      {
        "name": "Count Conversations",
        "value": "countConversations",
        "action": "Count conversations",
        "description": "Count conversations. Returns the number of conversations in each part of the inbox, counted up to 1,000."
      },
      {
        "name": "Create a Canned Reply",
        "value": "createCannedReply",
        "action": "Create a canned reply",
        "description": "Create a canned reply"
      },
      {
        "name": "Create a Tag",
        "value": "createTag",
        "action": "Create a tag",
        "description": "Create a tag"
      },
      {
        "name": "Create a View",
        "value": "createView",
        "action": "Create a view",
        "description": "Create a view"
      },
      {
        "name": "Delete a Canned Reply",
        "value": "deleteCannedReply",
        "action": "Delete a canned reply",
        "description": "Delete a canned reply"
      },
      {
        "name": "Delete a Note",
        "value": "deleteNote",
        "action": "Delete a note",
        "description": "Delete a note. Only the author or an admin can do this."
      },
      {
        "name": "Delete a Tag",
        "value": "deleteTag",
        "action": "Delete a tag",
        "description": "Delete a tag. Removes the tag from all conversations."
      },
      {
        "name": "Delete a View",
        "value": "deleteView",
        "action": "Delete a view",
        "description": "Delete a view. Only the author or an admin can do this."
      },
      {
        "name": "Export Conversations",
        "value": "exportConversations",
        "action": "Export conversations",
        "description": "Export conversations. Returns all conversations that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas."
      },
      {
        "name": "Export Selected Conversations",
        "value": "exportSelectedConversations",
        "action": "Export selected conversations",
        "description": "Export selected conversations. Returns the named conversations, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of IDs."
      },
      {
        "name": "Get a Conversation",
        "value": "getConversation",
        "action": "Get a conversation",
        "description": "Get a conversation"
      },
      {
        "name": "List a Conversation's Messages",
        "value": "listMessages",
        "action": "List a conversation's messages",
        "description": "List a conversation's messages. Newest first."
      },
      {
        "name": "List Canned Replies",
        "value": "listCannedReplies",
        "action": "List canned replies",
        "description": "List canned replies. Newest first."
      },
      {
        "name": "List Conversations",
        "value": "listConversations",
        "action": "List conversations",
        "description": "List conversations. Most recent activity first."
      },
      {
        "name": "List Tags",
        "value": "listTags",
        "action": "List tags",
        "description": "List tags. Newest first."
      },
      {
        "name": "List Views",
        "value": "listViews",
        "action": "List views",
        "description": "List views. Returns shared views and your own, newest first."
      },
      {
        "name": "Mark a Conversation as Read",
        "value": "markConversationRead",
        "action": "Mark a conversation as read",
        "description": "Mark a conversation as read. Resets 'unread_count' and shows the customer that the messages were read."
      },
      {
        "name": "Mark Mentions in a Conversation as Seen",
        "value": "markMentionsSeen",
        "action": "Mark mentions in a conversation as seen",
        "description": "Mark mentions in a conversation as seen. Marks the signed-in member's mentions."
      },
      {
        "name": "Read a Conversation's Thread",
        "value": "readThread",
        "action": "Read a conversation's thread",
        "description": "Read a conversation's thread. Returns messages, notes and changes of the conversation in one list, oldest first. Returns the newest part by default."
      },
      {
        "name": "Release a Conversation",
        "value": "releaseConversation",
        "action": "Release a conversation",
        "description": "Release a conversation. Gives up control of the conversation at the platform. The customer's next message goes to the app that answers first there, such as the platform's own agent."
      },
      {
        "name": "Search Contacts, Conversations, Messages, Notes and Tickets",
        "value": "searchWorkspace",
        "action": "Search contacts, conversations, messages, notes and tickets",
        "description": "Search contacts, conversations, messages, notes and tickets. Returns the best results of each kind first: exact matches, beginnings, then the newest. Messages and notes: the newest first. Tickets are searched only with the scope tickets:read."
      },
      {
        "name": "Show a Typing Indicator",
        "value": "showTyping",
        "action": "Show a typing indicator",
        "description": "Show a typing indicator. Shown for 25 seconds, or until the next message. Also marks the conversation as read."
      },
      {
        "name": "Take over a Conversation",
        "value": "takeOverConversation",
        "action": "Take over a conversation",
        "description": "Take over a conversation. Takes the conversation from the app that holds it at the platform, such as the platform's own agent, so that the customer's messages come to you. A free-form message takes over too, where the platform allows it. The platform may refuse."
      },
      {
        "name": "Update a Canned Reply",
        "value": "updateCannedReply",
        "action": "Update a canned reply",
        "description": "Update a canned reply"
      },
      {
        "name": "Update a Conversation",
        "value": "updateConversation",
        "action": "Update a conversation",
        "description": "Update a conversation. Changes status, assignee, tags and read state. Only the fields you send are updated. To undo a change, send the previous values from an earlier response."
      },
      {
        "name": "Update a Note",
        "value": "updateNote",
        "action": "Update a note",
        "description": "Update a note. Only the author or an admin can do this. Only the fields you send are updated."
      },
      {
        "name": "Update a Tag",
        "value": "updateTag",
        "action": "Update a tag",
        "description": "Update a tag"
      },
      {
        "name": "Update a View",
        "value": "updateView",
        "action": "Update a view",
        "description": "Update a view. Only the author or an admin can do this. Only the fields you send are updated."
      }
    ],
    "default": "listConversations"
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
          "conversations"
        ],
        "operation": [
          "listConversations"
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
          "conversations"
        ],
        "operation": [
          "listConversations"
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
          "conversations"
        ],
        "operation": [
          "listConversations"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "The ID of a membership, 'none' (unassigned) or 'me' (assigned to the signed-in member)"
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
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
        "displayName": "Expand",
        "name": "expand",
        "type": "multiOptions",
        "options": [
          {
            "name": "Contact",
            "value": "contact"
          }
        ],
        "default": [],
        "description": "Also returns, each as a field of its name, one or more of contact, separated by commas"
      },
      {
        "displayName": "Holder",
        "name": "holder",
        "type": "multiOptions",
        "options": [
          {
            "name": "Another App",
            "value": "another_app"
          },
          {
            "name": "Platform Agent",
            "value": "platform_agent"
          },
          {
            "name": "Unknown App",
            "value": "unknown_app"
          },
          {
            "name": "Workspace",
            "value": "workspace"
          }
        ],
        "default": [],
        "description": "Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas"
      },
      {
        "displayName": "Mentioned",
        "name": "mentioned",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Mentioned\" applies. Only conversations with a note that mentions the signed-in member."
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Q",
        "name": "q",
        "type": "string",
        "default": "",
        "description": "Matches part of the contact's name, phone number, email address or username"
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "multiOptions",
        "options": [
          {
            "name": "Closed",
            "value": "closed"
          },
          {
            "name": "Open",
            "value": "open"
          },
          {
            "name": "Snoozed",
            "value": "snoozed"
          }
        ],
        "default": [],
        "description": "One or more of open, snoozed, closed, separated by commas"
      },
      {
        "displayName": "Tag ID",
        "name": "tag_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Unread",
        "name": "unread",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Unread\" applies. 'true' returns only conversations with unread messages, 'false' only those without."
      },
      {
        "displayName": "Updated After",
        "name": "updated_after",
        "type": "dateTime",
        "default": "",
        "description": "Changed at or after this time. An RFC 3339 timestamp with any UTC offset."
      }
    ]
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
          "conversations"
        ],
        "operation": [
          "exportConversations"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "The ID of a membership, 'none' (unassigned) or 'me' (assigned to the signed-in member)"
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
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
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas: conversations to leave out"
      },
      {
        "displayName": "Holder",
        "name": "holder",
        "type": "multiOptions",
        "options": [
          {
            "name": "Another App",
            "value": "another_app"
          },
          {
            "name": "Platform Agent",
            "value": "platform_agent"
          },
          {
            "name": "Unknown App",
            "value": "unknown_app"
          },
          {
            "name": "Workspace",
            "value": "workspace"
          }
        ],
        "default": [],
        "description": "Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas"
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas: only these conversations"
      },
      {
        "displayName": "Mentioned",
        "name": "mentioned",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Mentioned\" applies. Only conversations with a note that mentions the signed-in member."
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Q",
        "name": "q",
        "type": "string",
        "default": "",
        "description": "Matches part of the contact's name, phone number, email address or username"
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "multiOptions",
        "options": [
          {
            "name": "Closed",
            "value": "closed"
          },
          {
            "name": "Open",
            "value": "open"
          },
          {
            "name": "Snoozed",
            "value": "snoozed"
          }
        ],
        "default": [],
        "description": "One or more of open, snoozed, closed, separated by commas"
      },
      {
        "displayName": "Tag ID",
        "name": "tag_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Unread",
        "name": "unread",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Unread\" applies. 'true' returns only conversations with unread messages, 'false' only those without."
      },
      {
        "displayName": "Updated After",
        "name": "updated_after",
        "type": "dateTime",
        "default": "",
        "description": "Changed at or after this time. An RFC 3339 timestamp with any UTC offset."
      }
    ]
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
          "conversations"
        ],
        "operation": [
          "exportSelectedConversations"
        ]
      }
    },
    "options": [
      {
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "json",
        "default": "[]",
        "description": "Items to leave out"
      },
      {
        "displayName": "Filter",
        "name": "filter",
        "type": "json",
        "default": "{}",
        "description": "The filters of the list. Without filters, everything matches."
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "json",
        "default": "[]",
        "description": "Only these items"
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "updateConversation"
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
          "conversations"
        ],
        "operation": [
          "updateConversation"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "The ID of a membership. Null unassigns the conversation. An empty value removes it."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Snoozed Until",
        "name": "snoozed_until",
        "type": "dateTime",
        "default": "",
        "description": "When the conversation reopens. Must be in the future. Setting it also snoozes the conversation."
      },
      {
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Closed",
            "value": "closed"
          },
          {
            "name": "Open",
            "value": "open"
          },
          {
            "name": "Snoozed",
            "value": "snoozed"
          }
        ],
        "default": "open"
      },
      {
        "displayName": "Tag IDs",
        "name": "tag_ids",
        "type": "json",
        "default": "[]",
        "description": "Replaces the conversation's tags"
      },
      {
        "displayName": "Unread",
        "name": "unread",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Unread\" applies. Marks the conversation as unread or read in the inbox. The customer is not notified."
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "getConversation"
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
          "conversations"
        ],
        "operation": [
          "getConversation"
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
          }
        ],
        "default": [],
        "description": "Also returns, each as a field of its name, one or more of contact, separated by commas"
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "readThread"
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
          "conversations"
        ],
        "operation": [
          "readThread"
        ]
      }
    },
    "options": [
      {
        "displayName": "After",
        "name": "after",
        "type": "string",
        "default": "",
        "description": "A cursor or the ID of an item. Returns newer items."
      },
      {
        "displayName": "Around",
        "name": "around",
        "type": "string",
        "default": "",
        "description": "The ID of an item. Returns the item and those around it."
      },
      {
        "displayName": "Before",
        "name": "before",
        "type": "string",
        "default": "",
        "description": "A cursor or the ID of an item. Returns older items."
      },
      {
        "displayName": "Limit",
        "name": "limit",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 100
        },
        "default": 50,
        "description": "The number of items per page"
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createNote"
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
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createNote"
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
          "conversations"
        ],
        "operation": [
          "createNote"
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
        "displayName": "Mentions",
        "name": "mentions",
        "type": "json",
        "default": "[]",
        "description": "The memberships to mention"
      }
    ]
  },
  {
    "displayName": "Note ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "updateNote"
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
          "conversations"
        ],
        "operation": [
          "updateNote"
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
        "displayName": "Mentions",
        "name": "mentions",
        "type": "json",
        "default": "[]",
        "description": "The memberships to mention"
      },
      {
        "displayName": "Text",
        "name": "text",
        "type": "string",
        "default": ""
      }
    ]
  },
  {
    "displayName": "Note ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "deleteNote"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "markMentionsSeen"
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
          "conversations"
        ],
        "operation": [
          "markMentionsSeen"
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
          "conversations"
        ],
        "operation": [
          "listTags"
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
          "conversations"
        ],
        "operation": [
          "listTags"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "Name",
    "name": "name",
    "type": "string",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createTag"
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
          "conversations"
        ],
        "operation": [
          "createTag"
        ]
      }
    },
    "options": [
      {
        "displayName": "Color",
        "name": "color",
        "type": "options",
        "options": [
          {
            "name": "Blue",
            "value": "blue"
          },
          {
            "name": "Cyan",
            "value": "cyan"
          },
          {
            "name": "Grape",
            "value": "grape"
          },
          {
            "name": "Gray",
            "value": "gray"
          },
          {
            "name": "Green",
            "value": "green"
          },
          {
            "name": "Indigo",
            "value": "indigo"
          },
          {
            "name": "Lime",
            "value": "lime"
          },
          {
            "name": "Orange",
            "value": "orange"
          },
          {
            "name": "Pink",
            "value": "pink"
          },
          {
            "name": "Red",
            "value": "red"
          },
          {
            "name": "Teal",
            "value": "teal"
          },
          {
            "name": "Violet",
            "value": "violet"
          },
          {
            "name": "Yellow",
            "value": "yellow"
          }
        ],
        "default": "gray"
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
    "displayName": "Tag ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "updateTag"
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
          "conversations"
        ],
        "operation": [
          "updateTag"
        ]
      }
    },
    "options": [
      {
        "displayName": "Color",
        "name": "color",
        "type": "options",
        "options": [
          {
            "name": "Blue",
            "value": "blue"
          },
          {
            "name": "Cyan",
            "value": "cyan"
          },
          {
            "name": "Grape",
            "value": "grape"
          },
          {
            "name": "Gray",
            "value": "gray"
          },
          {
            "name": "Green",
            "value": "green"
          },
          {
            "name": "Indigo",
            "value": "indigo"
          },
          {
            "name": "Lime",
            "value": "lime"
          },
          {
            "name": "Orange",
            "value": "orange"
          },
          {
            "name": "Pink",
            "value": "pink"
          },
          {
            "name": "Red",
            "value": "red"
          },
          {
            "name": "Teal",
            "value": "teal"
          },
          {
            "name": "Violet",
            "value": "violet"
          },
          {
            "name": "Yellow",
            "value": "yellow"
          }
        ],
        "default": "gray"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Name",
        "name": "name",
        "type": "string",
        "default": ""
      }
    ]
  },
  {
    "displayName": "Tag ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "deleteTag"
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
          "conversations"
        ],
        "operation": [
          "listCannedReplies"
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
          "conversations"
        ],
        "operation": [
          "listCannedReplies"
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
          "conversations"
        ],
        "operation": [
          "listCannedReplies"
        ]
      }
    },
    "options": [
      {
        "displayName": "Q",
        "name": "q",
        "type": "string",
        "default": "",
        "description": "Matches part of the shortcut or the text"
      }
    ]
  },
  {
    "displayName": "Shortcut",
    "name": "shortcut",
    "type": "string",
    "default": "",
    "description": "What agents type after '/' to insert the reply: letters, digits, - and _",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createCannedReply"
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
    "description": "{name} and {first_name} are replaced with the customer's name, {my_name} with the sender's name",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createCannedReply"
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
          "conversations"
        ],
        "operation": [
          "createCannedReply"
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
    "displayName": "Canned Reply ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "updateCannedReply"
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
          "conversations"
        ],
        "operation": [
          "updateCannedReply"
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
        "displayName": "Shortcut",
        "name": "shortcut",
        "type": "string",
        "default": "",
        "description": "What agents type after '/' to insert the reply: letters, digits, - and _"
      },
      {
        "displayName": "Text",
        "name": "text",
        "type": "string",
        "default": "",
        "description": "{name} and {first_name} are replaced with the customer's name, {my_name} with the sender's name"
      }
    ]
  },
  {
    "displayName": "Canned Reply ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "deleteCannedReply"
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
          "conversations"
        ],
        "operation": [
          "listViews"
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
          "conversations"
        ],
        "operation": [
          "listViews"
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
          "conversations"
        ],
        "operation": [
          "listViews"
        ]
      }
    },
    "options": [
      {
        "displayName": "Subject",
        "name": "subject",
        "type": "options",
        "options": [
          {
            "name": "Chats",
            "value": "chats"
          },
          {
            "name": "Contacts",
            "value": "contacts"
          },
          {
            "name": "Tickets",
            "value": "tickets"
          }
        ],
        "default": "chats",
        "description": "Only views of this list"
      }
    ]
  },
  {
    "displayName": "Subject",
    "name": "subject",
    "type": "options",
    "options": [
      {
        "name": "Chats",
        "value": "chats"
      },
      {
        "name": "Contacts",
        "value": "contacts"
      },
      {
        "name": "Tickets",
        "value": "tickets"
      }
    ],
    "default": "chats",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createView"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Name",
    "name": "name",
    "type": "string",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createView"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "json",
    "default": "{}",
    "description": "Filters by name, with the values that the matching list endpoint accepts",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "createView"
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
          "conversations"
        ],
        "operation": [
          "createView"
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
        "displayName": "Is Shared",
        "name": "is_shared",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Is Shared\" applies. Whether all members see the view. Views created with an API key are always shared."
      }
    ]
  },
  {
    "displayName": "View ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "updateView"
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
          "conversations"
        ],
        "operation": [
          "updateView"
        ]
      }
    },
    "options": [
      {
        "displayName": "Filters",
        "name": "filters",
        "type": "json",
        "default": "{}",
        "description": "Filters by name, with the values that the matching list endpoint accepts"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Is Shared",
        "name": "is_shared",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Is Shared\" applies"
      },
      {
        "displayName": "Name",
        "name": "name",
        "type": "string",
        "default": ""
      }
    ]
  },
  {
    "displayName": "View ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "deleteView"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Q",
    "name": "q",
    "type": "string",
    "default": "",
    "description": "Words in any order, a \"phrase\" in double quotation marks, a phone number in any notation, or the number of a ticket. Case and accents are ignored.",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "searchWorkspace"
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
          "conversations"
        ],
        "operation": [
          "searchWorkspace"
        ]
      }
    },
    "options": [
      {
        "displayName": "Cursor",
        "name": "cursor",
        "type": "string",
        "default": "",
        "description": "A value of 'next_cursors'. Requires the one kind that it belongs to in 'kinds'."
      },
      {
        "displayName": "Kinds",
        "name": "kinds",
        "type": "multiOptions",
        "options": [
          {
            "name": "Chats",
            "value": "chats"
          },
          {
            "name": "Messages",
            "value": "messages"
          },
          {
            "name": "Notes",
            "value": "notes"
          },
          {
            "name": "People",
            "value": "people"
          },
          {
            "name": "Tickets",
            "value": "tickets"
          }
        ],
        "default": [],
        "description": "All that the caller may read by default, or one or more of people, chats, messages, notes, tickets, separated by commas"
      },
      {
        "displayName": "Limit",
        "name": "limit",
        "type": "number",
        "typeOptions": {
          "minValue": 1,
          "maxValue": 100
        },
        "default": 20,
        "description": "The number of results of each kind"
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "checkCanSend"
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
          "conversations"
        ],
        "operation": [
          "checkCanSendToContact"
        ]
      }
    },
    "options": [
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Returns only this channel"
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": "",
        "description": "The contact. Required without 'phone_e164'."
      },
      {
        "displayName": "Phone E.164",
        "name": "phone_e164",
        "type": "string",
        "default": "",
        "description": "A phone number, also one of no contact. Without a country code, it is read in the workspace's country."
      }
    ]
  },
  {
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "markConversationRead"
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
          "conversations"
        ],
        "operation": [
          "markConversationRead"
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
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "showTyping"
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
          "conversations"
        ],
        "operation": [
          "showTyping"
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
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "takeOverConversation"
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
          "conversations"
        ],
        "operation": [
          "takeOverConversation"
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
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "releaseConversation"
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
          "conversations"
        ],
        "operation": [
          "releaseConversation"
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
    "displayName": "Conversation ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "conversations"
        ],
        "operation": [
          "listMessages"
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
          "conversations"
        ],
        "operation": [
          "listMessages"
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
          "conversations"
        ],
        "operation": [
          "listMessages"
        ],
        "returnAll": [
          false
        ]
      }
    }
  }
]
