import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { SearchQuery, SearchResults } from './schema.ts'
import { search } from './search.ts'

/** Adds the API's search route. */
export function addSearchRoutes(app: App): void {
  app.get(
    '/api/v1/search',
    {
      config: { permission: { key: 'messages:read', also: ['chats:read', 'contacts:read'] } },
      schema: {
        summary: 'Search contacts, conversations and messages',
        description: 'Returns the newest matches of each kind first.',
        tags: ['Conversations'],
        querystring: SearchQuery,
        response: { 200: SearchResults },
      },
    },
    async (request) => search(scopeOf(request), request.query.q),
  )
}
