import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { resource } from '#http/resource.ts'
import { refuseOtherOrigin } from '#http/is-same-origin.ts'
import { checkPasskeyUsed } from '../passkeys/check-passkey-used.ts'
import { confirmSetUp } from './confirm-set-up.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import {
  ConfirmBody,
  PasswordBody,
  RecoveryCodes,
  SecondFactor,
  SecondStepBody,
  StartedSetUp,
} from './schema.ts'
import { startSetUp } from './start-set-up.ts'
import { turnOffSecondFactor } from './turn-off-second-factor.ts'
import { lockSessionUser } from '../sessions/lock-session-user.ts'
import { createAttemptLimit } from '../sign-in/create-attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { confirmPassword } from '../sign-in/confirm-password.ts'
import { getUser } from '../users/get-user.ts'
import { SessionUser } from '../users/schema.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'

/** Adds the routes of the signed-in user's second factor, and of the second step of signing in. */
export function addSecondFactorRoutes(app: App, context: Context, signIn: SignIn): void {
  addSecondStepRoute(app, context, signIn)
  addOwnFactorRoutes(app, context)
}

function addSecondStepRoute(app: App, context: Context, signIn: SignIn): void {
  const auth = resource(app, `${AUTH_PATH}/sign-in`, { tag: 'Session' })

  auth.post('/second-factor', {
    operationId: 'signInSecondStep',
    summary: 'Sign in: second step',
    description:
      'Ends a sign-in that answered `second_factor_required`, with a code of the authenticator app or a recovery code, within ten minutes. Each code works once. After five wrong codes, sign in with the password again. Sets the session cookie.',
    permission: { open: 'the cookie of the first step authorizes the request' },
    body: SecondStepBody,
    errors: [
      'cross_origin',
      'invalid_credentials',
      'invalid_second_factor',
      'rate_limited',
      'second_step_expired',
    ],
    response: { 200: SessionUser },
    serve: async ({ body: { code }, request, reply }) => {
      refuseOtherOrigin(request, context.config.publicUrl)
      const answer = await signIn.passSecondStep(request, code)
      reply.header('set-cookie', answer.cookies)
      return answer.body
    },
  })
}

function addOwnFactorRoutes(app: App, context: Context): void {
  const { limitChange, confirmCaller, asSession } = createChangeTools(context)
  const own = { session: 'member', withoutSecondFactor: true } as const
  const factor = resource(app, '/api/session/second-factor', {
    tag: 'Session',
    read: own,
    write: own,
  })

  factor.get('', {
    operationId: 'getSecondFactor',
    summary: 'Get your second factor',
    description:
      'Returns whether signing in requires a code, and how many recovery codes are left. Secrets and codes are never returned.',
    response: { 200: SecondFactor },
    run: (_scope, { request }) => getSecondFactor(context, sessionOf(request).userId),
  })
  factor.post('', {
    operationId: 'setUpSecondFactor',
    summary: 'Set up an authenticator app',
    description:
      'Creates the secret of an authenticator app (TOTP, RFC 6238). Confirm it with a code of the app within an hour; until then, nothing changes.',
    body: PasswordBody,
    errors: ['rate_limited', 'second_factor_on', 'second_factor_required'],
    response: { 200: StartedSetUp },
    run: async (_scope, { body, request }) => {
      const id = await confirmCaller(request, body)
      await checkPasskeyUsed(context, sessionOf(request))
      return startSetUp(context, await getUser(context, id))
    },
  })
  factor.post('/confirm', {
    operationId: 'turnOnSecondFactor',
    summary: 'Turn on your second factor',
    description:
      'From now on, signing in also requires a code of the app. Ends your other sessions. Returns the recovery codes.',
    body: ConfirmBody,
    errors: ['rate_limited', 'second_factor_off', 'second_factor_on', 'second_factor_required'],
    response: { 200: RecoveryCodes },
    run: async (_scope, { body: { code }, request }) => {
      const { userId, id: keptSessionId } = sessionOf(request)
      await limitChange(request.ip, userId)
      await checkPasskeyUsed(context, sessionOf(request))
      const codes = await asSession(request, (tx) =>
        confirmSetUp(tx, { userId, code, keptSessionId }),
      )
      return { recovery_codes: codes }
    },
  })
  factor.post('/recovery-codes', {
    operationId: 'replaceRecoveryCodes',
    summary: 'Replace your recovery codes',
    description: 'The former codes stop working.',
    body: PasswordBody,
    errors: ['rate_limited', 'second_factor_off'],
    response: { 200: RecoveryCodes },
    run: async (_scope, { body, request }) => {
      const id = await confirmCaller(request, body)
      return { recovery_codes: await asSession(request, (tx) => replaceRecoveryCodes(tx, id)) }
    },
  })
  factor.post('/turn-off', {
    operationId: 'turnOffSecondFactor',
    summary: 'Turn off your second factor',
    description: 'Signing in then requires only the password. Deletes the recovery codes.',
    body: PasswordBody,
    errors: ['rate_limited', 'second_factor_off'],
    run: async (_scope, { body, request }) => {
      const id = await confirmCaller(request, body)
      await asSession(request, (tx) => turnOffSecondFactor(tx, id))
    },
  })
}

/** Creates functions for changes of a second factor. */
function createChangeTools(context: Context) {
  const limitChange = createAttemptLimit(context, 'second factor change')

  /** Checks the current password of the signed-in user and returns their id. @throws {AppError} validation_failed */
  async function confirmCaller(
    request: FastifyRequest,
    { current_password: password }: Static<typeof PasswordBody>,
  ): Promise<string> {
    const { userId } = sessionOf(request)
    await limitChange(request.ip, userId)
    const browser = browserOf(request)
    await confirmPassword(context, { userId, password, field: 'current_password', browser })
    return userId
  }

  /** Runs a change for a session, unless it ended before. @throws {AppError} unauthenticated */
  function asSession<T>(request: FastifyRequest, change: (tx: Context) => Promise<T>): Promise<T> {
    return directoryTransaction(context, async (tx) => {
      await lockSessionUser(tx, sessionOf(request))
      return change(tx)
    })
  }

  return { limitChange, confirmCaller, asSession }
}
