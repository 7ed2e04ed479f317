import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { IdParams } from '#lib/schemas.ts'
import { readThread } from './read-thread.ts'
import { ThreadPage, ThreadQuery } from './schema.ts'

/** Adds the API's thread route. */
export function addThreadRoutes(app: App): void {
  app.get(
    '/api/v1/chats/:id/thread',
    {
      config: { permission: { key: 'messages:read', also: ['chats:read'] } },
      schema: {
        operationId: 'readThread',
        summary: "Read a conversation's thread",
        description:
          'Returns messages, notes and changes of the conversation in one list, oldest first. Returns the newest part by default.',
        tags: ['Conversations'],
        params: IdParams,
        querystring: ThreadQuery,
        errors: ['conversation_not_found', 'message_not_found'],
        response: { 200: ThreadPage },
      },
    },
    async (request) => readThread(scopeOf(request), request.params.id, request.query),
  )
}
