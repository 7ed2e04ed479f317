// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of apiKeys and their fields. */
export const apiKeys: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "apiKeys"
        ]
      }
    },
    "options": [
      {
        "name": "Get the API Key of the Request",
        "value": "getMe",
        "action": "Get the API key of the request",
        "description": "Get the API key of the request. Returns the key, its scopes and its workspace. Use it to test whether a key is valid and what it can do. Any API key can ask, whatever its scopes."
      }
    ],
    "default": "getMe"
  }
]
