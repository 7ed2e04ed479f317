import { createGraph } from '../graph.ts'
import { META_GRAPH_URL } from '#config.ts'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceAround } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { listTemplates } from './list-templates.ts'
import { ListTemplatesQuery, Template, TemplateSync } from './schema.ts'
import { syncTemplates } from './sync-templates.ts'

/** The API's routes of templates. */
export function addTemplateRoutes(app: App, context: Context): void {
  const { graphUrl = META_GRAPH_URL, demo } = context.config
  const graph = createGraph({ graphUrl, isDemo: demo })
  app.addHook('onClose', () => graph.close())

  app.get(
    '/api/v1/templates',
    {
      config: { permission: { key: 'messages:read' } },
      schema: {
        summary: 'List templates',
        description: 'What may be sent at any time, those that changed last first.',
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
        summary: "Read a channel's templates from the platform",
        description: 'Happens every hour by itself too.',
        tags: ['Channels'],
        params: IdParams,
        body: EmptyBody,
        response: { 200: TemplateSync },
      },
    },
    async (request, reply) =>
      answerOnceAround(request, reply, 200, (scope) =>
        syncTemplates(scope, graph, request.params.id),
      ),
  )
}
