import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/authenticate.ts'
import { refuseOtherOrigin } from '#http/same-origin.ts'
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
import { createAttemptLimit } from '../sign-in/attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { confirmPassword } from '../sign-in/confirm-password.ts'
import { getUser } from '../users/get-user.ts'
import { SessionUser } from '../users/schema.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'

const tags = ['Session']
const path = '/api/session/second-factor'
const config = { permission: { session: 'member', withoutSecondFactor: true } } as const

/** Adds the routes of the signed-in user's second factor, and of the second step of signing in. */
export function addSecondFactorRoutes(app: App, context: Context, signIn: SignIn): void {
  const limitChange = createAttemptLimit(context, 'second factor change')
  const { publicUrl } = context.config

  /** Checks the current password of the signed-in user and returns their id. @throws {AppError} validation_failed */
  async function confirmCaller(
    request: FastifyRequest<{ Body: { current_password: string } }>,
  ): Promise<string> {
    const { userId } = sessionOf(request)
    await limitChange(request.ip, userId)
    await confirmPassword(context, {
      userId,
      password: request.body.current_password,
      field: 'current_password',
      browser: browserOf(request),
    })
    return userId
  }

  /** Runs a change for a session, unless it ended meanwhile. @throws {AppError} unauthenticated */
  function asSession<T>(request: FastifyRequest, change: (tx: Context) => Promise<T>): Promise<T> {
    return directoryTransaction(context, async (tx) => {
      await lockSessionUser(tx, sessionOf(request))
      return change(tx)
    })
  }

  app.post(
    `${AUTH_PATH}/sign-in/second-factor`,
    {
      config: { permission: { open: 'the cookie of the first step authorizes the request' } },
      schema: {
        operationId: 'signInSecondStep',
        summary: 'Sign in: second step',
        description:
          'Ends a sign-in that answered `second_factor_required`, with a code of the authenticator app or a recovery code, within ten minutes. Each code works once. After five wrong codes, sign in with the password again. Sets the session cookie.',
        tags,
        body: SecondStepBody,
        errors: [
          'cross_origin',
          'invalid_credentials',
          'invalid_second_factor',
          'rate_limited',
          'second_step_expired',
        ],
        response: { 200: SessionUser },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      const { cookies, body } = await signIn.passSecondStep(request, request.body.code)
      return reply.header('set-cookie', cookies).send(body)
    },
  )
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getSecondFactor',
        summary: 'Get your second factor',
        description:
          'Returns whether signing in requires a code, and how many recovery codes are left. Secrets and codes are never returned.',
        tags,
        response: { 200: SecondFactor },
      },
    },
    async (request) => getSecondFactor(context, sessionOf(request).userId),
  )
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'setUpSecondFactor',
        summary: 'Set up an authenticator app',
        description:
          'Creates the secret of an authenticator app (TOTP, RFC 6238). Confirm it with a code of the app within an hour; until then, nothing changes.',
        tags,
        body: PasswordBody,
        errors: ['rate_limited', 'second_factor_on', 'second_factor_required'],
        response: { 200: StartedSetUp },
      },
    },
    async (request, reply) => {
      const id = await confirmCaller(request)
      await checkPasskeyUsed(context, sessionOf(request))
      return reply.send(await startSetUp(context, await getUser(context, id)))
    },
  )
  app.post(
    `${path}/confirm`,
    {
      config,
      schema: {
        operationId: 'turnOnSecondFactor',
        summary: 'Turn on your second factor',
        description:
          'From now on, signing in also requires a code of the app. Ends your other sessions. Returns the recovery codes.',
        tags,
        body: ConfirmBody,
        errors: ['rate_limited', 'second_factor_off', 'second_factor_on', 'second_factor_required'],
        response: { 200: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const { userId, id: keptSessionId } = sessionOf(request)
      await limitChange(request.ip, userId)
      await checkPasskeyUsed(context, sessionOf(request))
      const { code } = request.body
      const codes = await asSession(request, (tx) =>
        confirmSetUp(tx, { userId, code, keptSessionId }),
      )
      return reply.send({ recovery_codes: codes })
    },
  )
  app.post(
    `${path}/recovery-codes`,
    {
      config,
      schema: {
        operationId: 'replaceRecoveryCodes',
        summary: 'Replace your recovery codes',
        description: 'The former codes stop working.',
        tags,
        body: PasswordBody,
        errors: ['rate_limited', 'second_factor_off'],
        response: { 200: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const id = await confirmCaller(request)
      const codes = await asSession(request, (tx) => replaceRecoveryCodes(tx, id))
      return reply.send({ recovery_codes: codes })
    },
  )
  app.post(
    `${path}/turn-off`,
    {
      config,
      schema: {
        operationId: 'turnOffSecondFactor',
        summary: 'Turn off your second factor',
        description: 'Signing in then requires only the password. Deletes the recovery codes.',
        tags,
        body: PasswordBody,
        errors: ['rate_limited', 'second_factor_off'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const id = await confirmCaller(request)
      await asSession(request, (tx) => turnOffSecondFactor(tx, id))
      return reply.code(204).send(null)
    },
  )
}
