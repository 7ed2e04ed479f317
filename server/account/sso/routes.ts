import type { FastifyRequest } from 'fastify'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { resource } from '#http/resource.ts'
import { checkSameOrigin, refuseOtherOrigin } from '#http/is-same-origin.ts'
import { AppError } from '#lib/errors.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { EmptyBody } from '#lib/schemas.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { NETWORK_LIMIT } from '../sign-in/create-attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { networkOf } from '#lib/network-of.ts'
import { configureSso } from './configure-sso.ts'
import { addDomain, removeDomain, verifyDomain } from './domains.ts'
import { findSso } from './find-sso.ts'
import { getConnection, getConnectionBySlug } from './find-connection.ts'
import { finishSso } from './finish-sso.ts'
import { getSsoSettings } from './get-sso-settings.ts'
import { createIssuerClient } from './issuer-client.ts'
import type { IssuerClient } from './issuer-client.ts'
import { getPendingLink, isOwner, linkAccount } from './link-account.ts'
import { removeSso } from './remove-sso.ts'
import { requireSso } from './require-sso.ts'
import {
  CallbackParams,
  ConfigureSsoBody,
  ConfirmSsoQuery,
  DomainBody,
  DomainParams,
  FindSsoBody,
  FoundSso,
  LinkedSso,
  PendingSsoLink,
  RequireSsoBody,
  SsoSettings,
  StartSsoQuery,
} from './schema.ts'
import { createSsoCookie, SSO_PATH } from './create-sso-cookie.ts'
import type { OwnCookie } from '../sign-in/create-own-cookie.ts'
import { startSso } from './start-sso.ts'

/** The parts that the routes of a browser share. `limit` limits the requests of a network. */
type BrowserTools = {
  context: Context
  signIn: SignIn
  issuers: IssuerClient
  ssoCookie: OwnCookie
  limit: (request: FastifyRequest) => void
}

/**
 * Adds the routes of single sign-on: signing in, linking an account, and the settings of a workspace. Routes that redirect
 * a browser are no part of the API's description.
 */
export function addSsoRoutes(app: App, context: Context, signIn: SignIn): void {
  const issuers = createIssuerClient(context)
  app.addHook('onClose', () => issuers.close())
  const networks = createSharedBuckets(context, 'single sign-on network')
  const tools: BrowserTools = {
    context,
    signIn,
    issuers,
    ssoCookie: createSsoCookie(context),
    limit(request) {
      requireAllowed(networks.take(networkOf(request.ip), NETWORK_LIMIT))
    },
  }
  addSignInRoutes(app, tools)
  addLinkRoutes(app, tools)
  addConfirmRoute(app, tools)
  addSettingsRoutes(app, issuers)
  addDomainRoutes(app)
}

