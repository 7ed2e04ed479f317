// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of erasures and their fields. */
export const erasures: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "erasures"
        ]
      }
    },
    "options": [
      {
        "name": "Erase a Contact",
        "value": "eraseContact",
        "action": "Erase a contact",
        "description": "Erase a contact. Removes all of a contact's data for good, with that of contacts merged into it: messages, files, notes, tickets, events, deliveries and stored payloads. The contact is gone at once; the response is the erasure, which completes in the background and is then the certificate of what was removed."
      },
      {
        "name": "Get an Erasure",
        "value": "getErasure",
        "action": "Get an erasure",
        "description": "Get an erasure. Its progress, and once it is completed the certificate."
      },
      {
        "name": "List Erasures",
        "value": "listErasures",
        "action": "List erasures",
        "description": "List erasures. Newest first."
      }
    ],
    "default": "eraseContact"
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
          "erasures"
        ],
        "operation": [
          "eraseContact"
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
          "erasures"
        ],
        "operation": [
          "listErasures"
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
          "erasures"
        ],
        "operation": [
          "listErasures"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "Erasure ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "erasures"
        ],
        "operation": [
          "getErasure"
        ]
      }
    },
    "required": true
  }
]
