// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of tickets and their fields. */
export const tickets: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ]
      }
    },
    "options": [
      {
        "name": "Add a Comment to a Ticket",
        "value": "createTicketComment",
        "action": "Add a comment to a ticket",
        "description": "Add a comment to a ticket. Comments are internal. They are never sent to customers or platforms."
      },
      {
        "name": "Attach a File to a Ticket",
        "value": "addTicketAttachment",
        "action": "Attach a file to a ticket",
        "description": "Attach a file to a ticket. Upload the file with 'POST /api/v1/media' first, and pass its ID. The customer never receives it."
      },
      {
        "name": "Count Tickets",
        "value": "countTickets",
        "action": "Count tickets",
        "description": "Count tickets. Returns the number of tickets in the standard views, counted up to 1,000. 'mine' counts tickets assigned to the signed-in member."
      },
      {
        "name": "Create a Ticket",
        "value": "createTicket",
        "action": "Create a ticket",
        "description": "Create a ticket"
      },
      {
        "name": "Delete a Comment on a Ticket",
        "value": "deleteTicketComment",
        "action": "Delete a comment on a ticket",
        "description": "Delete a comment on a ticket. Only the author or an admin can do this. Its earlier texts are deleted too."
      },
      {
        "name": "Export Selected Tickets",
        "value": "exportSelectedTickets",
        "action": "Export selected tickets",
        "description": "Export selected tickets. Returns the named tickets, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of IDs."
      },
      {
        "name": "Export Tickets",
        "value": "exportTickets",
        "action": "Export tickets",
        "description": "Export tickets. Returns all tickets that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas."
      },
      {
        "name": "Get a Ticket",
        "value": "getTicket",
        "action": "Get a ticket",
        "description": "Get a ticket"
      },
      {
        "name": "List the Comments and Changes of a Ticket",
        "value": "listTicketActivity",
        "action": "List the comments and changes of a ticket",
        "description": "List the comments and changes of a ticket. Newest first."
      },
      {
        "name": "List Tickets",
        "value": "listTickets",
        "action": "List tickets",
        "description": "List tickets. Most recently changed first by default."
      },
      {
        "name": "Remove a File From a Ticket",
        "value": "removeTicketAttachment",
        "action": "Remove a file from a ticket",
        "description": "Remove a file from a ticket"
      },
      {
        "name": "Update a Comment on a Ticket",
        "value": "updateTicketComment",
        "action": "Update a comment on a ticket",
        "description": "Update a comment on a ticket. Only the author or an admin can do this. Only the fields you send are updated. The earlier text stays in the history."
      },
      {
        "name": "Update a Ticket",
        "value": "updateTicket",
        "action": "Update a ticket",
        "description": "Update a ticket"
      }
    ],
    "default": "createTicket"
  },
  {
    "displayName": "Person ID",
    "name": "person_id",
    "type": "string",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "createTicket"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Title",
    "name": "title",
    "type": "string",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "createTicket"
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
          "tickets"
        ],
        "operation": [
          "createTicket"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "The ID of the membership to assign the ticket to"
      },
      {
        "displayName": "Conversation ID",
        "name": "conversation_id",
        "type": "string",
        "default": "",
        "description": "The conversation the ticket came from. Defaults to the conversation of 'message_id'."
      },
      {
        "displayName": "Description",
        "name": "description",
        "type": "string",
        "default": "",
        "description": "Plain text for your team. The customer never receives it."
      },
      {
        "displayName": "Due At",
        "name": "due_at",
        "type": "dateTime",
        "default": "",
        "description": "An RFC 3339 timestamp with any UTC offset"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Media IDs",
        "name": "media_ids",
        "type": "json",
        "default": "[]",
        "description": "Files to attach: IDs from POST /api/v1/media"
      },
      {
        "displayName": "Message ID",
        "name": "message_id",
        "type": "string",
        "default": ""
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
        "default": "medium"
      },
      {
        "displayName": "Tag IDs",
        "name": "tag_ids",
        "type": "json",
        "default": "[]",
        "description": "The IDs of the workspace's tags that the ticket gets"
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
          "tickets"
        ],
        "operation": [
          "listTickets"
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
          "tickets"
        ],
        "operation": [
          "listTickets"
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
          "tickets"
        ],
        "operation": [
          "listTickets"
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
        "displayName": "Sort",
        "name": "sort",
        "type": "options",
        "options": [
          {
            "name": "Due",
            "value": "due"
          },
          {
            "name": "Priority",
            "value": "priority"
          },
          {
            "name": "Updated",
            "value": "updated"
          }
        ],
        "default": "updated",
        "description": "'updated': most recently changed first. 'due': earliest due time first. 'priority': most urgent first."
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
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "exportTickets"
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
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas: tickets to leave out"
      },
      {
        "displayName": "Has Due Time",
        "name": "has_due_time",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Has Due Time\" applies. 'false' returns only tickets without a due time."
      },
      {
        "displayName": "IDs",
        "name": "ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas: only these tickets"
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
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "exportSelectedTickets"
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
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "getTicket"
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
          "tickets"
        ],
        "operation": [
          "getTicket"
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
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "updateTicket"
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
          "tickets"
        ],
        "operation": [
          "updateTicket"
        ]
      }
    },
    "options": [
      {
        "displayName": "Assignee ID",
        "name": "assignee_id",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Description",
        "name": "description",
        "type": "string",
        "default": "",
        "description": "Plain text for your team. The customer never receives it. An empty value removes it."
      },
      {
        "displayName": "Due At",
        "name": "due_at",
        "type": "dateTime",
        "default": "",
        "description": "An RFC 3339 timestamp with any UTC offset"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
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
        "default": "low"
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
        "default": "open"
      },
      {
        "displayName": "Tag IDs",
        "name": "tag_ids",
        "type": "json",
        "default": "[]",
        "description": "Replaces the ticket's tags"
      },
      {
        "displayName": "Title",
        "name": "title",
        "type": "string",
        "default": ""
      }
    ]
  },
  {
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "addTicketAttachment"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Media ID",
    "name": "media_id",
    "type": "string",
    "default": "",
    "description": "The ID from POST /api/v1/media",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "addTicketAttachment"
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
          "tickets"
        ],
        "operation": [
          "addTicketAttachment"
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
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the ticket, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "removeTicketAttachment"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Media ID",
    "name": "media_id",
    "type": "string",
    "default": "",
    "description": "The ID of the attached file, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "removeTicketAttachment"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "listTicketActivity"
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
          "tickets"
        ],
        "operation": [
          "listTicketActivity"
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
          "tickets"
        ],
        "operation": [
          "listTicketActivity"
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
          "tickets"
        ],
        "operation": [
          "listTicketActivity"
        ]
      }
    },
    "options": [
      {
        "displayName": "Kind",
        "name": "kind",
        "type": "options",
        "options": [
          {
            "name": "Change",
            "value": "change"
          },
          {
            "name": "Comment",
            "value": "comment"
          }
        ],
        "default": "comment",
        "description": "Returns only comments, or only changes"
      }
    ]
  },
  {
    "displayName": "Ticket ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "createTicketComment"
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
          "tickets"
        ],
        "operation": [
          "createTicketComment"
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
          "tickets"
        ],
        "operation": [
          "createTicketComment"
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
    "displayName": "Ticket Comment ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "updateTicketComment"
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
          "tickets"
        ],
        "operation": [
          "updateTicketComment"
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
    "displayName": "Ticket Comment ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "tickets"
        ],
        "operation": [
          "deleteTicketComment"
        ]
      }
    },
    "required": true
  }
]
