import swagger from '@fastify/swagger'
import { Problem } from '#lib/schemas.ts'
import type { App } from './app.ts'
import { addDocs } from './docs.ts'
import type { Permission } from './permissions.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Left out of the API description. */
    hide?: boolean
    summary?: string
    description?: string
    tags?: readonly string[]
    security?: readonly Record<string, readonly string[]>[]
    operationId?: string
    consumes?: readonly string[]
  }
}

/** The version of the API's description. */
const API_VERSION = '1.0.0'

/**
 * Serves the API's description at /openapi.json, made from the schemas that validate, and the interactive docs
 * at /docs. Call it before the routes are added.
 */
export async function addOpenApi(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: API_VERSION,
        description:
          'Chats, contacts and tickets of a customer-conversation workspace. Send an API key as a bearer token; every call acts on its workspace. A POST takes an `Idempotency-Key` of 1 to 255 visible ASCII characters: for 24 hours, a repeat with the same key gives the first answer again and changes nothing.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Chats', description: 'Conversations with customers.' },
        { name: 'Messages', description: 'What is said in them.' },
        { name: 'Contacts', description: 'People, and what happened with them.' },
        { name: 'Tickets', description: 'Work that a conversation left.' },
        { name: 'Events', description: 'Everything that happened, in order.' },
        { name: 'Reports', description: 'Figures over a time, as JSON and as CSV.' },
        { name: 'Webhooks', description: 'Where events are sent. Needs an admin session.' },
        {
          name: 'Inbound log',
          description: 'What came in, and what became of it. Needs an admin session.',
        },
        { name: 'API keys', description: 'Needs an admin session.' },
        { name: 'Channels', description: 'Numbers and accounts. Needs an admin session.' },
        { name: 'Audit log', description: 'Who did what. Needs an admin session.' },
        { name: 'Forms', description: 'Web forms and form services. Needs an admin session.' },
        { name: 'Members', description: 'Who works here. Needs an admin session.' },
        { name: 'Workspace', description: 'Settings. Needs an admin session.' },
        { name: 'Notices', description: 'What admins are told. Needs an admin session.' },
        { name: 'Session', description: 'The signed-in user.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `sk_live_…`.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'parley.session_token',
            description: 'A browser session.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeRoute({ ...schema }, route.method, url, route.config?.permission),
    }),
  })
  const config = { permission: { open: 'the public description of the API' } } as const
  app.get('/openapi.json', { config, schema: { hide: true } }, async () => app.swagger())
  addDocs(app)
}

function describeRoute(
  schema: Record<string, unknown>,
  method: string | readonly string[],
  url: string,
  permission: Permission | undefined,
): Record<string, unknown> {
  const security = !permission
    ? []
    : 'key' in permission
      ? [{ apiKey: [] }, { session: [] }]
      : 'session' in permission
        ? [{ session: [] }]
        : []
  const scopes =
    permission && 'key' in permission ? [permission.key, ...(permission.also ?? [])] : []
  const words = scopes.map((scope) => `\`${scope}\``).join(', ')
  const needs = words && `${scopes.length > 1 ? 'Scopes' : 'Scope'}: ${words}.`
  const problem = {
    description: 'Problem',
    content: { 'application/problem+json': { schema: Problem } },
  }
  const errors =
    security.length > 0 ? { 401: problem, 403: problem, '4XX': problem } : { '4XX': problem }
  return {
    ...schema,
    operationId: `${String(method).toLowerCase()}${url.replaceAll(/[^a-z0-9]+(.)?/gi, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    security,
    description: [schema['description'], needs].filter(Boolean).join(' ') || undefined,
    response: { ...(schema['response'] as object), ...errors },
  }
}
