import { resource } from '#http/resource.ts'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { AppError } from '#lib/errors.ts'
import { refuseOtherOrigin } from '#http/is-same-origin.ts'
import { createAttemptLimit } from '../sign-in/create-attempt-limit.ts'
import { browserOf } from '../sign-in/browser-of.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import { SignedIn, UpdatePreferencesBody } from '../users/schema.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { createResetLimit } from './create-reset-limit.ts'
import { resetPassword } from './reset-password.ts'
import {
  ChangePasswordBody,
  RequestResetBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from './schema.ts'
import { updatePreferences } from './update-preferences.ts'
import { updateProfile } from './update-profile.ts'

/** Adds the routes of a user's own account: password and profile. */
export function addAccountRoutes(app: App, context: Context, { devices }: SignIn): void {
  const limitReset = createResetLimit(context)
  const limitChange = createAttemptLimit(context, 'password change')
  const { publicUrl } = context.config
  const routes = resource(app, '', { tag: 'Session', write: { session: 'member', forSso: true } })

  routes.post(`${AUTH_PATH}/request-password-reset`, {
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset',
    description:
      'Sends a password reset link to the address if it belongs to a user. The response is the same in both cases.',
    permission: { open: 'users who request it cannot sign in; the response reveals nothing' },
    body: RequestResetBody,
    errors: ['cross_origin', 'rate_limited'],
    response: { 200: Type.Object({}) },
    serve: async ({ body, request }) => {
      refuseOtherOrigin(request, publicUrl)
      const device = devices.find(request.headers, body.email)
      if (device === undefined) await limitReset.takeAddress(request.ip)
      await requestPasswordReset(context, body.email, (email) =>
        limitReset.takeAccount({ email, address: request.ip, device }),
      )
      return {}
    },
  })
  routes.post(`${AUTH_PATH}/reset-password`, {
    operationId: 'resetPassword',
    summary: 'Reset a password',
    description:
      "Sets a new password with the token from a password reset mail. The link works once. Ends all of the user's sessions.",
    permission: { open: 'the token of the mailed link authorizes the request' },
    body: ResetPasswordBody,
    errors: ['cross_origin', 'password_reset_not_found', 'rate_limited'],
    response: { 200: Type.Object({}) },
    serve: async ({ body, request, reply }) => {
      refuseOtherOrigin(request, publicUrl)
      try {
        const { email } = await resetPassword(context, body)
        return await reply.header('set-cookie', devices.toCookie(request.headers, email)).send({})
      } catch (err) {
        // Only wrong tokens count, so that strangers in the same network cannot block a reset.
        if (err instanceof AppError && err.code === 'password_reset_not_found')
          await limitReset.takeAddress(request.ip)
        throw err
      }
    },
  })
  routes.post('/api/session/password', {
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Ends your other sessions. This session stays active.',
    permission: { session: 'member' },
    body: ChangePasswordBody,
    errors: ['rate_limited'],
    run: async (scope, { body, request }) => {
      const { current_password: current, new_password: next } = body
      const { id: sessionId, userId } = sessionOf(request)
      await limitChange(request.ip, userId)
      const browser = browserOf(request)
      await changePassword(scope, { userId, current, next, sessionId, browser })
    },
  })
  routes.patch('/api/session/profile', {
    operationId: 'updateProfile',
    summary: 'Update your name and language',
    description: 'Only the fields you send are updated. They apply in all of your workspaces.',
    body: UpdateProfileBody,
    errors: ['membership_not_found', 'sso_session'],
    response: { 200: SignedIn },
    run: (scope, { body, request }) => updateProfile(scope, sessionOf(request), body),
  })
  routes.patch('/api/session/preferences', {
    operationId: 'updatePreferences',
    summary: 'Update your settings of the web app',
    description:
      'Only the fields you send are updated. `shortcuts` replaces all keys you chose; `{}` restores the default ones.',
    body: UpdatePreferencesBody,
    errors: ['membership_not_found'],
    response: { 200: SignedIn },
    run: (scope, { body, request }) => updatePreferences(scope, sessionOf(request), body),
  })
}
