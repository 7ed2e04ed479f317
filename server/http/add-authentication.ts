import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Scope } from '#db/context.ts'
import type { FoundKey } from '#lib/found-key.ts'
import { grants } from '#shared/grants.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { findKeyViewer, findMemberViewer } from '#db/visibility/find-member-viewer.ts'
import { viewerKey } from '#db/visibility/viewer.ts'
import { AppError } from '#lib/errors.ts'
import { mcpChallenge } from '#lib/mcp-url.ts'
import { isInNetworks } from '#lib/is-in-networks.ts'
import type { FindOperator } from '#lib/found-session.ts'
import type { FindSession, FoundSession } from '#lib/found-session.ts'
import { ROUTE_SCOPES } from '#shared/scopes.ts'
import type { RouteScope } from '#shared/scopes.ts'
import type { App } from './app.ts'
import { isByCookie } from './is-by-cookie.ts'
import type { Permission } from './permission.ts'
import { createRateLimits } from './create-rate-limits.ts'
import { routeNotFound } from './route-not-found.ts'
import { isSameOrigin } from './is-same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace and actor of an authenticated request. Read it with `scopeOf`. */
    scope: Scope | null
    /** The scopes of the API key of a request. Use `mayRead`. */
    keyScopes: readonly string[] | null
    /** The API key that sent the request, also if the request was refused afterwards. */
    apiKey: FoundKey | null
    /** The session of a request that a browser sent. Read it with `sessionOf`. */
    session: FoundSession | null
  }
  interface FastifyInstance {
    /** Use `recheck`. */
    recheckCaller: (request: FastifyRequest) => Promise<void>
    /** Counts `count` more requests towards the rate limit of the caller, and returns how many it allows. */
    takeRequests: (request: FastifyRequest, reply: FastifyReply, count: number) => number
  }
}

/** Options for authenticating requests. Without `findOperator`, there are no operators. */
type Authentication = {
  findKey: (secret: string) => Promise<FoundKey | undefined>
  recordKeyUse: (key: FoundKey, at: Date) => void
  findSession: FindSession
  findOperator?: FindOperator
}

/** The permissions that a key can have, and those that the session of a member can have. */
type OfKey = Extract<Permission, { key: unknown } | { anyKey: true }>
type OfSession = Exclude<Permission, { open: unknown } | { anyKey: true }>

/** A member who proved who they are at most this long ago can make secrets and exports. */
export const FRESH_MINUTES = 15

/** Enforces the declared permission of every route of `app` and sets the scope of each request. */
export function addAuthentication(
  app: App,
  context: Context,
  authentication: Authentication,
): void {
  const limits = createRateLimits(context)
  const { findKey, authenticateKey } = authenticateKeys(context, authentication, limits)
  app.decorateRequest('scope', null)
  app.decorateRequest('keyScopes', null)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('session', null)
  app.decorate('recheckCaller', async (request) => {
    const permission = request.routeOptions.config.permission
    if (!permission || 'open' in permission) throw new Error('The route is open.')
    const viewer = isForKey(permission, request)
      ? findKeyViewer(await recheckKey(request, permission))
      : (await authenticateSession(request, permission, { isUse: false })).viewer
    if (viewerKey({ viewer }) === viewerKey(scopeOf(request))) return
    throw new AppError(
      'unauthenticated',
      'The rights of the caller have changed. Open the stream again.',
    )
  })
  app.decorate('takeRequests', (request, reply, count) => {
    if (request.apiKey) return limits.takeOfKey(request.apiKey, reply, count)
    return limits.takeOfMember(scopeOf(request).actor.id!, reply, count)
  })
  app.addHook('onRequest', async (request, reply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission || 'open' in permission) return
    request.scope = isForKey(permission, request)
      ? await authenticateKey(request, reply, permission)
      : await authenticateSession(request, permission)
    const { actor } = request.scope
    if (actor.type === 'member') limits.limitMember(actor.id, reply)
  })

  async function recheckKey(request: FastifyRequest, permission: OfKey): Promise<FoundKey> {
    const key = await findKey(request)
    requireScope(key, permission)
    return key
  }

  function requireFresh({ confirmedAt }: FoundSession): void {
    if (confirmedAt.getTime() > context.clock.now().getTime() - FRESH_MINUTES * 60_000) return
    throw new AppError(
      'confirmation_required',
      'Confirm your password first (POST /api/session/confirm), then repeat the request.',
    )
  }

  /** Answers as if the route did not exist, so that a member learns nothing about the instance. */
  async function requireOperator(request: FastifyRequest, session: FoundSession): Promise<void> {
    const operator = await authentication.findOperator?.(session)
    if (!operator) throw routeNotFound(request.method, request.url)
    if (operator.lacksSecondFactor)
      throw new AppError(
        'second_factor_required',
        'Operators need a second factor. Set one up in Settings → Security to continue.',
      )
  }

  async function authenticateSession(
    request: FastifyRequest,
    permission: OfSession,
    { isUse = true } = {},
  ): Promise<Scope> {
    const role = roleFor(permission)
    if (request.headers.authorization !== undefined)
      throw new AppError(
        'unauthenticated',
        `This route requires the browser session of ${role === 'admin' ? 'an admin' : 'a member'}. API keys cannot call it. Sign in, and send no Authorization header.`,
      )
    const session = await authentication.findSession(request.headers, { isUse })
    if (!session) throw new AppError('unauthenticated', 'Sign in first.')
    if (!isSameOrigin(request, context.config.publicUrl))
      throw new AppError(
        'cross_origin',
        'The request comes from another origin. Send a same-origin Origin or Sec-Fetch-Site header.',
      )
    const membership = requireMembership(session, permission)
    if (session.ssoWorkspaceId !== null && concernsAccount(request, permission))
      throw new AppError(
        'sso_session',
        'A session of single sign-on cannot change the account. Sign in with the password of the account.',
      )
    if ('operator' in permission) await requireOperator(request, session)
    if (permission.fresh) requireFresh(session)
    request.session = session
    const { workspaceId, id } = membership
    const there = await inWorkspace(context, workspaceId)
    const scope: Scope = { ...there, workspaceId, actor: { type: 'member', id } }
    return asViewer(scope, findMemberViewer(membership))
  }
}

