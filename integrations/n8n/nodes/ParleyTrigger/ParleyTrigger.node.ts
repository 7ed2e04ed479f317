import { NodeConnectionTypes } from 'n8n-workflow'
import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { EVENTS } from '../Parley/generated/event-types.ts'
import { createEndpoint, removeEndpoint, updateEndpoint } from './endpoints.ts'
import type { StoredEndpoint } from './endpoints.ts'
import { isSigned } from './verify-signature.ts'

/** The trigger that starts a workflow for events of Parley. */
export class ParleyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: { light: 'file:../../icons/parley.svg', dark: 'file:../../icons/parley.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when Parley delivers an event',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: EVENTS,
        default: ['message.received'],
        description: 'The types of events that start the workflow',
      },
      {
        displayName: 'Filters',
        name: 'filters',
        type: 'collection',
        placeholder: 'Add Filter',
        default: {},
        options: [
          {
            displayName: 'Assignee IDs',
            name: 'assignee_ids',
            type: 'string',
            default: '',
            description: "Comma-separated IDs of memberships; 'none' means unassigned",
          },
          {
            displayName: 'Channel IDs',
            name: 'channel_ids',
            type: 'string',
            default: '',
            description: 'Comma-separated IDs of channels',
          },
          {
            displayName: 'Directions',
            name: 'directions',
            type: 'multiOptions',
            options: [
              { name: 'Inbound', value: 'inbound' },
              { name: 'Outbound', value: 'outbound' },
            ],
            default: [],
            description: 'The directions of messages',
          },
          {
            displayName: 'Tag IDs',
            name: 'tag_ids',
            type: 'string',
            default: '',
            description: 'Comma-separated IDs of tags; one of them is enough',
          },
          {
            displayName: 'Team IDs',
            name: 'team_ids',
            type: 'string',
            default: '',
            description: "Comma-separated IDs of teams; 'none' means without a team",
          },
        ],
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return updateEndpoint(this, this.getWorkflowStaticData('node') as StoredEndpoint)
      },
      async create(this: IHookFunctions): Promise<boolean> {
        Object.assign(this.getWorkflowStaticData('node'), await createEndpoint(this))
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node')
        await removeEndpoint(this, stored as StoredEndpoint)
        delete stored['endpointId']
        delete stored['secret']
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as StoredEndpoint
    const { rawBody } = this.getRequestObject()
    const header = this.getHeaderData()['x-service-signature']
    if (!secret || !rawBody || !isSigned(rawBody, String(header ?? ''), secret)) {
      this.getResponseObject().status(401).json({ error: 'The signature is missing or not valid.' })
      return { noWebhookResponse: true }
    }
    const event = JSON.parse(rawBody.toString()) as IDataObject
    return { workflowData: [[{ json: event }]] }
  }
}