/** Adds the routes from the sign-in page to the issuer and back. */
function addSignInRoutes(
  app: App,
  { context, signIn, issuers, ssoCookie, limit }: BrowserTools,
): void {
  const { cookie } = signIn
  const sso = resource(app, SSO_PATH, { tag: 'Session' })

  sso.post('/find', {
    operationId: 'findSingleSignOn',
    summary: 'Find a single sign-on',
    description:
      'Returns the single sign-on of the domain of an email address, or of a workspace. It does not reveal whether the address has an account.',
    permission: { open: 'the sign-in page asks how an address signs in' },
    body: FindSsoBody,
    errors: ['cross_origin', 'rate_limited'],
    response: { 200: FoundSso },
    serve: async ({ body, request }) => {
      refuseOtherOrigin(request, context.config.publicUrl)
      limit(request)
      return { options: await findSso(context, body) }
    },
  })
  sso.get('/start', {
    permission: { open: 'starts signing in' },
    hide: true,
    query: StartSsoQuery,
    serve: async ({ query: { workspace, next, email }, request, reply }) => {
      limit(request)
      // Another site must not sign a visitor in to a workspace of its choice, and so end their session.
      const site = request.headers['sec-fetch-site']
      if (site === 'cross-site' || site === 'same-site') {
        const query = new URLSearchParams({ workspace, next: toLocalPath(next) })
        return reply.redirect(`/sso?${query.toString()}`, 303)
      }
      try {
        const connection = await getConnectionBySlug(context, workspace)
        const started = await startSso(context, issuers, {
          connection,
          next: toLocalPath(next),
          email,
          browser: browserOf(request),
        })
        return await reply
          .header('set-cookie', ssoCookie.write(started.token))
          .redirect(started.url, 303)
      } catch (err) {
        return reply.redirect(problemPage(err), 303)
      }
    },
  })
  sso.get('/callback/:id', {
    permission: { open: 'the cookie of the started sign-in authorizes the request' },
    hide: true,
    params: CallbackParams,
    serve: async ({ id, request, reply }) => {
      limit(request)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      try {
        const finished = await finishSso(context, issuers, {
          token: ssoCookie.read(request.headers),
          workspaceId: id,
          query: request.url.split('?')[1] ?? '',
          browser: browserOf(request),
          replacedToken: cookie.read(request.headers),
        })
        if ('linkToken' in finished)
          return await reply
            .header('set-cookie', ssoCookie.write(finished.linkToken))
            .redirect('/sso/link', 303)
        // The issuer's word must not make a browser a known device, whose attempts at the password are counted apart.
        const cookies =
          'session' in finished
            ? [cookie.write(finished.session.token, finished.session.endsAt)]
            : []
        return await reply
          .header('set-cookie', [...cookies, ssoCookie.clear()])
          .redirect(finished.next, 303)
      } catch (err) {
        return reply.header('set-cookie', ssoCookie.clear()).redirect(problemPage(err), 303)
      }
    },
  })
}

/** Adds the routes that connect an account, whose owner has a password, with an issuer. */
function addLinkRoutes(app: App, { context, signIn, ssoCookie }: BrowserTools): void {
  const { cookie, findSession, toCookies } = signIn
  const links = resource(app, `${SSO_PATH}/link`, { tag: 'Session' })
  const permission = { open: 'the cookie of the finished sign-in authorizes the request' }

  links.get('', {
    operationId: 'getAccountToConnect',
    summary: 'Get the account to connect',
    description: 'Returns the account that its owner must connect with single sign-on.',
    permission,
    errors: ['sso_attempt_not_found'],
    response: { 200: PendingSsoLink },
    serve: async ({ request: { headers } }) => {
      const link = await getPendingLink(context, ssoCookie.read(headers))
      return {
        email: link.email,
        workspace: link.workspace.name,
        label: link.connection.label,
        is_signed_in: isOwner(await findSession(headers), link.userId),
      }
    },
  })
  links.post('', {
    operationId: 'connectAccount',
    summary: 'Connect the account',
    description:
      'Connects the account with single sign-on. The browser must be signed in to the account with its own password. Replaces the session.',
    permission,
    body: EmptyBody,
    errors: ['cross_origin', 'sso_attempt_not_found', 'sso_refused', 'unauthenticated'],
    response: { 200: LinkedSso },
    serve: async ({ request, reply }) => {
      const { headers } = request
      checkSameOrigin(request, context.config.publicUrl)
      const { session, email, next } = await linkAccount(context, {
        token: ssoCookie.read(headers),
        session: await findSession(headers),
        browser: browserOf(request),
        replacedToken: cookie.read(headers),
      })
      reply.header('set-cookie', [...toCookies(headers, session, email), ssoCookie.clear()])
      return { next }
    },
  })
}

/** Adds the route by which a session of single sign-on proves again who its user is. */
function addConfirmRoute(app: App, { context, issuers, ssoCookie, limit }: BrowserTools): void {
  const session = resource(app, '/api/session/sso', { read: { session: 'member', forSso: true } })

  session.get('/confirm', {
    hide: true,
    query: ConfirmSsoQuery,
    run: async (_scope, { query, request, reply }) => {
      const { id, ssoWorkspaceId } = sessionOf(request)
      if (ssoWorkspaceId === null)
        throw new AppError('sso_session_required', 'Confirm your password instead.')
      limit(request)
      try {
        const { token, url } = await startSso(context, issuers, {
          connection: await getConnection({ ...context, workspaceId: ssoWorkspaceId }),
          next: toLocalPath(query.next),
          sessionId: id,
          browser: browserOf(request),
        })
        return await reply.header('set-cookie', ssoCookie.write(token)).redirect(url, 303)
      } catch (err) {
        return reply.redirect(problemPage(err), 303)
      }
    },
  })
}

