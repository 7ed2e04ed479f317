import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf, sessionOf } from '#http/authenticate.ts'
import { AppError } from '#lib/errors.ts'
import { refuseOtherOrigin } from '#http/same-origin.ts'
import { createAttemptLimit } from '../sign-in/attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import { SignedIn, UpdatePreferencesBody } from '../users/schema.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { createResetLimit } from './reset-limit.ts'
import { resetPassword } from './reset-password.ts'
import {
  ChangePasswordBody,
  RequestResetBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from './schema.ts'
import { updatePreferences } from './update-preferences.ts'
import { updateProfile } from './update-profile.ts'

const tags = ['Session']

/** Adds the routes of a user's own account: password and profile. */
export function addAccountRoutes(app: App, context: Context, { devices }: SignIn): void {
  const limitReset = createResetLimit(context)
  const limitChange = createAttemptLimit(context, 'password change')
  const { publicUrl } = context.config

  app.post(
    `${AUTH_PATH}/request-password-reset`,
    {
      config: {
        permission: { open: 'users who request it cannot sign in; the response reveals nothing' },
      },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Request a password reset',
        description:
          'Sends a password reset link to the address if it belongs to a user. The response is the same in both cases.',
        tags,
        body: RequestResetBody,
        errors: ['cross_origin', 'password_reset_not_found', 'rate_limited'],
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      refuseOtherOrigin(request, publicUrl)
      const device = devices.find(request.headers, request.body.email)
      if (device === undefined) await limitReset.takeAddress(request.ip)
      await requestPasswordReset(context, request.body.email, (email) =>
        limitReset.takeAccount({ email, address: request.ip, device }),
      )
      return {}
    },
  )
  app.post(
    `${AUTH_PATH}/reset-password`,
    {
      config: { permission: { open: 'the token of the mailed link authorizes the request' } },
      schema: {
        operationId: 'resetPassword',
        summary: 'Reset a password',
        description:
          "Sets a new password with the token from a password reset mail. The link works once. Ends all of the user's sessions.",
        tags,
        body: ResetPasswordBody,
        errors: ['cross_origin', 'password_reset_not_found', 'rate_limited'],
        response: { 200: Type.Object({}) },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      try {
        const { email } = await resetPassword(context, request.body)
        return await reply.header('set-cookie', devices.toCookie(request.headers, email)).send({})
      } catch (err) {
        // Only wrong tokens count, so that strangers in the same network cannot block a reset.
        if (err instanceof AppError && err.code === 'password_reset_not_found')
          await limitReset.takeAddress(request.ip)
        throw err
      }
    },
  )
  app.post(
    '/api/session/password',
    {
      config: { permission: { session: 'member' } },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Ends your other sessions. This session stays active.',
        tags,
        body: ChangePasswordBody,
        errors: ['rate_limited'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { current_password: current, new_password: next } = request.body
      const { id: sessionId, userId } = sessionOf(request)
      await limitChange(request.ip, userId)
      const browser = browserOf(request)
      await changePassword(scope, { userId, current, next, sessionId, browser })
      return reply.code(204).send(null)
    },
  )
  app.patch(
    '/api/session/profile',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        operationId: 'updateProfile',
        summary: 'Update your name and language',
        description: 'Only the fields you send are updated. They apply in all of your workspaces.',
        tags,
        body: UpdateProfileBody,
        errors: ['membership_not_found', 'sso_session'],
        response: { 200: SignedIn },
      },
    },
    async (request) => updateProfile(scopeOf(request), sessionOf(request), request.body),
  )
  app.patch(
    '/api/session/preferences',
    {
      config: { permission: { session: 'member', forSso: true } },
      schema: {
        operationId: 'updatePreferences',
        summary: 'Update your settings of the web app',
        description:
          'Only the fields you send are updated. `shortcuts` replaces all keys you chose; `{}` restores the default ones.',
        tags,
        body: UpdatePreferencesBody,
        errors: ['membership_not_found'],
        response: { 200: SignedIn },
      },
    },
    async (request) => updatePreferences(scopeOf(request), sessionOf(request), request.body),
  )
}
