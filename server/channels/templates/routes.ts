import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { listTemplates } from './list-templates.ts'
import { ListTemplatesQuery, Template, TemplateSync } from './schema.ts'
import { syncTemplates } from './sync-templates.ts'

/** Adds the API's routes of templates. */
export function addTemplateRoutes(app: App, clients: PlatformClients): void {
  const routes = resource(app, '/api', {
    tag: 'Messages',
    read: { key: 'messages:read' },
    write: { session: 'admin' },
  })

  routes.get('/v1/templates', {
    operationId: 'listTemplates',
    summary: 'List templates',
    description:
      'Templates can be sent at any time, also outside the customer service window. Most recently changed first.',
    query: ListTemplatesQuery,
    response: { 200: pageOf(Template) },
    run: (scope, { query }) => listTemplates(scope, query),
  })
  routes.post('/developer/channels/:id/templates/sync', {
    operationId: 'syncTemplates',
    summary: "Sync a channel's templates",
    description:
      'Reads the templates from the platform. This also happens automatically every hour.',
    tag: 'Channels',
    errors: [
      'business_account_unknown',
      'channel_not_connected',
      'channel_not_found',
      'platform_refused',
    ],
    response: { 200: TemplateSync },
    runs: 'around',
    run: (scope, { id }) => syncTemplates(scope, clients, id),
  })
}
