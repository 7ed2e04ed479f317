import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { refuseOtherOrigin } from '#http/is-same-origin.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { pageOf } from '#lib/page.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { createAttemptLimit } from '../sign-in/create-attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import { invalidCredentials } from '../sessions/invalid-credentials.ts'
import { continueSignIn } from '../sign-in/continue-sign-in.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { toSignInAnswer } from '../sign-in/sign-in-answer.ts'
import { SecondStepNeeded, SessionUser } from '../users/schema.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import { switchWorkspace } from '../sign-in/switch-workspace.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import type { AcceptInput } from './identify-invited.ts'
import { listInvitations } from './list-invitations.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import {
  AcceptInvitationBody,
  CreateInvitationBody,
  Invitation,
  ListInvitationsQuery,
  SentInvitation,
  ShowInvitationBody,
  ShownInvitation,
} from './schema.ts'
import { showInvitation } from './show-invitation.ts'

/** Limits invitation mails per workspace, because they go to addresses that never asked for mail. */
const SENT_LIMIT = { ratePerSecond: 1 / 60, burst: 60 }

/** Adds the routes of invitations, both for admins who invite and for invited people. */
export function addInvitationRoutes(app: App, context: Context, signIn: SignIn): void {
  addAdminRoutes(app, context)
  addInvitedRoutes(app, context, signIn)
}

/** Adds the routes of admins who invite. */
function addAdminRoutes(app: App, context: Context): void {
  const sent = createSharedBuckets(context, 'invitations')

  function limitSent(workspaceId: string): void {
    const taken = sent.take(workspaceId, SENT_LIMIT)
    requireAllowed(taken, 'Too many invitations were sent. Wait a moment and try again.')
  }

  const invitations = resource(app, '/api/developer/invitations', {
    tag: 'Members',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'invitation_not_found',
  })
  invitations.get('', {
    operationId: 'listInvitations',
    summary: 'List invitations',
    description: 'Returns open, accepted, revoked and expired invitations, newest first.',
    query: ListInvitationsQuery,
    response: { 200: pageOf(Invitation) },
    run: (scope, { query }) => listInvitations(scope, query),
  })
  invitations.post('', {
    operationId: 'inviteMember',
    summary: 'Invite a member',
    description:
      'Sends a link by mail that is valid for seven days. If no mail server is configured, the response contains the link instead.',
    body: CreateInvitationBody,
    errors: ['already_member', 'invitation_open', 'rate_limited', 'role_not_found'],
    response: { 201: SentInvitation },
    runs: 'directory',
    run: async (scope, { body }) => {
      limitSent(scope.workspaceId)
      return createInvitation(scope, body)
    },
  })
  invitations.post('/:id/resend', {
    operationId: 'resendInvitation',
    summary: 'Resend an invitation',
    description:
      'Creates a new link that is valid for seven days. The previous link stops working.',
    errors: ['invitation_closed', 'rate_limited'],
    response: { 200: SentInvitation },
    runs: 'directory',
    run: async (scope, { id }) => {
      limitSent(scope.workspaceId)
      return resendInvitation(scope, id)
    },
  })
  invitations.delete('/:id', {
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link stops working immediately.',
    errors: ['invitation_closed'],
    run: (scope, { id }) => revokeInvitation(scope, id),
  })
}

/** Adds the routes of invited people. */
function addInvitedRoutes(app: App, context: Context, signIn: SignIn): void {
  const limitToken = createAttemptLimit(context, 'invitation')
  const { cookie, devices, findSession, limitPassword, countFailure } = signIn
  const { publicUrl } = context.config
  /** Finds a session that speaks for the whole account, which one of a workspace's issuer does not. */
  const findFullSession: typeof findSession = async (headers) => {
    const session = await findSession(headers)
    return session?.ssoWorkspaceId === null ? session : undefined
  }

  /** Counts attempts at the password of an account like those of the sign-in. */
  function attemptsOf(request: FastifyRequest): AcceptInput['attempts'] {
    const { ip: address, headers } = request
    return {
      start: (email) => limitPassword({ email, address, device: devices.find(headers, email) }),
      fail: (email) => {
        if (devices.find(headers, email) === undefined) countFailure(email)
        signIn.recordFailed(request, email, 'password')
      },
    }
  }

  const auth = resource(app, AUTH_PATH, { tag: 'Members' })
  auth.post('/show-invitation', {
    operationId: 'showInvitation',
    summary: 'Show an invitation',
    description: 'The token goes in the body so that it does not appear in access logs.',
    permission: { open: 'the token of the link authorizes the request' },
    body: ShowInvitationBody,
    errors: ['cross_origin', 'invitation_not_found', 'rate_limited'],
    response: { 200: ShownInvitation },
    serve: async ({ body, request }) => {
      refuseOtherOrigin(request, publicUrl)
      await limitToken(request.ip, body.token)
      const session = await findFullSession(request.headers)
      return showInvitation(context, body.token, session?.userId)
    },
  })
  auth.post('/accept-invitation', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'For a new account, send a name and a password. For an existing account, send its password. Signs the user in to the workspace by setting a session cookie. An account that was created with a link that an admin shared cannot join another workspace until its password was reset by mail or by the operator.',
    permission: { open: 'the token of the link authorizes the request' },
    body: AcceptInvitationBody,
    errors: [
      'account_not_verified',
      'cross_origin',
      'email_taken',
      'invalid_credentials',
      'invitation_not_found',
      'rate_limited',
    ],
    response: { 200: Type.Union([SessionUser, SecondStepNeeded]) },
    serve: async ({ body, request, reply }) => {
      refuseOtherOrigin(request, publicUrl)
      await limitToken(request.ip, body.token)
      const session = await findFullSession(request.headers)
      const { user, workspaceId, needsSignIn } = await acceptInvitation(context, {
        ...body,
        userId: session?.userId,
        attempts: attemptsOf(request),
      })
      let sessionId = session?.id
      if (sessionId === undefined || needsSignIn) {
        const next = await continueSignIn(context, {
          userId: user.id,
          method: 'invitation',
          browser: browserOf(request),
          replacedToken: cookie.read(request.headers),
          workspaceId,
        })
        if (!next) throw invalidCredentials()
        const answer = toSignInAnswer(signIn, request, user, next)
        reply.header('set-cookie', answer.cookies)
        if ('secondStep' in next) return reply.send(answer.body)
        sessionId = next.session.id
      }
      await switchWorkspace(context, sessionId, workspaceId)
      return reply.send({ user })
    },
  })
}
