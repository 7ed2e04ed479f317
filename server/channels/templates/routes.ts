import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceAround } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { listTemplates } from './list-templates.ts'
import { ListTemplatesQuery, Template, TemplateSync } from './schema.ts'
import { syncTemplates } from './sync-templates.ts'

/** Adds the API's routes of templates. */
export function addTemplateRoutes(app: App, clients: PlatformClients): void {
  app.get(
    '/api/v1/templates',
    {
      config: { permission: { key: 'messages:read' } },
      schema: {
        operationId: 'listTemplates',
        summary: 'List templates',
        description:
          'Templates can be sent at any time, also outside the customer service window. Most recently changed first.',
        tags: ['Messages'],
        querystring: ListTemplatesQuery,
        response: { 200: pageOf(Template) },
      },
    },
    async (request) => listTemplates(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/channels/:id/templates/sync',
    {
      config: { permission: { session: 'admin' } },
      schema: {
        operationId: 'syncTemplates',
        summary: "Sync a channel's templates",
        description:
          'Reads the templates from the platform. This also happens automatically every hour.',
        tags: ['Channels'],
        params: IdParams,
        body: EmptyBody,
        errors: [
          'business_account_unknown',
          'channel_not_connected',
          'channel_not_found',
          'platform_refused',
        ],
        isIdempotent: true,
        response: { 200: TemplateSync },
      },
    },
    async (request, reply) =>
      answerOnceAround(request, reply, 200, (scope) =>
        syncTemplates(scope, clients, request.params.id),
      ),
  )
}
