import { growingRead } from '#db/growing-read.ts'
import type { App } from '#http/app.ts'
import { mayRead, scopeOf } from '#http/authenticate.ts'
import { SearchQuery, SearchResults } from './schema.ts'
import { search } from './search.ts'

/** Adds the API's search route. */
export function addSearchRoutes(app: App): void {
  app.get(
    '/api/v1/search',
    {
      config: {
        permission: { key: 'messages:read', also: ['chats:read', 'contacts:read'] },
        reads: 'list',
      },
      schema: {
        operationId: 'searchWorkspace',
        summary: 'Search contacts, conversations, messages, notes and tickets',
        description:
          'Returns the best results of each kind first: exact matches, beginnings, then the newest. Messages and notes: the newest first. Tickets are searched only with the scope tickets:read.',
        tags: ['Conversations'],
        querystring: SearchQuery,
        errors: ['insufficient_scope'],
        response: { 200: SearchResults },
      },
    },
    async (request) =>
      growingRead(scopeOf(request), 'list', (reader) =>
        search(reader, request.query, (scope) => mayRead(request, scope)),
      ),
  )
}
