// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'
import { apiKeys } from './api-keys.ts'
import { bulkActions } from './bulk-actions.ts'
import { channels } from './channels.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { dataExports } from './data-exports.ts'
import { erasures } from './erasures.ts'
import { events } from './events.ts'
import { messages } from './messages.ts'
import { reports } from './reports.ts'
import { tickets } from './tickets.ts'
import { webhooks } from './webhooks.ts'
import { workspace } from './workspace.ts'

/** The properties of the node: its resources, their operations and fields. */
export const properties: INodeProperties[] = [
  {
  "displayName": "Resource",
  "name": "resource",
  "type": "options",
  "noDataExpression": true,
  "options": [
    {
      "name": "API Keys",
      "value": "apiKeys"
    },
    {
      "name": "Bulk Actions",
      "value": "bulkActions"
    },
    {
      "name": "Channels",
      "value": "channels"
    },
    {
      "name": "Contacts",
      "value": "contacts"
    },
    {
      "name": "Conversations",
      "value": "conversations"
    },
    {
      "name": "Data Exports",
      "value": "dataExports"
    },
    {
      "name": "Erasures",
      "value": "erasures"
    },
    {
      "name": "Events",
      "value": "events"
    },
    {
      "name": "Messages",
      "value": "messages"
    },
    {
      "name": "Reports",
      "value": "reports"
    },
    {
      "name": "Tickets",
      "value": "tickets"
    },
    {
      "name": "Webhooks",
      "value": "webhooks"
    },
    {
      "name": "Workspace",
      "value": "workspace"
    }
  ],
  "default": "messages"
},
  ...apiKeys,
  ...bulkActions,
  ...channels,
  ...contacts,
  ...conversations,
  ...dataExports,
  ...erasures,
  ...events,
  ...messages,
  ...reports,
  ...tickets,
  ...webhooks,
  ...workspace,
]
