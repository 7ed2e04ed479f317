// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of bulkActions and their fields. */
export const bulkActions: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ]
      }
    },
    "options": [
      {
        "name": "Cancel a Bulk Action",
        "value": "cancelBulkAction",
        "action": "Cancel a bulk action",
        "description": "Cancel a bulk action. Changes no more items. Those that were changed stay changed."
      },
      {
        "name": "Change Many Contacts",
        "value": "createContactBulkAction",
        "action": "Change many contacts",
        "description": "Change many contacts. Changes those in 'IDs', or all that match 'filter' when the request arrives. They are erased or merged one after the other in the background. 'erase' requires an admin or a key with the scope 'admin', because nothing restores an erased contact. What cannot be changed is skipped and counted."
      },
      {
        "name": "Change Many Conversations",
        "value": "createConversationBulkAction",
        "action": "Change many conversations",
        "description": "Change many conversations. Changes those in 'IDs', or all that match 'filter' when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status 'running'. What cannot be changed is skipped and counted."
      },
      {
        "name": "Change Many Tickets",
        "value": "createTicketBulkAction",
        "action": "Change many tickets",
        "description": "Change many tickets. Changes those in 'IDs', or all that match 'filter' when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status 'running'. What cannot be changed is skipped and counted."
      },
      {
        "name": "Count Contacts That Match",
        "value": "countMatchingContacts",
        "action": "Count contacts that match",
        "description": "Count contacts that match. Returns how many a bulk action with these filters would select now."
      },
      {
        "name": "Count Conversations That Match",
        "value": "countMatchingConversations",
        "action": "Count conversations that match",
        "description": "Count conversations that match. Returns how many a bulk action with these filters would select now."
      },
      {
        "name": "Count Tickets That Match",
        "value": "countMatchingTickets",
        "action": "Count tickets that match",
        "description": "Count tickets that match. Returns how many a bulk action with these filters would select now."
      },
      {
        "name": "Get a Bulk Action",
        "value": "getBulkAction",
        "action": "Get a bulk action",
        "description": "Get a bulk action. Includes its progress."
      },
      {
        "name": "List Bulk Actions on Contacts",
        "value": "listContactBulkActions",
        "action": "List bulk actions on contacts",
        "description": "List bulk actions on contacts. Newest first. Bulk actions are deleted after 7 days."
      },
      {
        "name": "List Bulk Actions on Conversations",
        "value": "listConversationBulkActions",
        "action": "List bulk actions on conversations",
        "description": "List bulk actions on conversations. Newest first. Bulk actions are deleted after 7 days."
      },
      {
        "name": "List Bulk Actions on Tickets",
        "value": "listTicketBulkActions",
        "action": "List bulk actions on tickets",
        "description": "List bulk actions on tickets. Newest first. Bulk actions are deleted after 7 days."
      },
      {
        "name": "List the Items of a Bulk Action",
        "value": "listBulkActionItems",
        "action": "List the items of a bulk action",
        "description": "List the items of a bulk action. Each with its result, by ID."
      },
      {
        "name": "Undo a Bulk Action",
        "value": "undoBulkAction",
        "action": "Undo a bulk action",
        "description": "Undo a bulk action. Restores the previous values, except of items that have been changed since. A running action is stopped first. More than 100 items are restored in the background. Merges are undone in reverse order, except of those on which a later merge depends. Erasures cannot be undone."
      }
    ],
    "default": "createConversationBulkAction"
  },
  {
    "displayName": "Action",
    "name": "action",
    "type": "options",
    "options": [
      {
        "name": "Assign",
        "value": "assign"
      },
      {
        "name": "Close",
        "value": "close"
      },
      {
        "name": "Mark Read",
        "value": "mark_read"
      },
      {
        "name": "Mark Unread",
        "value": "mark_unread"
      },
      {
        "name": "Reopen",
        "value": "reopen"
      },
      {
        "name": "Snooze",
        "value": "snooze"
      },
      {
        "name": "Tag",
        "value": "tag"
      },
      {
        "name": "Untag",
        "value": "untag"
      }
    ],
    "default": "close",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "createConversationBulkAction"
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
          "bulkActions"
        ],
        "operation": [
          "createConversationBulkAction"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "For 'assign': the ID of a membership. Null unassigns."
      },
      {
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "json",
        "default": "[]",
        "description": "Items that match the filter and are not to be changed"
      },
      {
        "displayName": "Filter",
        "name": "filter",
        "type": "json",
        "default": "{}",
        "description": "Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "json",
        "default": "[]",
        "description": "The items to change. Send this or 'filter'."
      },
      {
        "displayName": "Snoozed Until",
        "name": "snoozed_until",
        "type": "dateTime",
        "default": "",
        "description": "For 'snooze': when the conversations reopen. Must be in the future."
      },
      {
        "displayName": "Tag ID",
        "name": "tag_id",
        "type": "string",
        "default": "",
        "description": "For 'tag' and 'untag': the ID of the tag"
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
          "bulkActions"
        ],
        "operation": [
          "listConversationBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listConversationBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listConversationBulkActions"
        ]
      }
    },
    "options": [
      {
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Canceled",
            "value": "canceled"
          },
          {
            "name": "Completed",
            "value": "completed"
          },
          {
            "name": "Running",
            "value": "running"
          },
          {
            "name": "Undoing",
            "value": "undoing"
          },
          {
            "name": "Undone",
            "value": "undone"
          }
        ],
        "default": "running",
        "description": "Only bulk actions with this status"
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
          "bulkActions"
        ],
        "operation": [
          "countMatchingConversations"
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
    "displayName": "Action",
    "name": "action",
    "type": "options",
    "options": [
      {
        "name": "Assign",
        "value": "assign"
      },
      {
        "name": "Set Due",
        "value": "set_due"
      },
      {
        "name": "Set Priority",
        "value": "set_priority"
      },
      {
        "name": "Set Status",
        "value": "set_status"
      },
      {
        "name": "Tag",
        "value": "tag"
      },
      {
        "name": "Untag",
        "value": "untag"
      }
    ],
    "default": "assign",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "createTicketBulkAction"
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
          "bulkActions"
        ],
        "operation": [
          "createTicketBulkAction"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "For 'assign': the ID of a membership. Null unassigns."
      },
      {
        "displayName": "Due At",
        "name": "due_at",
        "type": "dateTime",
        "default": "",
        "description": "For 'set_due'. Null removes the due time."
      },
      {
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "json",
        "default": "[]",
        "description": "Items that match the filter and are not to be changed"
      },
      {
        "displayName": "Filter",
        "name": "filter",
        "type": "json",
        "default": "{}",
        "description": "Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "json",
        "default": "[]",
        "description": "The items to change. Send this or 'filter'."
      },
      {
        "displayName": "Priority",
        "name": "priority",
        "type": "options",
        "options": [
          {
            "name": "High",
            "value": "high"
          },
          {
            "name": "Low",
            "value": "low"
          },
          {
            "name": "Medium",
            "value": "medium"
          },
          {
            "name": "Urgent",
            "value": "urgent"
          }
        ],
        "default": "low",
        "description": "For 'set_priority'"
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
            "name": "Pending",
            "value": "pending"
          },
          {
            "name": "Solved",
            "value": "solved"
          }
        ],
        "default": "open",
        "description": "For 'set_status'"
      },
      {
        "displayName": "Tag ID",
        "name": "tag_id",
        "type": "string",
        "default": "",
        "description": "For 'tag' and 'untag': the ID of the tag"
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
          "bulkActions"
        ],
        "operation": [
          "listTicketBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listTicketBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listTicketBulkActions"
        ]
      }
    },
    "options": [
      {
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Canceled",
            "value": "canceled"
          },
          {
            "name": "Completed",
            "value": "completed"
          },
          {
            "name": "Running",
            "value": "running"
          },
          {
            "name": "Undoing",
            "value": "undoing"
          },
          {
            "name": "Undone",
            "value": "undone"
          }
        ],
        "default": "running",
        "description": "Only bulk actions with this status"
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
          "bulkActions"
        ],
        "operation": [
          "countMatchingTickets"
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
        "displayName": "Due Before",
        "name": "due_before",
        "type": "dateTime",
        "default": "",
        "description": "An RFC 3339 timestamp with any UTC offset"
      },
      {
        "displayName": "Has Due Time",
        "name": "has_due_time",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Has Due Time\" applies. 'false' returns only tickets without a due time."
      },
      {
        "displayName": "Overdue",
        "name": "overdue",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Overdue\" applies. 'true' returns only open and pending tickets that are past their due time."
      },
      {
        "displayName": "Person ID",
        "name": "person_id",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Priority",
        "name": "priority",
        "type": "multiOptions",
        "options": [
          {
            "name": "High",
            "value": "high"
          },
          {
            "name": "Low",
            "value": "low"
          },
          {
            "name": "Medium",
            "value": "medium"
          },
          {
            "name": "Urgent",
            "value": "urgent"
          }
        ],
        "default": [],
        "description": "One or more of low, medium, high, urgent, separated by commas"
      },
      {
        "displayName": "Q",
        "name": "q",
        "type": "string",
        "default": "",
        "description": "Matches part of the title, or a ticket number such as 12 or #12"
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
            "name": "Pending",
            "value": "pending"
          },
          {
            "name": "Solved",
            "value": "solved"
          }
        ],
        "default": [],
        "description": "One or more of open, pending, solved, closed, separated by commas"
      },
      {
        "displayName": "Tag ID",
        "name": "tag_id",
        "type": "string",
        "default": ""
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
    "displayName": "Action",
    "name": "action",
    "type": "options",
    "options": [
      {
        "name": "Erase",
        "value": "erase"
      },
      {
        "name": "Merge",
        "value": "merge"
      }
    ],
    "default": "erase",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "createContactBulkAction"
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
          "bulkActions"
        ],
        "operation": [
          "createContactBulkAction"
        ]
      }
    },
    "options": [
      {
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "json",
        "default": "[]",
        "description": "Items that match the filter and are not to be changed"
      },
      {
        "displayName": "Filter",
        "name": "filter",
        "type": "json",
        "default": "{}",
        "description": "Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "json",
        "default": "[]",
        "description": "The items to change. Send this or 'filter'."
      },
      {
        "displayName": "Survivor ID",
        "name": "survivor_id",
        "type": "string",
        "default": "",
        "description": "For 'merge': the contact that stays. Those in 'IDs', at most 9, are merged into it one after another, the oldest first; each fills the fields that are still empty."
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
          "bulkActions"
        ],
        "operation": [
          "listContactBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listContactBulkActions"
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
          "bulkActions"
        ],
        "operation": [
          "listContactBulkActions"
        ]
      }
    },
    "options": [
      {
        "displayName": "Status",
        "name": "status",
        "type": "options",
        "options": [
          {
            "name": "Canceled",
            "value": "canceled"
          },
          {
            "name": "Completed",
            "value": "completed"
          },
          {
            "name": "Running",
            "value": "running"
          },
          {
            "name": "Undoing",
            "value": "undoing"
          },
          {
            "name": "Undone",
            "value": "undone"
          }
        ],
        "default": "running",
        "description": "Only bulk actions with this status"
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
          "bulkActions"
        ],
        "operation": [
          "countMatchingContacts"
        ]
      }
    },
    "options": [
      {
        "displayName": "Blocked",
        "name": "blocked",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Blocked\" applies. Only blocked contacts, or only others."
      },
      {
        "displayName": "Campaign",
        "name": "campaign",
        "type": "string",
        "default": "",
        "description": "Only contacts of this campaign, as the contact names it"
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
        "displayName": "Email",
        "name": "email",
        "type": "string",
        "default": "",
        "description": "Only contacts with this email address, in upper or lower case"
      },
      {
        "displayName": "Fields",
        "name": "fields",
        "type": "string",
        "default": "",
        "description": "Only contacts with these values of defined custom fields, such as 'plan:gold,silver;age:18..30'. Values are separated by commas, fields by semicolons; a backslash before one of ',;:' makes it part of the text. Numbers and dates also take ranges: '18..30', '18..' or '..30', both ends included."
      },
      {
        "displayName": "Has",
        "name": "has",
        "type": "options",
        "options": [
          {
            "name": "Email",
            "value": "email"
          },
          {
            "name": "Phone",
            "value": "phone"
          }
        ],
        "default": "phone",
        "description": "Only contacts with a phone number or with an email address"
      },
      {
        "displayName": "Opted Out",
        "name": "opted_out",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Opted Out\" applies. Only contacts that are opted out of marketing messages, or only others."
      },
      {
        "displayName": "Phone E.164",
        "name": "phone_e164",
        "type": "string",
        "default": "",
        "description": "Only contacts with this phone number"
      },
      {
        "displayName": "Q",
        "name": "q",
        "type": "string",
        "default": "",
        "description": "Matches part of the name, phone number, email address or username"
      },
      {
        "displayName": "Seen Since",
        "name": "seen_since",
        "type": "dateTime",
        "default": "",
        "description": "Last seen at or after this time. An RFC 3339 timestamp with any UTC offset."
      },
      {
        "displayName": "Source",
        "name": "source",
        "type": "string",
        "default": "",
        "description": "Only contacts from this source, such as 'form' or 'import'"
      },
      {
        "displayName": "Updated After",
        "name": "updated_after",
        "type": "dateTime",
        "default": "",
        "description": "Changed at or after this time. An RFC 3339 timestamp with any UTC offset."
      },
      {
        "displayName": "Username",
        "name": "username",
        "type": "string",
        "default": "",
        "description": "The name that a contact chose on a platform, with or without the at sign"
      }
    ]
  },
  {
    "displayName": "Bulk Action ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "getBulkAction"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Bulk Action ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "listBulkActionItems"
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
          "bulkActions"
        ],
        "operation": [
          "listBulkActionItems"
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
          "bulkActions"
        ],
        "operation": [
          "listBulkActionItems"
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
          "bulkActions"
        ],
        "operation": [
          "listBulkActionItems"
        ]
      }
    },
    "options": [
      {
        "displayName": "Result",
        "name": "result",
        "type": "options",
        "options": [
          {
            "name": "Done",
            "value": "done"
          },
          {
            "name": "Failed",
            "value": "failed"
          },
          {
            "name": "Kept",
            "value": "kept"
          },
          {
            "name": "Pending",
            "value": "pending"
          },
          {
            "name": "Skipped",
            "value": "skipped"
          },
          {
            "name": "Undone",
            "value": "undone"
          }
        ],
        "default": "pending",
        "description": "Only items with this result"
      }
    ]
  },
  {
    "displayName": "Bulk Action ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "cancelBulkAction"
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
          "bulkActions"
        ],
        "operation": [
          "cancelBulkAction"
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
    "displayName": "Bulk Action ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "bulkActions"
        ],
        "operation": [
          "undoBulkAction"
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
          "bulkActions"
        ],
        "operation": [
          "undoBulkAction"
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
