// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of workspace and their fields. */
export const workspace: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "workspace"
        ]
      }
    },
    "options": [
      {
        "name": "List Members",
        "value": "listMembers",
        "action": "List members",
        "description": "List members. Returns current and former members, newest first."
      }
    ],
    "default": "listMembers"
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
          "workspace"
        ],
        "operation": [
          "listMembers"
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
          "workspace"
        ],
        "operation": [
          "listMembers"
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
          "workspace"
        ],
        "operation": [
          "listMembers"
        ]
      }
    },
    "options": [
      {
        "displayName": "Removed",
        "name": "removed",
        "type": "boolean",
        "default": false,
        "description": "Whether \"Removed\" applies. 'true' returns only former members, 'false' only current ones."
      }
    ]
  }
]
