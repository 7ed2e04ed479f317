import swagger from '@fastify/swagger'
import { Type } from 'typebox'
import { BUILD_VERSION } from '#lib/build-version.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { App } from './app.ts'
import { FRESH_MINUTES } from './add-authentication.ts'
import { describeApi } from './openapi/describe-api.ts'
import type { Described, OtherParts } from './openapi/describe-api.ts'
import { listFailures } from './openapi/list-failures.ts'
import { markOptionalNulls } from '#lib/create-null-dropper.ts'
import { serveDocument } from './serve-document.ts'
import type { FastifyContextConfig } from 'fastify'
import type { Permission } from './permission.ts'

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
    /** The errors of the verbs that the route calls. Errors that follow from its other parts are added. */
    errors?: readonly ErrorCode[]
    /** Whether the route honours `Idempotency-Key`. */
    isIdempotent?: true
    /** Whether the answer has an `ETag`, and the route honours `If-None-Match` (GET) or `If-Match` (others). */
    isConditional?: true
  }
}

/** Names the build that serves the description. */
const BUILD = { 'x-build': BUILD_VERSION }

/** The version of the API description. */
const API_VERSION = '1.0.0'

/** The tags of operations whose responses contain data of contacts. */
const ABOUT_CONTACTS: ReadonlySet<string> = new Set([
  'Contacts',
  'Conversations',
  'Messages',
  'Tickets',
])

/** The webhook routes that every integration may build on, although only the session of an admin can call them. */
const FIXED_WEBHOOK_PATHS: ReadonlySet<string> = new Set([
  '/api/developer/webhooks',
  '/api/developer/webhooks/{id}',
  '/api/developer/webhooks/{id}/test',
  '/api/developer/webhooks/deliveries',
])

/** The groups of operations, in the order of the description. */
const TAGS = [
  { name: 'Conversations', description: 'Conversations with customers, their notes and tags.' },
  { name: 'Messages', description: 'Messages of conversations, and sending.' },
  { name: 'Contacts', description: 'The people you talk to, and their timelines.' },
  {
    name: 'Bulk actions',
    description: 'Changes of many conversations, tickets or contacts, with progress and undo.',
  },
  { name: 'Erasures', description: 'Contacts that were erased, with certificates.' },
  { name: 'Data exports', description: 'Everything that is stored about one contact.' },
  { name: 'Tickets', description: 'Follow-up work from conversations.' },
  {
    name: 'Teams',
    description: 'Teams, roles and business hours: who works when, and together with whom.',
  },
  {
    name: 'Ratings',
    description: 'How satisfied customers are with closed conversations.',
  },
  {
    name: 'Bots',
    description: 'Programs that answer customers by themselves, and hand over to people.',
  },
  {
    name: 'Rules',
    description:
      'What happens to conversations by itself, why it did or did not, and actions that members run together.',
  },
  {
    name: 'Events',
    description:
      'Everything that happened, in commit order. Answer a webhook with 2xx within 10 seconds; anything else is repeated later. Verify a signature before you use the body.',
  },
  { name: 'Ingest', description: 'What platforms and web forms send, to the ingest server.' },
  {
    name: 'Web chat',
    description:
      'What the widget on your site calls, on the ingest server. A page of an allowed origin needs no key.',
  },
  { name: 'Reports', description: 'Statistics for a period, as JSON and as CSV.' },
  {
    name: 'Webhooks',
    description:
      'Endpoints that events are delivered to. Keys use `/api/v1/webhooks`; the rest requires an admin session.',
  },
  {
    name: 'Inbound log',
    description: 'Received payloads and their results. Requires an admin session.',
  },
  { name: 'API keys', description: 'Keys for the API. Managing them requires an admin session.' },
  {
    name: 'Connected apps',
    description:
      'Apps that members connected to `/mcp`, such as assistants. Seeing those of all members requires an admin session.',
  },
  {
    name: 'Request log',
    description: 'Requests of API keys and their results. Requires an admin session.',
  },
  {
    name: 'Channels',
    description: 'Connected numbers and accounts. Connecting them requires an admin session.',
  },
  { name: 'Audit log', description: 'Who did what in the workspace. Requires an admin session.' },
  { name: 'Forms', description: 'Web forms and form services. Requires an admin session.' },
  { name: 'Members', description: 'Members of the workspace. Requires an admin session.' },
  { name: 'Workspace', description: 'Settings of the workspace. Requires an admin session.' },
  { name: 'Notices', description: 'Notices for admins. Requires an admin session.' },
  {
    name: 'Operator',
    description: 'The state of the instance. Requires the session of an operator.',
  },
  { name: 'Session', description: 'The signed-in user.' },
]

/** The credentials of operations. */
const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key that starts with `sk_live_`, or with `sk_test_` for tests.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley.session_token',
    description: `The session cookie of the web app. Some operations need a fresh session: the member signed in, or confirmed the password with \`POST /api/session/confirm\`, in the last ${FRESH_MINUTES} minutes.`,
  },
} as const

/**
 * Serves the API description at /openapi.json, generated from the schemas that validate requests. Must be called before
 * the routes are added.
 */
