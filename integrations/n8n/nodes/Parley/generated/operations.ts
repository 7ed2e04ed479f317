// Generated from the API description by `npm run clients`. Do not edit.
import type { Operation } from '../operation.ts'

/** Every operation by its id. */
export const OPERATIONS: Record<string, Operation> = {
  "listConversations": {
    "method": "GET",
    "path": "/api/v1/chats",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "status",
      "channel_id",
      "person_id",
      "assignee_id",
      "tag_id",
      "holder",
      "unread",
      "mentioned",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q",
      "expand"
    ]
  },
  "countConversations": {
    "method": "GET",
    "path": "/api/v1/chats/counts",
    "result": "json"
  },
  "exportConversations": {
    "method": "GET",
    "path": "/api/v1/chats/export.csv",
    "result": "text",
    "query": [
      "status",
      "channel_id",
      "person_id",
      "assignee_id",
      "tag_id",
      "holder",
      "unread",
      "mentioned",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q",
      "ids",
      "except_ids"
    ]
  },
  "exportSelectedConversations": {
    "method": "POST",
    "path": "/api/v1/chats/export.csv",
    "result": "text",
    "json": [
      "ids",
      "except_ids",
      "filter"
    ],
    "nullable": [
      "ids",
      "except_ids",
      "filter"
    ]
  },
  "updateConversation": {
    "method": "PATCH",
    "path": "/api/v1/chats/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "tag_ids"
    ],
    "nullable": [
      "snoozed_until",
      "assignee_id"
    ]
  },
  "getConversation": {
    "method": "GET",
    "path": "/api/v1/chats/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "query": [
      "expand"
    ]
  },
  "readThread": {
    "method": "GET",
    "path": "/api/v1/chats/{id}/thread",
    "result": "json",
    "required": [
      "id"
    ],
    "query": [
      "before",
      "after",
      "around",
      "limit"
    ]
  },
  "createNote": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/notes",
    "result": "json",
    "required": [
      "id",
      "text"
    ],
    "json": [
      "mentions"
    ],
    "nullable": [
      "mentions"
    ]
  },
  "updateNote": {
    "method": "PATCH",
    "path": "/api/v1/notes/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "mentions"
    ]
  },
  "deleteNote": {
    "method": "DELETE",
    "path": "/api/v1/notes/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "markMentionsSeen": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/mentions/seen",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listTags": {
    "method": "GET",
    "path": "/api/v1/tags",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor"
    ]
  },
  "createTag": {
    "method": "POST",
    "path": "/api/v1/tags",
    "result": "json",
    "required": [
      "name"
    ],
    "nullable": [
      "color"
    ]
  },
  "updateTag": {
    "method": "PATCH",
    "path": "/api/v1/tags/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "deleteTag": {
    "method": "DELETE",
    "path": "/api/v1/tags/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "listCannedReplies": {
    "method": "GET",
    "path": "/api/v1/canned-replies",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "q"
    ]
  },
  "createCannedReply": {
    "method": "POST",
    "path": "/api/v1/canned-replies",
    "result": "json",
    "required": [
      "shortcut",
      "text"
    ]
  },
  "updateCannedReply": {
    "method": "PATCH",
    "path": "/api/v1/canned-replies/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "deleteCannedReply": {
    "method": "DELETE",
    "path": "/api/v1/canned-replies/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "listCustomFields": {
    "method": "GET",
    "path": "/api/v1/custom-fields",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "archived"
    ]
  },
  "createCustomField": {
    "method": "POST",
    "path": "/api/v1/custom-fields",
    "result": "json",
    "required": [
      "key",
      "type"
    ],
    "nullable": [
      "label",
      "choices"
    ]
  },
  "updateCustomField": {
    "method": "PATCH",
    "path": "/api/v1/custom-fields/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "archiveCustomField": {
    "method": "DELETE",
    "path": "/api/v1/custom-fields/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "listViews": {
    "method": "GET",
    "path": "/api/v1/views",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "subject"
    ]
  },
  "createView": {
    "method": "POST",
    "path": "/api/v1/views",
    "result": "json",
    "required": [
      "subject",
      "name",
      "filters"
    ],
    "json": [
      "filters"
    ],
    "nullable": [
      "is_shared"
    ]
  },
  "updateView": {
    "method": "PATCH",
    "path": "/api/v1/views/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "filters"
    ]
  },
  "deleteView": {
    "method": "DELETE",
    "path": "/api/v1/views/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "searchWorkspace": {
    "method": "GET",
    "path": "/api/v1/search",
    "result": "json",
    "required": [
      "q"
    ],
    "query": [
      "q",
      "kinds",
      "limit",
      "cursor"
    ]
  },
  "listMembers": {
    "method": "GET",
    "path": "/api/v1/members",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "removed"
    ]
  },
  "sendMessage": {
    "method": "POST",
    "path": "/api/v1/messages/send",
    "result": "json",
    "json": [
      "template",
      "interactive",
      "reaction",
      "location",
      "contacts"
    ],
    "nullable": [
      "conversation_id",
      "phone_e164",
      "person_id",
      "recipient_phone",
      "phone",
      "type",
      "message",
      "message_text",
      "media_url",
      "media_id",
      "filename",
      "template",
      "interactive",
      "reaction",
      "location",
      "contacts",
      "reply_to",
      "open_conversation",
      "channel_id"
    ]
  },
  "sendMessages": {
    "method": "POST",
    "path": "/api/v1/messages/batch",
    "result": "json",
    "required": [
      "items"
    ],
    "json": [
      "items"
    ]
  },
  "findMessages": {
    "method": "GET",
    "path": "/api/v1/messages",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "conversation_id",
      "person_id",
      "channel_id",
      "direction",
      "type",
      "status",
      "platform_id",
      "created_after",
      "created_before",
      "expand"
    ]
  },
  "getMessage": {
    "method": "GET",
    "path": "/api/v1/messages/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "query": [
      "expand"
    ]
  },
  "retryMessage": {
    "method": "POST",
    "path": "/api/v1/messages/{id}/retry",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "getMessageTrail": {
    "method": "GET",
    "path": "/api/v1/messages/{id}/trail",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "checkCanSend": {
    "method": "GET",
    "path": "/api/v1/chats/{id}/can-send",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "checkCanSendToContact": {
    "method": "GET",
    "path": "/api/v1/chats/can-send",
    "result": "json",
    "query": [
      "person_id",
      "phone_e164",
      "channel_id"
    ]
  },
  "markConversationRead": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/read",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "showTyping": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/typing",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "takeOverConversation": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/take-over",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "releaseConversation": {
    "method": "POST",
    "path": "/api/v1/chats/{id}/release",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listMessages": {
    "method": "GET",
    "path": "/api/v1/chats/{id}/messages",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor"
    ]
  },
  "createDraft": {
    "method": "POST",
    "path": "/api/v1/drafts",
    "result": "json",
    "required": [
      "conversation_id",
      "text"
    ]
  },
  "listDrafts": {
    "method": "GET",
    "path": "/api/v1/drafts",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "conversation_id",
      "status",
      "created_after",
      "created_before"
    ]
  },
  "sendDraft": {
    "method": "POST",
    "path": "/api/v1/drafts/{id}/send",
    "result": "json",
    "required": [
      "id"
    ],
    "nullable": [
      "text"
    ]
  },
  "discardDraft": {
    "method": "POST",
    "path": "/api/v1/drafts/{id}/discard",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listChannels": {
    "method": "GET",
    "path": "/api/v1/channels",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "type",
      "created_after",
      "created_before"
    ]
  },
  "getChannel": {
    "method": "GET",
    "path": "/api/v1/channels/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "createContact": {
    "method": "POST",
    "path": "/api/v1/contacts",
    "result": "json",
    "json": [
      "fields"
    ],
    "nullable": [
      "name",
      "phone_e164",
      "phone",
      "email",
      "source",
      "campaign",
      "fields"
    ]
  },
  "listContacts": {
    "method": "GET",
    "path": "/api/v1/contacts",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "q",
      "phone_e164",
      "email",
      "username",
      "source",
      "campaign",
      "created_after",
      "created_before",
      "updated_after",
      "created_since",
      "created_until",
      "seen_since",
      "blocked",
      "opted_out",
      "fields",
      "has",
      "ids",
      "sort"
    ]
  },
  "createContacts": {
    "method": "POST",
    "path": "/api/v1/contacts/batch",
    "result": "json",
    "required": [
      "items"
    ],
    "json": [
      "items"
    ]
  },
  "exportContacts": {
    "method": "GET",
    "path": "/api/v1/contacts/export.csv",
    "result": "text",
    "query": [
      "q",
      "phone_e164",
      "email",
      "username",
      "source",
      "campaign",
      "created_after",
      "created_before",
      "updated_after",
      "created_since",
      "created_until",
      "seen_since",
      "blocked",
      "opted_out",
      "fields",
      "has",
      "ids",
      "except_ids"
    ]
  },
  "exportSelectedContacts": {
    "method": "POST",
    "path": "/api/v1/contacts/export.csv",
    "result": "text",
    "json": [
      "ids",
      "except_ids",
      "filter"
    ],
    "nullable": [
      "ids",
      "except_ids",
      "filter"
    ]
  },
  "getContact": {
    "method": "GET",
    "path": "/api/v1/contacts/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "updateContact": {
    "method": "PATCH",
    "path": "/api/v1/contacts/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "fields"
    ],
    "nullable": [
      "name",
      "phone_e164",
      "phone",
      "email",
      "campaign"
    ]
  },
  "eraseContact": {
    "method": "DELETE",
    "path": "/api/v1/contacts/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "createContactNote": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/notes",
    "result": "json",
    "required": [
      "id",
      "text"
    ]
  },
  "listTimeline": {
    "method": "GET",
    "path": "/api/v1/contacts/{id}/timeline",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor",
      "type",
      "kinds"
    ]
  },
  "previewMerge": {
    "method": "GET",
    "path": "/api/v1/contacts/{id}/merge-preview",
    "result": "json",
    "required": [
      "other_id",
      "id"
    ],
    "query": [
      "other_id"
    ]
  },
  "mergeContacts": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/merge",
    "result": "json",
    "required": [
      "id",
      "other_id"
    ],
    "json": [
      "fields"
    ],
    "nullable": [
      "fields"
    ]
  },
  "undoMerge": {
    "method": "POST",
    "path": "/api/v1/contacts/merges/{id}/undo",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "blockContact": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/block",
    "result": "json",
    "required": [
      "id"
    ],
    "nullable": [
      "reason"
    ]
  },
  "unblockContact": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/unblock",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listErasures": {
    "method": "GET",
    "path": "/api/v1/erasures",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor"
    ]
  },
  "getErasure": {
    "method": "GET",
    "path": "/api/v1/erasures/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "createConversationBulkAction": {
    "method": "POST",
    "path": "/api/v1/chats/bulk-actions",
    "result": "json",
    "required": [
      "action"
    ],
    "json": [
      "ids",
      "filter",
      "except_ids"
    ],
    "nullable": [
      "ids",
      "filter",
      "except_ids",
      "assignee_id",
      "tag_id",
      "snoozed_until"
    ]
  },
  "listConversationBulkActions": {
    "method": "GET",
    "path": "/api/v1/chats/bulk-actions",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "status"
    ]
  },
  "countMatchingConversations": {
    "method": "GET",
    "path": "/api/v1/chats/matches",
    "result": "json",
    "query": [
      "status",
      "channel_id",
      "person_id",
      "assignee_id",
      "tag_id",
      "holder",
      "unread",
      "mentioned",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q"
    ]
  },
  "createTicketBulkAction": {
    "method": "POST",
    "path": "/api/v1/tickets/bulk-actions",
    "result": "json",
    "required": [
      "action"
    ],
    "json": [
      "ids",
      "filter",
      "except_ids"
    ],
    "nullable": [
      "ids",
      "filter",
      "except_ids",
      "assignee_id",
      "status",
      "priority",
      "due_at",
      "tag_id"
    ]
  },
  "listTicketBulkActions": {
    "method": "GET",
    "path": "/api/v1/tickets/bulk-actions",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "status"
    ]
  },
  "countMatchingTickets": {
    "method": "GET",
    "path": "/api/v1/tickets/matches",
    "result": "json",
    "query": [
      "status",
      "priority",
      "assignee_id",
      "person_id",
      "conversation_id",
      "tag_id",
      "overdue",
      "has_due_time",
      "due_before",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q"
    ]
  },
  "createContactBulkAction": {
    "method": "POST",
    "path": "/api/v1/contacts/bulk-actions",
    "result": "json",
    "required": [
      "action"
    ],
    "json": [
      "ids",
      "filter",
      "except_ids"
    ],
    "nullable": [
      "ids",
      "filter",
      "except_ids",
      "survivor_id"
    ]
  },
  "listContactBulkActions": {
    "method": "GET",
    "path": "/api/v1/contacts/bulk-actions",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "status"
    ]
  },
  "countMatchingContacts": {
    "method": "GET",
    "path": "/api/v1/contacts/matches",
    "result": "json",
    "query": [
      "q",
      "phone_e164",
      "email",
      "username",
      "source",
      "campaign",
      "created_after",
      "created_before",
      "updated_after",
      "created_since",
      "created_until",
      "seen_since",
      "blocked",
      "opted_out",
      "fields",
      "has"
    ]
  },
  "getBulkAction": {
    "method": "GET",
    "path": "/api/v1/bulk-actions/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listBulkActionItems": {
    "method": "GET",
    "path": "/api/v1/bulk-actions/{id}/items",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor",
      "result"
    ]
  },
  "cancelBulkAction": {
    "method": "POST",
    "path": "/api/v1/bulk-actions/{id}/cancel",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "undoBulkAction": {
    "method": "POST",
    "path": "/api/v1/bulk-actions/{id}/undo",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "exportContactData": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/data-export",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listDataExports": {
    "method": "GET",
    "path": "/api/v1/data-exports",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "contact_id"
    ]
  },
  "getDataExport": {
    "method": "GET",
    "path": "/api/v1/data-exports/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "downloadDataExport": {
    "method": "GET",
    "path": "/api/v1/data-exports/{id}/download",
    "result": "binary",
    "required": [
      "id"
    ]
  },
  "listImports": {
    "method": "GET",
    "path": "/api/v1/imports",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor"
    ]
  },
  "createImport": {
    "method": "POST",
    "path": "/api/v1/imports",
    "result": "json",
    "hasFile": true
  },
  "getImport": {
    "method": "GET",
    "path": "/api/v1/imports/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "checkImport": {
    "method": "POST",
    "path": "/api/v1/imports/{id}/check",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "mapping"
    ],
    "nullable": [
      "mapping"
    ]
  },
  "startImport": {
    "method": "POST",
    "path": "/api/v1/imports/{id}/start",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "cancelImport": {
    "method": "POST",
    "path": "/api/v1/imports/{id}/cancel",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listImportRejects": {
    "method": "GET",
    "path": "/api/v1/imports/{id}/rejects",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor"
    ]
  },
  "exportImportRejects": {
    "method": "GET",
    "path": "/api/v1/imports/{id}/rejects.csv",
    "result": "text",
    "required": [
      "id"
    ],
    "query": [
      "language"
    ]
  },
  "listTemplates": {
    "method": "GET",
    "path": "/api/v1/templates",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "channel_id",
      "status",
      "name",
      "language"
    ]
  },
  "createTicket": {
    "method": "POST",
    "path": "/api/v1/tickets",
    "result": "json",
    "required": [
      "person_id",
      "title"
    ],
    "json": [
      "tag_ids",
      "media_ids"
    ],
    "nullable": [
      "message_id",
      "conversation_id",
      "priority",
      "assignee_id",
      "due_at",
      "description",
      "tag_ids",
      "media_ids"
    ]
  },
  "listTickets": {
    "method": "GET",
    "path": "/api/v1/tickets",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor",
      "status",
      "priority",
      "assignee_id",
      "person_id",
      "conversation_id",
      "tag_id",
      "overdue",
      "has_due_time",
      "due_before",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q",
      "sort",
      "expand"
    ]
  },
  "countTickets": {
    "method": "GET",
    "path": "/api/v1/tickets/counts",
    "result": "json"
  },
  "exportTickets": {
    "method": "GET",
    "path": "/api/v1/tickets/export.csv",
    "result": "text",
    "query": [
      "status",
      "priority",
      "assignee_id",
      "person_id",
      "conversation_id",
      "tag_id",
      "overdue",
      "has_due_time",
      "due_before",
      "created_after",
      "created_before",
      "updated_after",
      "updated_since",
      "q",
      "ids",
      "except_ids"
    ]
  },
  "exportSelectedTickets": {
    "method": "POST",
    "path": "/api/v1/tickets/export.csv",
    "result": "text",
    "json": [
      "ids",
      "except_ids",
      "filter"
    ],
    "nullable": [
      "ids",
      "except_ids",
      "filter"
    ]
  },
  "getTicket": {
    "method": "GET",
    "path": "/api/v1/tickets/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "query": [
      "expand"
    ]
  },
  "updateTicket": {
    "method": "PATCH",
    "path": "/api/v1/tickets/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "tag_ids"
    ],
    "nullable": [
      "assignee_id",
      "due_at",
      "description"
    ]
  },
  "addTicketAttachment": {
    "method": "POST",
    "path": "/api/v1/tickets/{id}/attachments",
    "result": "json",
    "required": [
      "id",
      "media_id"
    ]
  },
  "removeTicketAttachment": {
    "method": "DELETE",
    "path": "/api/v1/tickets/{id}/attachments/{media_id}",
    "result": "none",
    "required": [
      "id",
      "media_id"
    ]
  },
  "listTicketActivity": {
    "method": "GET",
    "path": "/api/v1/tickets/{id}/activity",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor",
      "kind"
    ]
  },
  "createTicketComment": {
    "method": "POST",
    "path": "/api/v1/tickets/{id}/comments",
    "result": "json",
    "required": [
      "id",
      "text"
    ],
    "json": [
      "mentions"
    ],
    "nullable": [
      "mentions"
    ]
  },
  "updateTicketComment": {
    "method": "PATCH",
    "path": "/api/v1/ticket-comments/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "mentions"
    ]
  },
  "deleteTicketComment": {
    "method": "DELETE",
    "path": "/api/v1/ticket-comments/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "reportMessages": {
    "method": "GET",
    "path": "/api/v1/reports/messages",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id"
    ]
  },
  "exportMessageReport": {
    "method": "GET",
    "path": "/api/v1/reports/messages.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id"
    ]
  },
  "reportResponses": {
    "method": "GET",
    "path": "/api/v1/reports/responses",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id"
    ]
  },
  "exportResponseReport": {
    "method": "GET",
    "path": "/api/v1/reports/responses.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id"
    ]
  },
  "reportTickets": {
    "method": "GET",
    "path": "/api/v1/reports/tickets",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "member_id"
    ]
  },
  "exportTicketReport": {
    "method": "GET",
    "path": "/api/v1/reports/tickets.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "member_id",
      "table"
    ]
  },
  "reportLeads": {
    "method": "GET",
    "path": "/api/v1/reports/leads",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket"
    ]
  },
  "exportLeadReport": {
    "method": "GET",
    "path": "/api/v1/reports/leads.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "table"
    ]
  },
  "reportCosts": {
    "method": "GET",
    "path": "/api/v1/reports/costs",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id"
    ]
  },
  "exportCostReport": {
    "method": "GET",
    "path": "/api/v1/reports/costs.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "channel_id",
      "member_id",
      "table"
    ]
  },
  "reportDeliveries": {
    "method": "GET",
    "path": "/api/v1/reports/deliveries",
    "result": "json",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "endpoint_id"
    ]
  },
  "exportDeliveryReport": {
    "method": "GET",
    "path": "/api/v1/reports/deliveries.csv",
    "result": "text",
    "query": [
      "from",
      "to",
      "time_zone",
      "bucket",
      "endpoint_id"
    ]
  },
  "listPriceLists": {
    "method": "GET",
    "path": "/api/v1/price-lists",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor"
    ]
  },
  "createPriceList": {
    "method": "POST",
    "path": "/api/v1/price-lists",
    "result": "json",
    "hasFile": true,
    "query": [
      "valid_from",
      "currency"
    ]
  },
  "getPriceList": {
    "method": "GET",
    "path": "/api/v1/price-lists/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "deletePriceList": {
    "method": "DELETE",
    "path": "/api/v1/price-lists/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "exportPriceList": {
    "method": "GET",
    "path": "/api/v1/price-lists/{id}/prices.csv",
    "result": "text",
    "required": [
      "id"
    ]
  },
  "optOutContact": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/opt-out",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "optInContact": {
    "method": "POST",
    "path": "/api/v1/contacts/{id}/opt-in",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listEvents": {
    "method": "GET",
    "path": "/api/v1/events",
    "result": "json",
    "pages": "after",
    "query": [
      "after",
      "created_after",
      "since",
      "limit",
      "type",
      "types"
    ]
  },
  "getEvent": {
    "method": "GET",
    "path": "/api/v1/events/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "listWebhooks": {
    "method": "GET",
    "path": "/api/v1/webhooks",
    "result": "json",
    "pages": "cursor",
    "query": [
      "limit",
      "cursor"
    ]
  },
  "createWebhook": {
    "method": "POST",
    "path": "/api/v1/webhooks",
    "result": "json",
    "required": [
      "url"
    ],
    "json": [
      "events",
      "filters",
      "headers",
      "oauth",
      "tls"
    ],
    "nullable": [
      "events",
      "description",
      "max_in_flight",
      "rate_limit",
      "ordering",
      "filters",
      "headers",
      "oauth",
      "tls",
      "payload"
    ]
  },
  "getWebhook": {
    "method": "GET",
    "path": "/api/v1/webhooks/{id}",
    "result": "json",
    "required": [
      "id"
    ]
  },
  "updateWebhook": {
    "method": "PATCH",
    "path": "/api/v1/webhooks/{id}",
    "result": "json",
    "required": [
      "id"
    ],
    "json": [
      "events",
      "filters",
      "headers",
      "oauth",
      "tls"
    ],
    "nullable": [
      "description",
      "rate_limit",
      "filters",
      "headers",
      "oauth",
      "tls"
    ]
  },
  "deleteWebhook": {
    "method": "DELETE",
    "path": "/api/v1/webhooks/{id}",
    "result": "none",
    "required": [
      "id"
    ]
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/api/v1/webhooks/{id}/deliveries",
    "result": "json",
    "pages": "cursor",
    "required": [
      "id"
    ],
    "query": [
      "limit",
      "cursor",
      "status",
      "type",
      "event_type",
      "error",
      "created_after",
      "created_before",
      "since",
      "until"
    ]
  },
  "rotateSigningSecret": {
    "method": "POST",
    "path": "/api/v1/webhooks/{id}/rotate-secret",
    "result": "json",
    "required": [
      "id"
    ],
    "nullable": [
      "expire_now"
    ]
  },
  "testWebhook": {
    "method": "POST",
    "path": "/api/v1/webhooks/{id}/test",
    "result": "json",
    "required": [
      "id"
    ],
    "nullable": [
      "event_type"
    ]
  },
  "resendEvent": {
    "method": "POST",
    "path": "/api/v1/events/{id}/resend",
    "result": "json",
    "required": [
      "id"
    ],
    "nullable": [
      "endpoint_id"
    ]
  },
  "getMe": {
    "method": "GET",
    "path": "/api/v1/me",
    "result": "json"
  },
  "uploadMedia": {
    "method": "POST",
    "path": "/api/v1/media",
    "result": "json",
    "hasFile": true
  }
}