const ADMIN_PATH = '/api/developer/sso'
const ADMIN = {
  tag: 'Workspace',
  read: { session: 'admin' },
  write: { session: 'admin', fresh: true },
} as const

/** Adds the routes of the settings of a workspace. */
function addSettingsRoutes(app: App, issuers: IssuerClient): void {
  const settings = resource(app, ADMIN_PATH, ADMIN)

  settings.get('', {
    operationId: 'getSingleSignOn',
    summary: 'Get single sign-on',
    description:
      'Returns the connection to the issuer without its secret, the domains with the DNS records that prove them, and the address to register with the issuer. `connection` is null while none is configured.',
    response: { 200: SsoSettings },
    run: (scope) => getSsoSettings(scope),
  })
  settings.patch('', {
    operationId: 'setUpSingleSignOn',
    summary: 'Set up single sign-on',
    description:
      "Stores the workspace's OpenID Connect issuer after reading its metadata. With another issuer or client, the sessions of the former one end.",
    body: ConfigureSsoBody,
    response: { 200: SsoSettings },
    run: async (scope, { body }) => {
      await configureSso(scope, issuers, body)
      return getSsoSettings(scope)
    },
  })
  settings.delete('', {
    operationId: 'removeSingleSignOn',
    summary: 'Remove single sign-on',
    description: 'Ends the sessions that it made. Members stay members.',
    errors: ['sso_not_found'],
    run: (scope) => removeSso(scope),
  })
  settings.patch('/required', {
    operationId: 'requireSingleSignOn',
    summary: 'Require single sign-on',
    description:
      'Members can then use the workspace only after signing in with it. Only a session of the issuer can turn this on. API keys are not affected.',
    body: RequireSsoBody,
    errors: ['sso_not_found', 'sso_session_required'],
    run: (scope, { body, request }) => {
      const { ssoWorkspaceId } = sessionOf(request)
      return requireSso(scope, { isRequired: body.is_required, ssoWorkspaceId })
    },
  })
}

/** Adds the routes of the domains of a workspace, whose people become members by signing in. */
function addDomainRoutes(app: App): void {
  const domains = resource(app, `${ADMIN_PATH}/domains`, ADMIN)

  domains.post('', {
    operationId: 'addDomain',
    summary: 'Add a domain',
    description:
      'People with an address of the domain become members when they sign in, once the domain is verified.',
    body: DomainBody,
    errors: ['quota_exceeded'],
    response: { 201: SsoSettings },
    runs: 'directory',
    run: async (scope, { body: { domain } }) => {
      await addDomain(scope, { domain, isVerified: false })
      return getSsoSettings(scope)
    },
  })
  domains.post('/:domain/verify', {
    operationId: 'verifyDomain',
    summary: 'Verify a domain',
    description: 'Looks for the TXT record of the domain.',
    params: DomainParams,
    errors: ['domain_not_found', 'domain_not_verified', 'domain_taken'],
    response: { 200: SsoSettings },
    runs: 'around',
    run: async (scope, { domain }) => {
      await verifyDomain(scope, domain)
      return getSsoSettings(scope)
    },
  })
  domains.delete('/:domain', {
    operationId: 'removeDomain',
    summary: 'Remove a domain',
    description: 'Members who joined by it stay members.',
    params: DomainParams,
    errors: ['domain_not_found'],
    run: (scope, { domain }) => removeDomain(scope, domain),
  })
}

/** Returns the page that explains an error. @throws the error if it is not one of ours */
function problemPage(err: unknown): string {
  if (!(err instanceof AppError)) throw err
  return `/sso?reason=${err.code}`
}

/** Returns a path of the web app, so that a link cannot redirect to another site. */
function toLocalPath(next: string | undefined): string {
  const base = 'http://localhost'
  const url = next?.startsWith('/') ? URL.parse(next, base) : null
  // A path such as /.//host would be read as another host.
  const isOurs = url?.origin === base && !url.pathname.startsWith('//')
  return isOurs ? `${url.pathname}${url.search}` : '/'
}