/** Creates the functions that find the API key of a request, and that authenticate a request by it. */
function authenticateKeys(
  context: Context,
  authentication: Authentication,
  limits: ReturnType<typeof createRateLimits>,
) {
  /** Returns the challenge of a 401. That of `/mcp` leads a program to the authorization server. */
  function challengeOf(request: FastifyRequest, error?: string): string {
    if (acceptsApps(request)) return mcpChallenge(context.config, { error })
    return error === undefined ? 'Bearer' : `Bearer error="${error}"`
  }

  async function findKey(request: FastifyRequest): Promise<FoundKey> {
    const secret = findBearer(request.headers.authorization)
    if (secret === undefined)
      throw unauthenticated(
        'unauthenticated',
        /^basic /i.test(request.headers.authorization ?? '')
          ? 'An API key is not a user name. Send it as Authorization: Bearer <key>; with curl, use -H instead of -u.'
          : 'Send an API key as Authorization: Bearer <key>.',
        challengeOf(request),
      )
    const invalidKey = (message: string) =>
      unauthenticated('invalid_api_key', message, challengeOf(request, 'invalid_token'))
    const key = await authentication.findKey(secret)
    if (!key) throw invalidKey('There is no such API key or access token.')
    request.apiKey = key
    const name = key.isApp ? 'access token' : 'API key'
    if (key.isApp && !acceptsApps(request))
      throw invalidKey('The access token of a connected app can be used only on /mcp.')
    if (key.revokedAt) throw invalidKey(`The ${name} was revoked.`)
    if (key.expiresAt && key.expiresAt <= context.clock.now())
      throw invalidKey(`The ${name} has expired.`)
    const address = request.ip
    if (key.allowedNetworks && !isInNetworks(address, key.allowedNetworks))
      throw new AppError(
        'address_not_allowed',
        `The API key cannot be used from the address ${address}.`,
      )
    return key
  }

  async function authenticateKey(
    request: FastifyRequest,
    reply: FastifyReply,
    permission: OfKey,
  ): Promise<Scope> {
    const key = await findKey(request)
    limits.limitKey(key, reply)
    requireScope(key, permission)
    authentication.recordKeyUse(key, context.clock.now())
    request.keyScopes = key.scopes
    const { workspaceId } = key
    const there = await inWorkspace(context, workspaceId)
    return asViewer({ ...there, workspaceId, actor: toActor(key) }, findKeyViewer(key))
  }

  return { findKey, authenticateKey }
}

/** Returns who acts with a key: its bot, or else the key itself. */
function toActor({ id, botId, mode }: FoundKey): Scope['actor'] {
  const actor = botId
    ? ({ type: 'bot', id: botId, keyId: id } as const)
    : ({ type: 'api_key', id } as const)
  return mode === 'test' ? { ...actor, isTest: true } : actor
}

/** Returns the scope of an authenticated request. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.scope) throw new Error(`The route ${request.url} reads a scope but is open.`)
  return request.scope
}

/** Returns whether the caller of a route may read what `scope` opens: a key with that scope, or a member whose role has it. */
export function mayRead(request: FastifyRequest, scope: RouteScope): boolean {
  return grants(request.keyScopes ?? request.session?.membership?.scopes ?? [], scope)
}

/** Refuses a caller without `scope`. @throws {AppError} insufficient_scope */
export function requireCallerScope(request: FastifyRequest, scope: RouteScope): void {
  if (mayRead(request, scope)) return
  throw request.keyScopes === null ? roleLacks(scope) : missingScope(scope, [scope])
}

/** Returns the session of a request that a signed-in member sent. */
export function sessionOf(request: FastifyRequest): FoundSession {
  if (!request.session) throw new Error(`The route ${request.url} reads a session but needs none.`)
  return request.session
}

