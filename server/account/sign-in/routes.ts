import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { FRESH_MINUTES, sessionOf } from '#http/add-authentication.ts'
import { resource } from '#http/resource.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { pageOf } from '#lib/page.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { checkSameOrigin, refuseOtherOrigin } from '#http/is-same-origin.ts'
import { confirmSession } from './confirm-session.ts'
import type { SignIn } from './create-sign-in.ts'
import { createAccountCheck } from './create-account-check.ts'
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
export const AUTH_LIMIT = { ratePerSecond: 20, burst: 200 }

/** Adds the routes of sign-in and sessions. */
export function addUserRoutes(app: App, context: Context, signIn: SignIn): void {
  limitAuthRequests(app, context)
  addSignInRoutes(app, context, signIn)
  addSessionRoutes(app, context)
  addConfirmRoutes(app, context, signIn)
  addSessionListRoutes(app, context)
}

/** Adds the routes that create and end a session. */
function addSignInRoutes(app: App, context: Context, signIn: SignIn): void {
  const { cookie, findSession } = signIn
  const { publicUrl } = context.config
  const hasAccounts = createAccountCheck(context)
  const auth = resource(app, AUTH_PATH, { tag: 'Session' })

  auth.get('/accounts', {
    operationId: 'checkAccounts',
    summary: 'Check whether there are accounts',
    description: 'A new installation has none until its operator creates the first one.',
    permission: { open: 'the sign-in page explains how the first account is created' },
    response: { 200: Type.Object({ has_accounts: Type.Boolean() }) },
    serve: async () => ({ has_accounts: await hasAccounts() }),
  })
  auth.post('/sign-in/email', {
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Sets the session cookie, and a cookie that keeps the attempts of other devices from blocking this one. For a user with a second factor, it sets no session cookie and answers `second_factor_required`.',
    permission: { open: 'signing in creates the session' },
    body: SignInBody,
    errors: ['cross_origin', 'invalid_credentials', 'rate_limited'],
    response: { 200: Type.Union([SessionUser, SecondStepNeeded]) },
    serve: async ({ body, request, reply }) => {
      refuseOtherOrigin(request, publicUrl)
      const answer = await signIn.signIn(request, body)
      reply.header('set-cookie', answer.cookies)
      return answer.body
    },
  })
  auth.post('/sign-out', {
    operationId: 'signOut',
    summary: 'Sign out',
    description:
      'Ends the session of the request and clears its cookie. Without a session it changes nothing and also returns 200.',
    permission: { open: 'signing out without a session is not an error' },
    errors: ['cross_origin'],
    response: { 200: Type.Object({}) },
    serve: async ({ request, reply }) => {
      checkSameOrigin(request, publicUrl)
      const token = cookie.read(request.headers)
      if (token !== undefined) await signOut(context, token, browserOf(request))
      reply.header('set-cookie', cookie.clear())
      return {}
    },
  })
  auth.get('/get-session', {
    operationId: 'getAuthSession',
    summary: 'Get the user of the session',
    description: 'Returns null if nobody is signed in.',
    permission: { open: 'reports whether there is a session' },
    response: { 200: Type.Union([SessionUser, Type.Null()]) },
    serve: async ({ request: { headers }, reply }) => {
      const session = await findSession(headers)
      const token = cookie.read(headers)
      if (!session || token === undefined) return null
      const user = await getUser(context, session.userId)
      reply.header('set-cookie', cookie.write(token, session.endsAt))
      return { user }
    },
  })
}

/** Adds the routes of the session of the request. */
function addSessionRoutes(app: App, context: Context): void {
  const session = resource(app, '/api/session', {
    tag: 'Session',
    read: { session: 'member', withoutSecondFactor: true },
    write: { session: 'member', withoutSecondFactor: true, forSso: true },
  })

  session.get('', {
    operationId: 'getSession',
    summary: 'Get the signed-in user',
    description:
      'Returns the user, the workspace of the session, and all of their memberships. Also says whether the workspace requires single sign-on or a second factor that this session does not have.',
    errors: ['membership_not_found'],
    response: { 200: SignedIn },
    run: (scope, { request }) => getSignedIn(scope, sessionOf(request)),
  })
  session.post('/workspace', {
    operationId: 'switchWorkspace',
    summary: 'Switch to another workspace',
    description:
      'Later requests of this session act in that workspace. You must be a member of it. A session of single sign-on stays in its own workspace.',
    body: SwitchWorkspaceBody,
    errors: ['workspace_not_found'],
    run: (_scope, { body, request }) =>
      switchWorkspace(context, sessionOf(request).id, body.workspace_id),
  })
}

/** Adds the routes by which the user of a session proves again who they are. */
function addConfirmRoutes(app: App, context: Context, { limitPassword }: SignIn): void {
  const confirmation = resource(app, '/api/session/confirm', {
    tag: 'Session',
    read: { session: 'member', fresh: true, forSso: true },
    // An issuer could otherwise make sessions to guess the password of a user's account.
    write: { session: 'member', withoutSecondFactor: true },
  })

  confirmation.post('', {
    operationId: 'confirmPassword',
    summary: 'Confirm your password',
    description: `Some requests of a browser, such as creating an API key, are refused with \`confirmation_required\` when the sign-in is more than ${FRESH_MINUTES} minutes ago. Afterwards they are possible again.`,
    body: ConfirmBody,
    errors: ['rate_limited'],
    run: async (_scope, { body: { password }, request }) => {
      const session = sessionOf(request)
      const { email } = await getUser(context, session.userId)
      // The session is a device of the user; browsers send the cookie of known devices only to the routes of sign-in.
      await limitPassword({ email, address: request.ip, device: session.id })
      await confirmSession(context, session, { password, browser: browserOf(request) })
    },
  })
  confirmation.get('', {
    operationId: 'checkConfirmation',
    summary: 'Check the confirmation of your password',
    description: 'Answers 403 with `confirmation_required` when it is missing or too old.',
    run: async () => undefined,
  })
}

/** Adds the routes of all sessions of a user. */
function addSessionListRoutes(app: App, context: Context): void {
  const own = { session: 'member', forSso: true } as const
  const sessions = resource(app, '/api/session/sessions', {
    tag: 'Session',
    read: own,
    write: own,
    notFound: 'session_not_found',
  })

  sessions.get('', {
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: 'Returns the browsers in which you are signed in, newest first.',
    response: { 200: pageOf(Session) },
    run: async (_scope, { request }) => ({
      data: await listSessions(context, sessionOf(request)),
      next_cursor: null,
    }),
  })
  sessions.delete('', {
    operationId: 'endOtherSessions',
    summary: 'End your other sessions',
    description: 'Signs you out of all other browsers. This session stays active.',
    run: (_scope, { request }) => endOtherSessions(context, sessionOf(request)),
  })
  sessions.delete('/:id', {
    operationId: 'endSession',
    summary: 'End one of your sessions',
    description: 'Signs you out in that browser at once. Its push notifications end with it.',
    run: (_scope, { id, request }) => endOwnSession(context, sessionOf(request), id),
  })
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
    requireAllowed(networks.take(networkOf(request.ip), AUTH_LIMIT))
    done()
  })
}
