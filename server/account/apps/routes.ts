import { resource } from '#http/resource.ts'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
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

/** Adds the routes with which members give apps access, and end it. */
export function addAppRoutes(app: App, context: Context): void {
  const clients = createClientFinder(context)
  app.addHook('onClose', () => clients.close())
  const heldBy = (request: Parameters<typeof sessionOf>[0]) =>
    sessionOf(request).membership?.scopes ?? []
  const routes = resource(app, '/api', {
    tag: 'Connected apps',
    read: { session: 'member' },
    write: { session: 'member' },
    notFound: 'app_not_found',
  })

  routes.get('/app/authorization', {
    operationId: 'showAppRequest',
    summary: 'Get the request of an app for access',
    description:
      'Checks the request with which an app led the browser to `/authorize`, and returns what the member must know to answer it.',
    query: ShowAppQuery,
    errors: ['app_refused', 'headers_too_large'],
    response: { 200: ShownAppRequest },
    run: (scope, { query, request }) =>
      showAppRequest(scope, clients, {
        query: query.query,
        held: heldBy(request),
      }),
  })
  routes.post('/app/authorization', {
    operationId: 'answerAppRequest',
    summary: 'Answer the request of an app for access',
    description:
      'Gives the app a code for the chosen scopes, or refuses access. Only an admin can give `messages:write` and `webhooks:read`. The code is valid for a minute.',
    fresh: true,
    body: AnswerAppBody,
    errors: ['app_refused', 'workspace_changed'],
    response: { 200: AnsweredApp },
    run: (scope, { body, request }) =>
      answerAppRequest(scope, clients, { ...body, held: heldBy(request) }),
  })
  routes.get('/developer/connected-apps', {
    operationId: 'listConnectedApps',
    summary: 'List connected apps',
    description: 'Returns the apps that members connected to `/mcp`, newest first.',
    permission: { session: 'admin' },
    query: UnfilteredQuery,
    response: { 200: pageOf(ConnectedApp) },
    run: (scope, { query }) => listApps(scope, query),
  })
  routes.delete('/developer/connected-apps/:id', {
    operationId: 'disconnectApp',
    summary: 'Disconnect an app',
    description: 'Requests with its tokens are rejected from now on.',
    permission: { session: 'admin' },
    run: (scope, { id }) => disconnectApp(scope, id),
  })
  routes.get('/app/connected-apps', {
    operationId: 'listOwnConnectedApps',
    summary: 'List your connected apps',
    description: 'Returns the apps that you connected to `/mcp` of the workspace, newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(ConnectedApp) },
    run: (scope, { query }) => listApps(scope, { ...query, isOwn: true }),
  })
  routes.delete('/app/connected-apps/:id', {
    operationId: 'disconnectOwnApp',
    summary: 'Disconnect one of your apps',
    description: 'Requests with its tokens are rejected from now on.',
    run: (scope, { id }) => disconnectApp(scope, id, { isOwn: true }),
  })
}
