import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { FRESH_MINUTES, scopeOf, sessionOf } from '#http/authenticate.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createSharedBuckets } from '#db/shared-buckets.ts'
import { checkSameOrigin, refuseOtherOrigin } from '#http/same-origin.ts'
import { tooManyAttempts } from './attempt-limit.ts'
import { confirmSession } from './confirm-session.ts'
import type { SignIn } from './create-sign-in.ts'
import { createAccountCheck } from './account-check.ts'
import { browserOf } from './browser-of.ts'
import { endOtherSessions, endOwnSession } from '../sessions/end-own-session.ts'
import { getSignedIn } from './get-signed-in.ts'
import { getUser } from '../users/get-user.ts'
import { listSessions } from './list-sessions.ts'
import {
  SecondStepNeeded,
  ConfirmBody,
  Session,
  SessionUser,
  SignedIn,
  SignInBody,
  SwitchWorkspaceBody,
} from '../users/schema.ts'
import { networkOf } from '#lib/network-of.ts'
import { AUTH_PATH } from './session-cookie.ts'
import { signOut } from './sign-out.ts'
import { switchWorkspace } from './switch-workspace.ts'

/** The largest body of a request to `/api/auth`, in bytes. */
const AUTH_BODY_BYTES_MAX = 16 * 1024
/** The requests of a network to `/api/auth`. Each route has stricter limits, which know whom a body is about. */
const AUTH_LIMIT = { ratePerSecond: 20, burst: 200 }

