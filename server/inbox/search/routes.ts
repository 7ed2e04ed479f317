import { resource } from '#http/resource.ts'
import { growingRead } from '#db/growing-read.ts'
import type { App } from '#http/app.ts'
import { mayRead } from '#http/add-authentication.ts'
import { SearchQuery, SearchResults } from './schema.ts'
import { search } from './search.ts'

/** Adds the API's search route. */
export function addSearchRoutes(app: App): void {
  const routes = resource(app, '/api/v1/search', {
    tag: 'Conversations',
    read: { key: 'messages:read', also: ['chats:read', 'contacts:read'] },
  })

  routes.get('', {
    operationId: 'searchWorkspace',
    summary: 'Search contacts, conversations, messages, notes and tickets',
    description:
      'Returns the best results of each kind first: exact matches, beginnings, then the newest. Messages and notes: the newest first. Tickets are searched only with the scope tickets:read.',
    query: SearchQuery,
    errors: ['insufficient_scope'],
    reads: 'list',
    response: { 200: SearchResults },
    run: (scope, { query, request }) =>
      growingRead(scope, 'list', (reader) =>
        search(reader, query, (scope) => mayRead(request, scope)),
      ),
  })
}
