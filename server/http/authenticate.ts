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
  app.addHook('onRequest', async (request, reply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission || 'open' in permission) return
    request.scope =
      'key' in permission
        ? await authenticateKey(request, reply, permission)
        : await authenticateSession(request, permission)
  })

  async function authenticateKey(
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Extract<Permission, { key: unknown }>,
  ): Promise<Scope> {
    const now = context.clock.now()
    const key = await authentication.findKey(readBearer(request.headers.authorization))
    const problem = !key
      ? 'The API key is not known.'
      : key.revokedAt
        ? 'The API key was revoked.'
        : key.expiresAt && key.expiresAt <= now
          ? 'The API key has expired.'
          : undefined
    if (!key || problem) throw invalidKey(problem!)
    limit(key, reply)
    if (!grants(key.scopes, permission.key))
      throw new AppError('insufficient_scope', `The API key lacks the scope ${permission.key}.`, {
        headers: {
          'www-authenticate': `Bearer error="insufficient_scope", scope="${permission.key}"`,
        },
      })
    authentication.recordKeyUse(key, now)
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
