import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { refuseOtherOrigin } from '#http/same-origin.ts'
import { AUTH_PATH } from '../users/auth.ts'
import type { Auth } from '../users/auth.ts'
import { SignedIn } from '../users/schema.ts'
import { createSignInLimit } from '../users/sign-in-limit.ts'
import { changePassword, getUserId } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { createResetLimit } from './reset-limit.ts'
import { resetPassword } from './reset-password.ts'
import {
  ChangePasswordBody,
  RequestResetBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from './schema.ts'
import { updateProfile } from './update-profile.ts'

const tags = ['Session']

/** The routes of a user's own account: password and profile. */
export function addAccountRoutes(app: App, context: Context, auth: Auth): void {
  const limitReset = createResetLimit(context)
  const limitChange = createSignInLimit(context)
  const { publicUrl } = context.config

  app.post(
    `${AUTH_PATH}/request-password-reset`,
    {
      config: { permission: { open: 'for who cannot sign in; it tells nothing' } },
      schema: {
        summary: 'Ask for a link that sets a new password',
        description:
          'The answer is the same whether or not there is a user with the address. The link goes to it by mail.',
        tags,
        body: RequestResetBody,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      refuseOtherOrigin(request, publicUrl)
      limitReset.takeAddress(request.ip)
      await requestPasswordReset(context, request.body.email, limitReset.takeAccount)
      return {}
    },
  )
  app.post(
    `${AUTH_PATH}/reset-password`,
    {
      config: { permission: { open: 'the token of the mailed link opens it' } },
      schema: {
        summary: 'Set a new password by a mailed link',
        description: 'The link serves once. Every session of the user ends.',
        tags,
        body: ResetPasswordBody,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      refuseOtherOrigin(request, publicUrl)
      limitReset.takeAddress(request.ip)
      await resetPassword(context, request.body)
      return {}
    },
  )
  app.post(
    '/api/session/password',
    {
      config: { permission: { session: 'member' } },
      schema: {
        summary: 'Change your own password',
        description: 'Your other sessions end; this one goes on.',
        tags,
        body: ChangePasswordBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { current_password: current, new_password: next } = request.body
      const userId = await getUserId(scope)
      limitChange(request.ip, userId)
      const sessionToken = auth.readToken(request.headers)!
      await changePassword(scope, { userId, current, next, sessionToken })
      return reply.code(204).send(null)
    },
  )
  app.patch(
    '/api/session/profile',
    {
      config: { permission: { session: 'member' } },
      schema: {
        summary: 'Change your own name and language',
        tags,
        body: UpdateProfileBody,
        response: { 200: SignedIn },
      },
    },
    async (request) => updateProfile(scopeOf(request), request.body),
  )
}
