import swagger from '@fastify/swagger'
import { Problem } from '#lib/schemas.ts'
import type { App } from './app.ts'
import { addDocs } from './docs.ts'
import { FRESH_MINUTES } from './authenticate.ts'
import { nameSchemas } from './name-schemas.ts'
import type { Permission } from './permissions.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Omits the route from the API description. */
    hide?: boolean
    summary?: string
    description?: string
    tags?: readonly string[]
    security?: readonly Record<string, readonly string[]>[]
    operationId?: string
    consumes?: readonly string[]
  }
}

/** The answers of operations that fail, by their name in the description. Operations refer to them. */
const ERRORS = {
  Error: 'The request failed. The code says why.',
  Forbidden: 'The caller lacks a permission.',
  Unauthenticated: 'The caller is not known.',
}

/** What an answer means that a route does not describe. */
const ANSWERS: Readonly<Record<string, string>> = {
  200: 'The request succeeded.',
  201: 'It was created.',
  202: 'The request was accepted, and is processed later.',
  204: 'The request succeeded. There is no content.',
}

/** The description as the plugin builds it. */
type Described = {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: object
}
type Answer = { description: string } | { $ref: string }

/** The version of the API description. */
const API_VERSION = '1.0.0'

/**
 * Serves the API description at /openapi.json, generated from the schemas that validate requests, and the interactive
 * reference at /docs. Must be called before the routes are added.
 */
export async function addOpenApi(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: API_VERSION,
        description:
          "Conversations, contacts and tickets of a customer-conversation workspace. Send an API key as a bearer token; every request acts on the key's workspace. POST requests accept an `Idempotency-Key` of 1 to 255 visible ASCII characters: for 24 hours, repeating a request with the same key returns the first response and changes nothing.",
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        {
          name: 'Conversations',
          description: 'Conversations with customers, their notes and tags.',
        },
        { name: 'Messages', description: 'Messages of conversations, and sending.' },
        { name: 'Contacts', description: 'The people you talk to, and their timelines.' },
        {
          name: 'Bulk actions',
          description:
            'Changes of many conversations, tickets or contacts, with progress and undo.',
        },
        { name: 'Erasures', description: 'Contacts that were erased, with certificates.' },
        { name: 'Data exports', description: 'Everything that is stored about one contact.' },
        { name: 'Tickets', description: 'Follow-up work from conversations.' },
        { name: 'Events', description: 'Everything that happened, in commit order.' },
        { name: 'Reports', description: 'Statistics for a period, as JSON and as CSV.' },
        {
          name: 'Webhooks',
          description: 'Endpoints that events are delivered to. Requires an admin session.',
        },
        {
          name: 'Inbound log',
          description: 'Received payloads and their results. Requires an admin session.',
        },
        { name: 'API keys', description: 'Keys for the API. Requires an admin session.' },
        {
          name: 'Channels',
          description: 'Connected numbers and accounts. Requires an admin session.',
        },
        {
          name: 'Audit log',
          description: 'Who did what in the workspace. Requires an admin session.',
        },
        { name: 'Forms', description: 'Web forms and form services. Requires an admin session.' },
        { name: 'Members', description: 'Members of the workspace. Requires an admin session.' },
        { name: 'Workspace', description: 'Settings of the workspace. Requires an admin session.' },
        { name: 'Notices', description: 'Notices for admins. Requires an admin session.' },
        { name: 'Session', description: 'The signed-in user.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key that starts with `sk_live_`.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'parley.session_token',
            description: 'The session cookie of the web app.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeRoute({ ...schema }, route.method, url, route.config?.permission),
    }),
  })
  const config = { permission: { open: 'the API description is public' } } as const
  // Written once: it is large, anyone may ask for it, and it does not change while the server runs.
  let text: string | undefined
  app.get('/openapi.json', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .serializer((body: unknown) => body as string)
      .send((text ??= JSON.stringify(describeApi(app)))),
  )
  addDocs(app)
}

/** Returns the API description, with named schemas and answers. */
function describeApi(app: App): object {
  const { paths, components, ...rest } = app.swagger() as unknown as Described
  const { parts, schemas } = nameSchemas({ paths })
  const responses: Record<string, object> = {}
  for (const operation of Object.values(parts.paths).flatMap((each) => Object.values(each))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) continue
      const name = Object.entries(ERRORS).find(([, text]) => text === response.description)?.[0]
      if (name === undefined) response.description = ANSWERS[status] ?? response.description
      else {
        responses[name] = response
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  }
  return { ...rest, ...parts, components: { ...components, schemas, responses } }
}

function describeRoute(
  schema: Record<string, unknown>,
  method: string | readonly string[],
  url: string,
  permission: Permission | undefined,
): Record<string, unknown> {
  const security = describeSecurity(permission)
  const scopes =
    permission && 'key' in permission ? [permission.key, ...(permission.also ?? [])] : []
  const names = scopes.map((scope) => `\`${scope}\``).join(', ')
  const required = names && `Required ${scopes.length > 1 ? 'scopes' : 'scope'}: ${names}.`
  const error = toError('Error')
  const errors =
    security.length > 0
      ? { 401: toError('Unauthenticated'), 403: toError('Forbidden'), '4XX': error }
      : { '4XX': error }
  return {
    ...schema,
    security,
    description:
      [schema['description'], required, describeFresh(permission)].filter(Boolean).join(' ') ||
      undefined,
    response: { ...(schema['response'] as object), ...errors },
  }
}

function describeFresh(permission: Permission | undefined): string | undefined {
  if (!permission || 'open' in permission || !permission.fresh) return undefined
  const caller = 'key' in permission ? 'A signed-in member' : 'The member'
  return `${caller} must have signed in, or confirmed the password with \`POST /api/session/confirm\`, in the last ${FRESH_MINUTES} minutes.`
}

function describeSecurity(permission: Permission | undefined): Record<string, []>[] {
  if (!permission) return []
  if ('key' in permission) return [{ apiKey: [] }, { session: [] }]
  return 'session' in permission ? [{ session: [] }] : []
}

function toError(name: keyof typeof ERRORS): object {
  return { description: ERRORS[name], content: { 'application/problem+json': { schema: Problem } } }
}
