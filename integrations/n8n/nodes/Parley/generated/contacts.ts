// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of contacts and their fields. */
export const contacts: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ]
      }
    },
    "options": [
      {
        "name": "Add a Note to a Contact's Timeline",
        "value": "createContactNote",
        "action": "Add a note to a contact's timeline",
        "description": "Add a note to a contact's timeline. Notes are internal. Customers never see them."
      },
      {
        "name": "Archive a Custom Field",
        "value": "archiveCustomField",
        "action": "Archive a custom field",
        "description": "Archive a custom field. Contacts keep its values, which then can be any text. 'PATCH' with 'archived: false' restores it."
      },
      {
        "name": "Block a Contact",
        "value": "blockContact",
        "action": "Block a contact",
        "description": "Block a contact. Closes the conversations of the contact. Its new messages are stored in them, but they stay closed and read, and there is no 'message.received'. Nothing can be sent to the contact."
      },
      {
        "name": "Cancel an Import",
        "value": "cancelImport",
        "action": "Cancel an import",
        "description": "Cancel an import. What was read in stays."
      },
      {
        "name": "Check an Import",
        "value": "checkImport",
        "action": "Check an import",
        "description": "Check an import. Starts a dry run: counts the contacts it would create and stores the first 1,000 rows it would reject. 'status' becomes 'checked' when it is done."
      },
      {
        "name": "Create a Contact",
        "value": "createContact",
        "action": "Create a contact",
        "description": "Create a contact"
      },
      {
        "name": "Create a Custom Field",
        "value": "createCustomField",
        "action": "Create a custom field",
        "description": "Create a custom field. Defines a custom field of contacts. From then on, its values must have its type, and contacts can be filtered by it."
      },
      {
        "name": "Create Many Contacts",
        "value": "createContacts",
        "action": "Create many contacts",
        "description": "Create many contacts. Creates up to 100 contacts, each as 'POST /api/v1/contacts' does. The response has a result for each item, in their order; an item that fails changes nothing of the others. Each item counts towards the rate limit."
      },
      {
        "name": "Export Contacts",
        "value": "exportContacts",
        "action": "Export contacts",
        "description": "Export contacts. Returns all contacts that match the filters, newest first. Cells are escaped so that spreadsheets do not run them as formulas."
      },
      {
        "name": "Export Rejected Rows of an Import",
        "value": "exportImportRejects",
        "action": "Export rejected rows of an import",
        "description": "Export rejected rows of an import. Each row includes the reason, so that you can correct the rows and upload them again."
      },
      {
        "name": "Export Selected Contacts",
        "value": "exportSelectedContacts",
        "action": "Export selected contacts",
        "description": "Export selected contacts. Returns the named contacts, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of IDs."
      },
      {
        "name": "Get a Contact",
        "value": "getContact",
        "action": "Get a contact",
        "description": "Get a contact. The ID of a merged contact returns the contact it was merged into."
      },
      {
        "name": "Get an Import",
        "value": "getImport",
        "action": "Get an import",
        "description": "Get an import. Includes its progress."
      },
      {
        "name": "List a Contact's Timeline",
        "value": "listTimeline",
        "action": "List a contact's timeline",
        "description": "List a contact's timeline. Newest first."
      },
      {
        "name": "List Contacts",
        "value": "listContacts",
        "action": "List contacts",
        "description": "List contacts. Most recently changed first by default. Contacts that were merged into another one are not listed."
      },
      {
        "name": "List Custom Fields",
        "value": "listCustomFields",
        "action": "List custom fields",
        "description": "List custom fields. The definitions of custom fields of contacts, newest first."
      },
      {
        "name": "List Imports",
        "value": "listImports",
        "action": "List imports",
        "description": "List imports. Newest first."
      },
      {
        "name": "List Rejected Rows of an Import",
        "value": "listImportRejects",
        "action": "List rejected rows of an import",
        "description": "List rejected rows of an import. In file order."
      },
      {
        "name": "Merge Another Contact Into This One",
        "value": "mergeContacts",
        "action": "Merge another contact into this one",
        "description": "Merge another contact into this one. Moves the other contact's conversations, tickets, timeline and identities to this contact. The other contact's ID keeps working and returns this contact."
      },
      {
        "name": "Opt a Contact in to Marketing Again",
        "value": "optInContact",
        "action": "Opt a contact in to marketing again",
        "description": "Opt a contact in to marketing again. Only with the consent of the contact. If it opted out at the platform, the platform keeps refusing marketing messages."
      },
      {
        "name": "Opt a Contact Out of Marketing",
        "value": "optOutContact",
        "action": "Opt a contact out of marketing",
        "description": "Opt a contact out of marketing. From then on, marketing templates to the contact are refused with 409 'contact_opted_out', also queued ones. Other messages can be sent."
      },
      {
        "name": "Preview a Merge of Two Contacts",
        "value": "previewMerge",
        "action": "Preview a merge of two contacts",
        "description": "Preview a merge of two contacts"
      },
      {
        "name": "Start an Import",
        "value": "startImport",
        "action": "Start an import",
        "description": "Start an import. It must have been checked."
      },
      {
        "name": "Unblock a Contact",
        "value": "unblockContact",
        "action": "Unblock a contact",
        "description": "Unblock a contact. Its conversations stay closed until it writes again, or you open them."
      },
      {
        "name": "Undo a Merge",
        "value": "undoMerge",
        "action": "Undo a merge",
        "description": "Undo a merge. Restores both contacts. What was added after the merge stays with the surviving contact. Undo several merges of a contact in reverse order."
      },
      {
        "name": "Update a Contact",
        "value": "updateContact",
        "action": "Update a contact",
        "description": "Update a contact"
      },
      {
        "name": "Update a Custom Field",
        "value": "updateCustomField",
        "action": "Update a custom field",
        "description": "Update a custom field"
      },
      {
        "name": "Upload Contacts to Import",
        "value": "createImport",
        "action": "Upload contacts to import",
        "description": "Upload contacts to import. Stores the file without importing it. The response lists the columns and suggests a mapping. Check the import next, then start it."
      }
    ],
    "default": "listCustomFields"
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
          "contacts"
        ],
        "operation": [
          "listCustomFields"
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
          "contacts"
        ],
        "operation": [
          "listCustomFields"
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
          "contacts"
        ],
        "operation": [
          "listCustomFields"
        ]
      }
    },
    "options": [
      {
        "displayName": "Archived",
        "name": "archived",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Archived\" applies. Only archived fields, or only others."
      }
    ]
  },
  {
    "displayName": "Key",
    "name": "key",
    "type": "string",
    "default": "",
    "description": "The field's name in 'fields' of contacts, which cannot be changed later. Values that contacts already have under this name stay.",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "createCustomField"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Type",
    "name": "type",
    "type": "options",
    "options": [
      {
        "name": "Boolean",
        "value": "boolean"
      },
      {
        "name": "Choice",
        "value": "choice"
      },
      {
        "name": "Date",
        "value": "date"
      },
      {
        "name": "Number",
        "value": "number"
      },
      {
        "name": "Text",
        "value": "text"
      }
    ],
    "default": "text",
    "description": "The type of the values, which cannot be changed later",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "createCustomField"
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
          "contacts"
        ],
        "operation": [
          "createCustomField"
        ]
      }
    },
    "options": [
      {
        "displayName": "Choices",
        "name": "choices",
        "type": "string",
        "typeOptions": {
          "multipleValues": true
        },
        "default": [],
        "description": "The values of the type 'choice', in the order in which they are offered"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Label",
        "name": "label",
        "type": "string",
        "default": "",
        "description": "The name that members see, the key by default. Unique among fields that are not archived."
      }
    ]
  },
  {
    "displayName": "Custom Field ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "updateCustomField"
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
          "contacts"
        ],
        "operation": [
          "updateCustomField"
        ]
      }
    },
    "options": [
      {
        "displayName": "Archived",
        "name": "archived",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Archived\" applies. Whether the field is archived. False restores it."
      },
      {
        "displayName": "Choices",
        "name": "choices",
        "type": "string",
        "typeOptions": {
          "multipleValues": true
        },
        "default": [],
        "description": "Replaces the choices. Contacts keep values that are no longer a choice."
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Label",
        "name": "label",
        "type": "string",
        "default": "",
        "description": "The name that members see. Unique among fields that are not archived."
      }
    ]
  },
  {
    "displayName": "Custom Field ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "archiveCustomField"
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
          "contacts"
        ],
        "operation": [
          "createContact"
        ]
      }
    },
    "options": [
      {
        "displayName": "Campaign",
        "name": "campaign",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Email",
        "name": "email",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Fields",
        "name": "fields",
        "type": "json",
        "default": "{}",
        "description": "Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have."
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
      },
      {
        "displayName": "Phone E.164",
        "name": "phone_e164",
        "type": "string",
        "default": "",
        "description": "Ten-digit Indian numbers get the prefix +91"
      },
      {
        "displayName": "Source",
        "name": "source",
        "type": "string",
        "default": "api"
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
          "contacts"
        ],
        "operation": [
          "listContacts"
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
          "contacts"
        ],
        "operation": [
          "listContacts"
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
          "contacts"
        ],
        "operation": [
          "listContacts"
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
        "displayName": "IDs",
        "name": "ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas. The ID of a merged contact returns the contact it was merged into."
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
        "displayName": "Sort",
        "name": "sort",
        "type": "options",
        "options": [
          {
            "name": "Created",
            "value": "created"
          },
          {
            "name": "Name",
            "value": "name"
          },
          {
            "name": "Updated",
            "value": "updated"
          }
        ],
        "default": "updated",
        "description": "'updated': most recently changed first. 'created': newest first. 'name': in alphabetical order."
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
    "displayName": "Items",
    "name": "items",
    "type": "json",
    "default": "[]",
    "description": "Each is done on its own: one that fails changes nothing of the others",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "createContacts"
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
          "contacts"
        ],
        "operation": [
          "createContacts"
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
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "exportContacts"
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
        "displayName": "Except IDs",
        "name": "except_ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas: contacts to leave out"
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
        "displayName": "IDs",
        "name": "ids",
        "type": "string",
        "default": "",
        "description": "Up to 100 IDs, separated by commas. The ID of a merged contact returns the contact it was merged into."
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
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "exportSelectedContacts"
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
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "getContact"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "updateContact"
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
          "contacts"
        ],
        "operation": [
          "updateContact"
        ]
      }
    },
    "options": [
      {
        "displayName": "Campaign",
        "name": "campaign",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Email",
        "name": "email",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Fields",
        "name": "fields",
        "type": "json",
        "default": "{}",
        "description": "Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text."
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
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Phone",
        "name": "phone",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      },
      {
        "displayName": "Phone E.164",
        "name": "phone_e164",
        "type": "string",
        "default": "",
        "description": "An empty value removes it"
      }
    ]
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "createContactNote"
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
          "contacts"
        ],
        "operation": [
          "createContactNote"
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
          "contacts"
        ],
        "operation": [
          "createContactNote"
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
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "listTimeline"
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
          "contacts"
        ],
        "operation": [
          "listTimeline"
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
          "contacts"
        ],
        "operation": [
          "listTimeline"
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
          "contacts"
        ],
        "operation": [
          "listTimeline"
        ]
      }
    },
    "options": [
      {
        "displayName": "Type",
        "name": "type",
        "type": "multiOptions",
        "options": [
          {
            "name": "Form",
            "value": "form"
          },
          {
            "name": "Identity Change",
            "value": "identity_change"
          },
          {
            "name": "Identity Conflict",
            "value": "identity_conflict"
          },
          {
            "name": "Lead",
            "value": "lead"
          },
          {
            "name": "Merge",
            "value": "merge"
          },
          {
            "name": "Message",
            "value": "message"
          },
          {
            "name": "Note",
            "value": "note"
          },
          {
            "name": "Preference",
            "value": "preference"
          },
          {
            "name": "Ticket",
            "value": "ticket"
          }
        ],
        "default": [],
        "description": "All kinds by default, or one or more of lead, ticket, note, form, identity_conflict, identity_change, preference, merge, message, separated by commas"
      }
    ]
  },
  {
    "displayName": "Other ID",
    "name": "other_id",
    "type": "string",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "previewMerge"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "previewMerge"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "mergeContacts"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Other ID",
    "name": "other_id",
    "type": "string",
    "default": "",
    "description": "The contact to merge into this one",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "mergeContacts"
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
          "contacts"
        ],
        "operation": [
          "mergeContacts"
        ]
      }
    },
    "options": [
      {
        "displayName": "Fields",
        "name": "fields",
        "type": "json",
        "default": "{}",
        "description": "Which contact's value to keep, for each of 'name', 'phone_e164', 'email', 'source', 'campaign' and 'fields.<name>'. Keeps this contact's value by default, if it has one."
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
    "displayName": "Merge ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "undoMerge"
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
          "contacts"
        ],
        "operation": [
          "undoMerge"
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
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "blockContact"
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
          "contacts"
        ],
        "operation": [
          "blockContact"
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
        "displayName": "Reason",
        "name": "reason",
        "type": "string",
        "default": "",
        "description": "Why the contact is blocked, for your team. The contact never sees it."
      }
    ]
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "unblockContact"
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
          "contacts"
        ],
        "operation": [
          "unblockContact"
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
          "contacts"
        ],
        "operation": [
          "listImports"
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
          "contacts"
        ],
        "operation": [
          "listImports"
        ],
        "returnAll": [
          false
        ]
      }
    }
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
          "contacts"
        ],
        "operation": [
          "createImport"
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
          "contacts"
        ],
        "operation": [
          "createImport"
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
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "getImport"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "checkImport"
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
          "contacts"
        ],
        "operation": [
          "checkImport"
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
        "displayName": "Mapping",
        "name": "mapping",
        "type": "json",
        "default": "{}",
        "description": "Maps each column to 'name', 'first_name', 'last_name', 'phone_e164', 'email', 'source', 'campaign' or 'fields.<name>'. Columns that are not mapped are ignored."
      }
    ]
  },
  {
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "startImport"
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
          "contacts"
        ],
        "operation": [
          "startImport"
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
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "cancelImport"
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
          "contacts"
        ],
        "operation": [
          "cancelImport"
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
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "listImportRejects"
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
          "contacts"
        ],
        "operation": [
          "listImportRejects"
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
          "contacts"
        ],
        "operation": [
          "listImportRejects"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "Import ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "exportImportRejects"
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
          "contacts"
        ],
        "operation": [
          "exportImportRejects"
        ]
      }
    },
    "options": [
      {
        "displayName": "Language",
        "name": "language",
        "type": "options",
        "options": [
          {
            "name": "En",
            "value": "en"
          },
          {
            "name": "Hi",
            "value": "hi"
          }
        ],
        "default": "en",
        "description": "The language of the names and the contents of the two added columns"
      }
    ]
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "optOutContact"
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
          "contacts"
        ],
        "operation": [
          "optOutContact"
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
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "contacts"
        ],
        "operation": [
          "optInContact"
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
          "contacts"
        ],
        "operation": [
          "optInContact"
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
