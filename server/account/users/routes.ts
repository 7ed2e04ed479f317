import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { checkSameOrigin, refuseOtherOrigin } from '#http/same-origin.ts'
import { callAuth } from './call-auth.ts'
import { AUTH_PATH } from './auth.ts'
import type { Auth } from './auth.ts'
import { endSession } from './end-session.ts'
import { createSessionFinder } from './find-session.ts'
import { getSignedIn } from './get-signed-in.ts'
import { SessionUser, SignedIn, SignInBody, SwitchWorkspaceBody } from './schema.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import { switchWorkspace } from './switch-workspace.ts'

/** Adds the routes of sign-in and sessions. Only three of better-auth's routes are exposed. */
export function addUserRoutes(app: App, context: Context, auth: Auth): void {
  const limitSignIn = createSignInLimit(context)
  const findSession = createSessionFinder(context, auth)
  const { publicUrl } = context.config

  async function passOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = new URL(request.routeOptions.url!, publicUrl)
    const given = request.method === 'GET' ? undefined : ((request.body as object | null) ?? {})
    const { cookies, body } = await callAuth(auth, url, request, given)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return reply.header('cache-control', 'no-store').send(body)
  }

  app.post(
    `${AUTH_PATH}/sign-in/email`,
    {
      config: { permission: { open: 'signing in creates the session' } },
      schema: {
        summary: 'Sign in',
        description: 'Sets the session cookie.',
        tags: ['Session'],
        body: SignInBody,
        response: { 200: SessionUser },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      limitSignIn(request.ip, request.body.email)
      return passOn(request, reply)
    },
  )
  app.post(
    `${AUTH_PATH}/sign-out`,
    {
      config: { permission: { open: 'signing out without a session is not an error' } },
      schema: { summary: 'Sign out', tags: ['Session'], response: { 200: Type.Object({}) } },
    },
    async (request, reply) => {
      checkSameOrigin(request, publicUrl)
      const token = auth.readToken(request.headers)
      // End the session ourselves first, because the library reports success even if it could not delete the
      // session.
      if (token !== undefined) await endSession(context, token)
      return passOn(request, reply)
    },
  )
  app.get(
    `${AUTH_PATH}/get-session`,
    {
      config: { permission: { open: 'reports whether there is a session' } },
      schema: {
        summary: 'Renew the session',
        description: 'Returns null if nobody is signed in.',
        tags: ['Session'],
        response: { 200: Type.Union([SessionUser, Type.Null()]) },
      },
    },
    async (request, reply) => {
      if (await findSession(request.headers)) return passOn(request, reply)
      return reply.header('cache-control', 'no-store').send(null)
    },
  )
  app.get(
    '/api/session',
    {
      config: { permission: { session: 'member' } },
      schema: { summary: 'Get the signed-in user', tags: ['Session'], response: { 200: SignedIn } },
    },
    async (request) => getSignedIn(scopeOf(request)),
  )
  app.post(
    '/api/session/workspace',
    {
      config: { permission: { session: 'member' } },
      schema: {
        summary: 'Switch to another workspace',
        tags: ['Session'],
        body: SwitchWorkspaceBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await switchWorkspace(context, auth.readToken(request.headers)!, request.body.workspace_id)
      return reply.code(204).send(null)
    },
  )
}