/**
 * Checks again that the key or session of a long-running response is still valid, without counting towards the
 * key's rate limit.
 *
 * @throws {AppError} invalid_api_key, insufficient_scope, unauthenticated, admin_required, workspace_required,
 * second_factor_required, sso_required
 */
export async function recheck(request: FastifyRequest): Promise<void> {
  await request.server.recheckCaller(request)
}

/** Returns whether the key of a request decides about it, also when it sends none, and not the session of a member. */
function isForKey(permission: OfKey | OfSession, request: FastifyRequest): permission is OfKey {
  return 'anyKey' in permission || ('key' in permission && !isByCookie(request))
}

/** Returns whether a route accepts members who lack the second factor that their workspace requires. */
function acceptsWithoutSecondFactor(permission: Permission): boolean {
  return 'session' in permission && permission.withoutSecondFactor === true
}

/** Returns whether a route is about the user's account in all workspaces, not only about the current one. */
function concernsAccount({ routeOptions }: FastifyRequest, permission: Permission): boolean {
  const isAccount = routeOptions.url?.startsWith('/api/session/') ?? false
  return isAccount && !('session' in permission && permission.forSso === true)
}

/** Returns the role that a member needs for a route. */
function roleFor(permission: OfSession): 'member' | 'admin' {
  if ('session' in permission) return permission.session
  return permission.key === 'admin' || permission.admin ? 'admin' : 'member'
}

/** Returns the membership with which a session may call a route. */
function requireMembership({ membership }: FoundSession, permission: OfSession) {
  if (!membership)
    throw new AppError('workspace_required', 'You are not a member of any workspace.')
  const isSupervisor =
    'key' in permission && permission.supervisor === true && membership.role === 'supervisor'
  if (roleFor(permission) === 'admin' && membership.role !== 'admin' && !isSupervisor)
    throw new AppError(
      'admin_required',
      `Only an admin ${'key' in permission && permission.supervisor ? 'or a supervisor ' : ''}of the workspace can do this.`,
    )
  const missing = isSupervisor ? undefined : findMissing(membership.scopes, permission)
  if (missing !== undefined) throw roleLacks(missing)
  if (membership.lacksSecondFactor && !acceptsWithoutSecondFactor(permission))
    throw new AppError(
      'second_factor_required',
      'The workspace requires a second factor. Set one up to continue.',
    )
  if (membership.lacksSso && !acceptsWithoutSecondFactor(permission))
    throw new AppError(
      'sso_required',
      'The workspace requires single sign-on. Sign in with it to continue.',
    )
  return membership
}

function requireScope(key: FoundKey, permission: OfKey): void {
  if ('anyKey' in permission) return
  if (findKeyViewer(key) && !OF_PARTS.has(permission.key)) throw ofWholeWorkspace()
  const missing = findMissing(key.scopes, permission)
  if (missing !== undefined)
    throw missingScope(missing, [permission.key, ...(permission.also ?? [])])
}

/** Returns the scopes, joined by `or`, of which one is missing in `held` for a route; undefined if none is. */
function findMissing(
  held: readonly string[],
  permission: Extract<OfKey, { key: unknown }> | Extract<OfSession, { session: unknown }>,
): string | undefined {
  if ('session' in permission) {
    const { scope } = permission
    return scope === undefined || grants(held, scope) ? undefined : scope
  }
  const { key, also = [], or = [] } = permission
  if (or.some((scope) => grants(held, scope))) return undefined
  const missing = [key, ...also].find((scope) => !grants(held, scope))
  return missing && [missing, ...or].join(' or ')
}

function roleLacks(missing: string): AppError {
  return new AppError(
    'insufficient_scope',
    `Your role does not have the scope ${missing}. An admin of the workspace can change your role.`,
  )
}

/** The scopes of which a caller who sees only a part of the workspace can use the routes: the others show or change all of it. */
const OF_PARTS: ReadonlySet<RouteScope> = new Set(
  ROUTE_SCOPES.filter((each) => !each.startsWith('webhooks:')),
)

function ofWholeWorkspace(): AppError {
  return new AppError(
    'insufficient_scope',
    'The API key sees only a part of the workspace. Use one that sees all of it.',
  )
}

function missingScope(missing: string, needed: readonly string[]): AppError {
  return new AppError('insufficient_scope', `The API key does not have the scope ${missing}.`, {
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`,
    },
  })
}

/** Returns the key that an Authorization header names, or undefined. */
export function findBearer(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
}

/** Returns whether a route accepts the access tokens of connected apps. */
function acceptsApps({ routeOptions }: FastifyRequest): boolean {
  const permission = routeOptions.config.permission
  return permission !== undefined && 'anyKey' in permission && permission.apps === true
}

function unauthenticated(
  code: 'unauthenticated' | 'invalid_api_key',
  message: string,
  challenge: string,
): AppError {
  return new AppError(code, message, { headers: { 'www-authenticate': challenge } })
}
