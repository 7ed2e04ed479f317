import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { IdParams } from '#lib/schemas.ts'
import { readThread } from './read-thread.ts'
import { ThreadPage, ThreadQuery } from './schema.ts'

/** The API's route of threads. */
export function addThreadRoutes(app: App): void {
  app.get(
    '/api/v1/chats/:id/thread',
    {
      config: { permission: { key: 'messages:read', also: ['chats:read'] } },
      schema: {
        summary: "Read a chat's thread",
        description:
          'Messages, notes and what was done with the chat, in one order, the oldest first. Without a place it is the newest part.',
        tags: ['Chats'],
        params: IdParams,
        querystring: ThreadQuery,
        response: { 200: ThreadPage },
      },
    },
    async (request) => readThread(scopeOf(request), request.params.id, request.query),
  )
}
