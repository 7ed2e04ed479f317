import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { answerOnceInDirectory, answerOnceAround } from '#http/idempotency.ts'
import { scopeOf, sessionOf } from '#http/authenticate.ts'
import { checkSameOrigin, refuseOtherOrigin } from '#http/same-origin.ts'
import { AppError } from '#lib/errors.ts'
import { EmptyBody } from '#lib/schemas.ts'
import { createSharedBuckets } from '#db/shared-buckets.ts'
import { NETWORK_LIMIT, tooManyAttempts } from '../sign-in/attempt-limit.ts'
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
import { createSsoCookie, SSO_PATH } from './sso-cookie.ts'
import { startSso } from './start-sso.ts'

const tags = ['Session']
const adminTags = ['Workspace']
const path = '/api/developer/sso'
const config = { permission: { session: 'admin' } } as const
const fresh = { permission: { session: 'admin', fresh: true } } as const

/**
 * Adds the routes of single sign-on: signing in, linking an account, and the settings of a workspace. Those that redirect
 * a browser are no part of the API's description.
 */
export function addSsoRoutes(app: App, context: Context, signIn: SignIn): void {
  const { cookie, findSession, toCookies } = signIn
  const issuers = createIssuerClient(context)
  app.addHook('onClose', () => issuers.close())
  const ssoCookie = createSsoCookie(context)
  const networks = createSharedBuckets(context, 'single sign-on network')
  const { publicUrl } = context.config

  function limit(request: FastifyRequest): void {
    const taken = networks.take(networkOf(request.ip), NETWORK_LIMIT)
    if (!taken.allowed) throw tooManyAttempts(taken.retryAfterSeconds)
  }

  app.post(
    `${SSO_PATH}/find`,
    {
      config: { permission: { open: 'the sign-in page asks how an address signs in' } },
      schema: {
        operationId: 'findSingleSignOn',
        summary: 'Find a single sign-on',
        description:
          'Returns the single sign-on of the domain of an email address, or of a workspace. It does not reveal whether the address has an account.',
        tags,
        body: FindSsoBody,
        errors: ['cross_origin', 'rate_limited'],
        response: { 200: FoundSso },
      },
    },
    async (request) => {
      refuseOtherOrigin(request, publicUrl)
      limit(request)
      return { options: await findSso(context, request.body) }
    },
  )
  app.get(
    `${SSO_PATH}/start`,
    {
      config: { permission: { open: 'starts signing in' } },
      schema: {
        hide: true,
        querystring: StartSsoQuery,
      },
    },
    async (request, reply) => {
      limit(request)
      const { workspace, next, email } = request.query
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
  )
  app.get(
    `${SSO_PATH}/callback/:id`,
    {
      config: { permission: { open: 'the cookie of the started sign-in authorizes the request' } },
      schema: {
        hide: true,
        params: CallbackParams,
      },
    },
    async (request, reply) => {
      limit(request)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      try {
        const finished = await finishSso(context, issuers, {
          token: ssoCookie.read(request.headers),
          workspaceId: request.params.id,
          query: request.url.split('?')[1] ?? '',
          browser: browserOf(request),
          replacedToken: cookie.read(request.headers),
        })
        if ('linkToken' in finished)
          return await reply
            .header('set-cookie', ssoCookie.write(finished.linkToken))
            .redirect('/sso/link', 303)
        // The issuer's word must not make a browser a known device, which has attempts of its own at the password.
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
  )
  app.get(
    `${SSO_PATH}/link`,
    {
      config: { permission: { open: 'the cookie of the finished sign-in authorizes the request' } },
      schema: {
        operationId: 'getAccountToConnect',
        summary: 'Get the account to connect',
        description: 'Returns the account that its owner must connect with single sign-on.',
        tags,
        errors: ['sso_attempt_not_found'],
        response: { 200: PendingSsoLink },
      },
    },
    async (request) => {
      const link = await getPendingLink(context, ssoCookie.read(request.headers))
      const session = await findSession(request.headers)
      return {
        email: link.email,
        workspace: link.workspace.name,
        label: link.connection.label,
        is_signed_in: isOwner(session, link.userId),
      }
    },
  )
  app.post(
    `${SSO_PATH}/link`,
    {
      config: { permission: { open: 'the cookie of the finished sign-in authorizes the request' } },
      schema: {
        operationId: 'connectAccount',
        summary: 'Connect the account',
        description:
          'Connects the account with single sign-on. The browser must be signed in to the account with its own password. Replaces the session.',
        tags,
        body: EmptyBody,
        errors: [
          'cross_origin',
          'invalid_credentials',
          'sso_attempt_not_found',
          'sso_refused',
          'unauthenticated',
        ],
        response: { 200: LinkedSso },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, publicUrl)
      const { session, email, next } = await linkAccount(context, {
        token: ssoCookie.read(request.headers),
        session: await findSession(request.headers),
        browser: browserOf(request),
        replacedToken: cookie.read(request.headers),
      })
      return reply
        .header('set-cookie', [...toCookies(request.headers, session, email), ssoCookie.clear()])
        .send({ next })
    },
  )
  app.get(
    '/api/session/sso/confirm',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        hide: true,
        querystring: ConfirmSsoQuery,
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      if (session.ssoWorkspaceId === null)
        throw new AppError('sso_session_required', 'Confirm your password instead.')
      limit(request)
      try {
        const { token, url } = await startSso(context, issuers, {
          connection: await getConnection({ ...context, workspaceId: session.ssoWorkspaceId }),
          next: toLocalPath(request.query.next),
          sessionId: session.id,
          browser: browserOf(request),
        })
        return await reply.header('set-cookie', ssoCookie.write(token)).redirect(url, 303)
      } catch (err) {
        return reply.redirect(problemPage(err), 303)
      }
    },
  )
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getSingleSignOn',
        summary: 'Get single sign-on',
        description:
          'Returns the connection to the issuer without its secret, the domains with the DNS records that prove them, and the address to register with the issuer. `connection` is null while none is configured.',
        tags: adminTags,
        response: { 200: SsoSettings },
      },
    },
    async (request) => getSsoSettings(scopeOf(request)),
  )
  app.patch(
    path,
    {
      config: fresh,
      schema: {
        operationId: 'setUpSingleSignOn',
        summary: 'Set up single sign-on',
        description:
          "Stores the workspace's OpenID Connect issuer after reading its metadata. With another issuer or client, the sessions of the former one end.",
        tags: adminTags,
        body: ConfigureSsoBody,
        response: { 200: SsoSettings },
      },
    },
    async (request) => {
      await configureSso(scopeOf(request), issuers, request.body)
      return getSsoSettings(scopeOf(request))
    },
  )
  app.delete(
    path,
    {
      config: fresh,
      schema: {
        operationId: 'removeSingleSignOn',
        summary: 'Remove single sign-on',
        description: 'Ends the sessions that it made. Members stay members.',
        tags: adminTags,
        errors: ['sso_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeSso(scopeOf(request))
      return reply.code(204).send(null)
    },
  )
  app.patch(
    `${path}/required`,
    {
      config: fresh,
      schema: {
        operationId: 'requireSingleSignOn',
        summary: 'Require single sign-on',
        description:
          'Members can then use the workspace only after signing in with it. Only a session of the issuer can turn this on. API keys are not affected.',
        tags: adminTags,
        body: RequireSsoBody,
        errors: ['sso_not_found', 'sso_session_required'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { ssoWorkspaceId } = sessionOf(request)
      await requireSso(scopeOf(request), { isRequired: request.body.is_required, ssoWorkspaceId })
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${path}/domains`,
    {
      config: fresh,
      schema: {
        operationId: 'addDomain',
        summary: 'Add a domain',
        description:
          'People with an address of the domain become members when they sign in, once the domain is verified.',
        tags: adminTags,
        body: DomainBody,
        errors: ['quota_exceeded'],
        isIdempotent: true,
        response: { 201: SsoSettings },
      },
    },
    async (request, reply) =>
      answerOnceInDirectory(request, reply, 201, async (scope) => {
        await addDomain(scope, { domain: request.body.domain, isVerified: false })
        return getSsoSettings(scope)
      }),
  )
  app.post(
    `${path}/domains/:domain/verify`,
    {
      config: fresh,
      schema: {
        operationId: 'verifyDomain',
        summary: 'Verify a domain',
        description: 'Looks for the TXT record of the domain.',
        tags: adminTags,
        params: DomainParams,
        body: EmptyBody,
        errors: ['domain_not_found', 'domain_not_verified', 'domain_taken'],
        isIdempotent: true,
        response: { 200: SsoSettings },
      },
    },
    async (request, reply) =>
      answerOnceAround(request, reply, 200, async (scope) => {
        await verifyDomain(scope, request.params.domain)
        return getSsoSettings(scope)
      }),
  )
  app.delete(
    `${path}/domains/:domain`,
    {
      config: fresh,
      schema: {
        operationId: 'removeDomain',
        summary: 'Remove a domain',
        description: 'Members who joined by it stay members.',
        tags: adminTags,
        params: DomainParams,
        errors: ['domain_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeDomain(scopeOf(request), request.params.domain)
      return reply.code(204).send(null)
    },
  )
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
