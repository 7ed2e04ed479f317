import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Scope } from '../context.ts'
import type { FoundKey } from '../keys/find-api-keys.ts'
import { grants } from '../keys/scopes.ts'
import { AppError } from '../lib/errors.ts'
import type { FoundSession } from '../users/find-session.ts'
import type { App } from './app.ts'
import type { Permission } from './permissions.ts'
import { createKeyRateLimit } from './rate-limit.ts'
import { isSameOrigin } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace and the actor of an authenticated request. Read it with `scopeOf`. */
    scope: Scope | null
  }
  interface FastifyInstance {
    /** Use `recheck`. */
    recheckKey: (request: FastifyRequest) => Promise<void>
  }
}

/** How requests are recognised. `findSession` is absent where no browser comes (the ingest server). */
export type Authentication = {
  findKey: (secret: string) => Promise<FoundKey | undefined>
  recordKeyUse: (key: FoundKey, at: Date) => void
  findSession: (headers: IncomingHttpHeaders) => Promise<FoundSession | undefined>
}

/** Makes `app` hold every route to its declared permission and give it its scope. */
export function addAuthentication(
  app: App,
  context: Context,
  authentication: Authentication,
): void {
  const limit = createKeyRateLimit(context.clock)
  app.decorateRequest('scope', null)
  app.decorate('recheckKey', async (request) => {
    const permission = request.routeOptions.config.permission
    if (!permission || !('key' in permission)) throw new Error('The route is not for keys.')
    requireScope(await findKey(request), permission)
  })
  app.addHook('onRequest', async (request, reply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission || 'open' in permission) return
    request.scope =
      'key' in permission
        ? await authenticateKey(request, reply, permission)
        : await authenticateSession(request, permission)
  })

  async function findKey(request: FastifyRequest): Promise<FoundKey> {
    const key = await authentication.findKey(readBearer(request.headers.authorization))
    if (!key) throw invalidKey('The API key is not known.')
    if (key.revokedAt) throw invalidKey('The API key was revoked.')
    if (key.expiresAt && key.expiresAt <= context.clock.now())
      throw invalidKey('The API key has expired.')
    return key
  }

  async function authenticateKey(
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Extract<Permission, { key: unknown }>,
  ): Promise<Scope> {
    const key = await findKey(request)
    limit(key, reply)
    requireScope(key, permission)
    authentication.recordKeyUse(key, context.clock.now())
    return { ...context, workspaceId: key.workspaceId, actor: { type: 'api_key', id: key.id } }
  }

  async function authenticateSession(
    request: FastifyRequest,
    permission: Extract<Permission, { session: unknown }>,
  ): Promise<Scope> {
    const session = await authentication.findSession(request.headers)
    if (!session) throw new AppError('unauthenticated', 'Sign in first.')
    if (!isSameOrigin(request, context.config.publicUrl))
      throw new AppError('cross_origin', 'Send a same-origin Origin or Sec-Fetch-Site header.')
    const { membership } = session
    if (!membership)
      throw new AppError('workspace_required', 'You are not a member of a workspace.')
    if (permission.session === 'admin' && membership.role !== 'admin')
      throw new AppError('admin_required', 'This needs the admin role.')
    return {
      ...context,
      workspaceId: membership.workspaceId,
      actor: { type: 'member', id: membership.id },
    }
  }
}

/** The scope of an authenticated request. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.scope) throw new Error(`The route ${request.url} reads a scope but is open.`)
  return request.scope
}

/**
 * Looks again whether the key of a long answer still opens its route, which costs nothing of its rate.
 *
 * @throws {AppError} invalid_api_key, insufficient_scope
 */
export async function recheck(request: FastifyRequest): Promise<void> {
  await request.server.recheckKey(request)
}

function requireScope(key: FoundKey, permission: Extract<Permission, { key: unknown }>): void {
  if (grants(key.scopes, permission.key)) return
  throw new AppError('insufficient_scope', `The API key lacks the scope ${permission.key}.`, {
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${permission.key}"`,
    },
  })
}

function readBearer(header: string | undefined): string {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '')
  if (!match)
    throw new AppError('unauthenticated', 'Send an API key as Authorization: Bearer <key>.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  return match[1]!
}

function invalidKey(message: string): AppError {
  return new AppError('invalid_api_key', message, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}
