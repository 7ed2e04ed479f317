import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

/** The address of a Parley and an API key. */
export class ParleyApi implements ICredentialType {
  name = 'parleyApi'
  displayName = 'Parley API'
  icon: Icon = { light: 'file:../icons/parley.svg', dark: 'file:../icons/parley.dark.svg' }
  documentationUrl = 'https://parley.example/docs/automation'
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. https://parley.example.com',
      description: 'The address of your Parley',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      placeholder: 'e.g. sk_live_… or sk_test_…',
      description: "The trigger needs the scopes 'webhooks:read' and 'webhooks:write'",
    },
  ]
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
      url: '/api/v1/me',
    },
  }
}
