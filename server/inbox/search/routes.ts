import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { SearchQuery, SearchResults } from './schema.ts'
import { search } from './search.ts'

/** The API's route of the search. */
export function addSearchRoutes(app: App): void {
  app.get(
    '/api/v1/search',
    {
      config: { permission: { key: 'messages:read', also: ['chats:read', 'contacts:read'] } },
      schema: {
        summary: 'Search people, chats and messages',
        description: 'The newest of each first.',
        tags: ['Chats'],
        querystring: SearchQuery,
        response: { 200: SearchResults },
      },
    },
    async (request) => search(scopeOf(request), request.query.q),
  )
}