/** Adds the routes of sign-in and sessions. */
export function addUserRoutes(app: App, context: Context, signIn: SignIn): void {
  const { cookie, findSession, limitPassword } = signIn
  const { publicUrl } = context.config
  const hasAccounts = createAccountCheck(context)
  limitAuthRequests(app, context)

  app.get(
    `${AUTH_PATH}/accounts`,
    {
      config: {
        permission: { open: 'the sign-in page explains how the first account is created' },
      },
      schema: {
        operationId: 'checkAccounts',
        summary: 'Check whether there are accounts',
        description: 'A new installation has none until its operator creates the first one.',
        tags: ['Session'],
        response: { 200: Type.Object({ has_accounts: Type.Boolean() }) },
      },
    },
    async () => ({ has_accounts: await hasAccounts() }),
  )
  app.post(
    `${AUTH_PATH}/sign-in/email`,
    {
      config: { permission: { open: 'signing in creates the session' } },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Sets the session cookie, and a cookie that keeps the attempts of other devices from blocking this one. For a user with a second factor, it sets no session cookie and answers `second_factor_required`.',
        tags: ['Session'],
        body: SignInBody,
        errors: ['cross_origin', 'invalid_credentials', 'rate_limited'],
        response: { 200: Type.Union([SessionUser, SecondStepNeeded]) },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      const { cookies, body } = await signIn.signIn(request, request.body)
      return reply.header('set-cookie', cookies).send(body)
    },
  )
  app.post(
    `${AUTH_PATH}/sign-out`,
    {
      config: { permission: { open: 'signing out without a session is not an error' } },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description:
          'Ends the session of the request and clears its cookie. Without a session it changes nothing and also returns 200.',
        tags: ['Session'],
        errors: ['cross_origin'],
        response: { 200: Type.Object({}) },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, publicUrl)
      const token = cookie.read(request.headers)
      if (token !== undefined) await signOut(context, token, browserOf(request))
      return reply.header('set-cookie', cookie.clear()).send({})
    },
  )
  app.get(
    `${AUTH_PATH}/get-session`,
    {
      config: { permission: { open: 'reports whether there is a session' } },
      schema: {
        operationId: 'getAuthSession',
        summary: 'Get the user of the session',
        description: 'Returns null if nobody is signed in.',
        tags: ['Session'],
        response: { 200: Type.Union([SessionUser, Type.Null()]) },
      },
    },
    async (request, reply) => {
      const session = await findSession(request.headers)
      if (!session) return reply.send(null)
      const user = await getUser(context, session.userId)
      return reply
        .header('set-cookie', cookie.write(cookie.read(request.headers)!, session.endsAt))
        .send({ user })
    },
  )
  app.get(
    '/api/session',
    {
      config: { permission: { session: 'member', withoutSecondFactor: true } },
      schema: {
        operationId: 'getSession',
        summary: 'Get the signed-in user',
        description:
          'Returns the user, the workspace of the session, and all of their memberships. Also says whether the workspace requires single sign-on or a second factor that this session does not have.',
        tags: ['Session'],
        errors: ['membership_not_found'],
        response: { 200: SignedIn },
      },
    },
    async (request) => getSignedIn(scopeOf(request), sessionOf(request)),
  )
  app.post(
    '/api/session/workspace',
    {
      config: { permission: { session: 'member', withoutSecondFactor: true, forSso: true } },
      schema: {
        operationId: 'switchWorkspace',
        summary: 'Switch to another workspace',
        description:
          'Later requests of this session act in that workspace. You must be a member of it. A session of single sign-on stays in its own workspace.',
        tags: ['Session'],
        body: SwitchWorkspaceBody,
        errors: ['workspace_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await switchWorkspace(context, sessionOf(request).id, request.body.workspace_id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/session/confirm',
    {
      config: {
        // An issuer could otherwise make sessions to guess the password of a user's account.
        permission: { session: 'member', withoutSecondFactor: true },
      },
      schema: {
        operationId: 'confirmPassword',
        summary: 'Confirm your password',
        description: `Some requests of a browser, such as creating an API key, are refused with \`confirmation_required\` when the sign-in is more than ${FRESH_MINUTES} minutes ago. Afterwards they are possible again.`,
        tags: ['Session'],
        body: ConfirmBody,
        errors: ['rate_limited'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { email } = await getUser(context, session.userId)
      // The session is a device of the user; browsers send the cookie of known devices only to the routes of sign-in.
      await limitPassword({ email, address: request.ip, device: session.id })
      await confirmSession(context, session, {
        password: request.body.password,
        browser: browserOf(request),
      })
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/session/confirm',
    {
      config: { permission: { session: 'member', fresh: true, forSso: true } },
      schema: {
        operationId: 'checkConfirmation',
        summary: 'Check the confirmation of your password',
        description: 'Answers 403 with `confirmation_required` when it is missing or too old.',
        tags: ['Session'],
        response: { 204: Type.Null() },
      },
    },
    async (_request, reply) => reply.code(204).send(null),
  )
  app.get(
    '/api/session/sessions',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Returns the browsers in which you are signed in, newest first.',
        tags: ['Session'],
        response: { 200: pageOf(Session) },
      },
    },
    async (request) => {
      return { data: await listSessions(context, sessionOf(request)), next_cursor: null }
    },
  )
  app.delete(
    '/api/session/sessions',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End your other sessions',
        description: 'Signs you out of all other browsers. This session stays active.',
        tags: ['Session'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endOtherSessions(context, sessionOf(request))
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/api/session/sessions/:id',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        description: 'Signs you out in that browser at once. Its push notifications end with it.',
        tags: ['Session'],
        params: IdParams,
        errors: ['session_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endOwnSession(context, sessionOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/**
 * Limits the requests to `/api/auth`, which anybody can send: their size, and their number per network before their body
 * is read. Applies to the routes that are added later.
 */
function limitAuthRequests(app: App, context: Context): void {
  const networks = createSharedBuckets(context, 'request for a session, network')
  const isAuth = (url: string | undefined) => url?.startsWith(`${AUTH_PATH}/`) ?? false
  app.addHook('onRoute', (route) => {
    if (isAuth(route.url)) route.bodyLimit = AUTH_BODY_BYTES_MAX
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'POST' || !isAuth(request.routeOptions.url)) return done()
    const taken = networks.take(networkOf(request.ip), AUTH_LIMIT)
    if (!taken.allowed) throw tooManyAttempts(taken.retryAfterSeconds)
    done()
  })
}
