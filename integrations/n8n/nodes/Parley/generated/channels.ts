// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of channels and their fields. */
export const channels: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "channels"
        ]
      }
    },
    "options": [
      {
        "name": "Get a Channel",
        "value": "getChannel",
        "action": "Get a channel",
        "description": "Get a channel. Returns a connected number or account, and what it can send."
      },
      {
        "name": "List Channels",
        "value": "listChannels",
        "action": "List channels",
        "description": "List channels. Returns the connected numbers and accounts, also those that were disconnected, newest first."
      }
    ],
    "default": "listChannels"
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
          "channels"
        ],
        "operation": [
          "listChannels"
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
          "channels"
        ],
        "operation": [
          "listChannels"
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
          "channels"
        ],
        "operation": [
          "listChannels"
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
        "displayName": "Type",
        "name": "type",
        "type": "multiOptions",
        "options": [
          {
            "name": "Instagram",
            "value": "instagram"
          },
          {
            "name": "Messenger",
            "value": "messenger"
          },
          {
            "name": "Web Chat",
            "value": "web_chat"
          },
          {
            "name": "Whatsapp",
            "value": "whatsapp"
          }
        ],
        "default": [],
        "description": "One or more of whatsapp, messenger, instagram, web_chat, separated by commas"
      }
    ]
  },
  {
    "displayName": "Channel ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "channels"
        ],
        "operation": [
          "getChannel"
        ]
      }
    },
    "required": true
  }
]