export async function addOpenApi(
  app: App,
  options: { publicUrl: string; others: OtherParts },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: API_VERSION,
        ...BUILD,
        description:
          "Conversations, contacts and tickets of a customer-conversation workspace. Send an API key as a bearer token; every request acts on the key's workspace. POST requests accept an `Idempotency-Key` of 1 to 255 visible ASCII characters: for 24 hours, repeating a request with the same key returns the first response and changes nothing. Every response has `X-Request-Id`, the `request_id` of problems, and one to an API key with a rate limit has `RateLimit`. A 429 also has `Retry-After` and `RateLimit-Policy`, a 401 `WWW-Authenticate`. `x-problem-codes` of an operation lists its error codes by status: those of a usual list (`as`, in `x-usual-problem-codes`), and further ones (`also`). /problems explains each code.",
        contact: { name: 'Parley' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: toServerUrl(options.publicUrl) }],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeRoute({ ...schema }, route.method, url, route.config ?? {}),
    }),
  })
  for (const [name, isIncluded, others] of [
    ['/openapi', isForKeys, options.others],
    ['/openapi-sessions', isForSessions, { examples: options.others.examples }],
  ] as const) {
    const describe = () => describeApi(app.swagger() as unknown as Described, isIncluded, others)
    serveDocument(app, {
      url: `${name}.json`,
      type: 'application/json; charset=utf-8',
      write: async () => JSON.stringify(describe()),
    })
    serveDocument(app, {
      url: `${name}.yaml`,
      type: 'application/yaml; charset=utf-8',
      write: async () =>
        (await import('yaml')).stringify(describe(), {
          lineWidth: 0,
          aliasDuplicateObjects: false,
        }),
    })
  }
}

/** Returns whether a path belongs to the description for integrations: API keys, and the fixed webhook routes. */
function isForKeys(path: string): boolean {
  return path.startsWith('/api/v1/') || FIXED_WEBHOOK_PATHS.has(path)
}

/** Returns whether a path belongs to the description of what only the session of a member can call. */
function isForSessions(path: string): boolean {
  return !path.startsWith('/api/v1/')
}

/** Returns the URL of a server for the description; one on the own machine is the one that serves the description. */
function toServerUrl(url: string): string {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname) ? '/' : url
}

function describeRoute(
  schema: Record<string, unknown>,
  method: string | readonly string[],
  url: string,
  { permission, reads }: Pick<FastifyContextConfig, 'permission' | 'reads'>,
): Record<string, unknown> {
  const security = describeSecurity(permission)
  const required = describeScopes(permission)
  const { errors = [], isIdempotent = false, isConditional = false, ...described } = schema
  const query = (schema['querystring'] ?? {}) as { properties?: object }
  const failing = {
    url,
    permission,
    takesBody: method !== 'GET' && method !== 'DELETE',
    hasFields: schema['body'] !== undefined || schema['querystring'] !== undefined,
    hasAliases: /"Alias of `/.test(JSON.stringify([schema['querystring'], schema['body']])),
    queryFields: Object.keys(query.properties ?? {}),
    isIdempotent: isIdempotent as boolean,
    isConditionalChange: isConditional === true && method !== 'GET',
    isAboutContacts: ABOUT_CONTACTS.has((schema['tags'] as string[] | undefined)?.[0] ?? ''),
    isGrowingRead: reads !== undefined,
    errors: errors as readonly ErrorCode[],
  }
  const codes = listFailures(failing)
  const codesOfFrame = new Set(listFailures({ ...failing, errors: [] }))
  return {
    ...described,
    ...(schema['consumes'] === undefined && describeBody(method, schema['body'])),
    ...(isConditional === true &&
      method === 'GET' && {
        response: { ...(schema['response'] as object), 304: Type.Null() },
      }),
    security,
    'x-problem-codes': codes,
    'x-route-codes': codes.filter((code) => !codesOfFrame.has(code)),
    ...(isIdempotent === true && { 'x-idempotent': true }),
    ...(isConditional === true && { 'x-conditional': method === 'GET' ? 'read' : 'change' }),
    description:
      [schema['description'], required, describeOperator(permission), describeFresh(permission)]
        .filter(Boolean)
        .join(' ') || undefined,
  }
}

/** Describes what validation does with bodies besides their schemas (`compileValidator`). */
function describeBody(method: string | readonly string[], body: unknown): { body?: object } {
  if (typeof body !== 'object' || body === null) return {}
  if (method === 'POST') return { body: markOptionalNulls(body) }
  return method === 'PATCH' ? { body: { ...body, minProperties: 1 } } : {}
}

function describeScopes(permission: Permission | undefined): string | undefined {
  if (permission && 'anyKey' in permission) return 'Any API key can ask, whatever its scopes.'
  if (!permission || !('key' in permission)) return undefined
  const { key, also = [], or = [] } = permission
  const [all, any] = [
    [key, ...also],
    [key, ...or],
  ].map((scopes) => scopes.map((scope) => `\`${scope}\``)) as [string[], string[]]
  if (or.length > 0) return `Scope: ${any.join(' or ')}, for what the id leads to.`
  return `${also.length > 0 ? 'Scopes' : 'Scope'}: ${all.join(', ')}.`
}

function describeFresh(permission: Permission | undefined): string | undefined {
  if (!permission || !('fresh' in permission) || !permission.fresh) return undefined
  return 'A session must be fresh.'
}

function describeOperator(permission: Permission | undefined): string | undefined {
  if (!permission || !('operator' in permission)) return undefined
  return 'Only an operator of the instance (`OPERATOR_EMAILS`) with a second factor; for everybody else the route does not exist.'
}

function describeSecurity(permission: Permission | undefined): Record<string, []>[] {
  if (!permission) return []
  if ('anyKey' in permission) return [{ apiKey: [] }]
  if ('key' in permission) return [{ apiKey: [] }, { session: [] }]
  return 'session' in permission ? [{ session: [] }] : []
}
