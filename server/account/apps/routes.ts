import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf, sessionOf } from '#http/authenticate.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { answerAppRequest } from './answer-app-request.ts'
import { createClientFinder } from './create-client-finder.ts'
import { disconnectApp } from './disconnect-app.ts'
import { listApps } from './list-apps.ts'
import {
  AnswerAppBody,
  AnsweredApp,
  ConnectedApp,
  ShowAppQuery,
  ShownAppRequest,
} from './schema.ts'
import { showAppRequest } from './show-app-request.ts'

const permission = { session: 'member' } as const
const tags = ['Connected apps']

/** Adds the routes with which members give apps access, and end it. */
export function addAppRoutes(app: App, context: Context): void {
  const clients = createClientFinder(context)
  app.addHook('onClose', () => clients.close())
  const roleOf = (request: Parameters<typeof sessionOf>[0]) => sessionOf(request).membership!.role

  app.get(
    '/api/app/authorization',
    {
      config: { permission },
      schema: {
        operationId: 'showAppRequest',
        summary: 'Get the request of an app for access',
        description:
          'Checks the request with which an app led the browser to `/authorize`, and returns what the member must know to answer it.',
        tags,
        querystring: ShowAppQuery,
        errors: ['app_refused', 'headers_too_large'],
        response: { 200: ShownAppRequest },
      },
    },
    async (request) =>
      showAppRequest(scopeOf(request), clients, {
        query: request.query.query,
        role: roleOf(request),
      }),
  )
  app.post(
    '/api/app/authorization',
    {
      config: { permission: { ...permission, fresh: true } },
      schema: {
        operationId: 'answerAppRequest',
        summary: 'Answer the request of an app for access',
        description:
          'Gives the app a code for the chosen scopes, or refuses access. Only an admin can give `messages:write` and `webhooks:read`. The code is valid for a minute.',
        tags,
        body: AnswerAppBody,
        errors: ['app_refused', 'workspace_changed'],
        response: { 200: AnsweredApp },
      },
    },
    async (request) =>
      answerAppRequest(scopeOf(request), clients, { ...request.body, role: roleOf(request) }),
  )
  const page = Type.Object(pageQuery, { additionalProperties: false })
  app.get(
    '/api/developer/connected-apps',
    {
      config: { permission: { session: 'admin' } },
      schema: {
        operationId: 'listConnectedApps',
        summary: 'List connected apps',
        description: 'Returns the apps that members connected to `/mcp`, newest first.',
        tags,
        querystring: page,
        response: { 200: pageOf(ConnectedApp) },
      },
    },
    async (request) => listApps(scopeOf(request), request.query),
  )
  app.delete(
    '/api/developer/connected-apps/:id',
    {
      config: { permission: { session: 'admin' } },
      schema: {
        operationId: 'disconnectApp',
        summary: 'Disconnect an app',
        description: 'Requests with its tokens are rejected from now on.',
        tags,
        params: IdParams,
        errors: ['app_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await disconnectApp(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/app/connected-apps',
    {
      config: { permission },
      schema: {
        operationId: 'listOwnConnectedApps',
        summary: 'List your connected apps',
        description:
          'Returns the apps that you connected to `/mcp` of the workspace, newest first.',
        tags,
        querystring: page,
        response: { 200: pageOf(ConnectedApp) },
      },
    },
    async (request) => listApps(scopeOf(request), { ...request.query, isOwn: true }),
  )
  app.delete(
    '/api/app/connected-apps/:id',
    {
      config: { permission },
      schema: {
        operationId: 'disconnectOwnApp',
        summary: 'Disconnect one of your apps',
        description: 'Requests with its tokens are rejected from now on.',
        tags,
        params: IdParams,
        errors: ['app_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await disconnectApp(scopeOf(request), request.params.id, { isOwn: true })
      return reply.code(204).send(null)
    },
  )
}
