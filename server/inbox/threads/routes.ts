import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { readThread } from './read-thread.ts'
import { ThreadPage, ThreadQuery } from './schema.ts'

/** Adds the API's thread route. */
export function addThreadRoutes(app: App): void {
  const chats = resource(app, '/api/v1/chats', {
    tag: 'Conversations',
    read: { key: 'messages:read', also: ['chats:read'] },
  })

  chats.get('/:id/thread', {
    operationId: 'readThread',
    summary: "Read a conversation's thread",
    description:
      'Returns messages, notes and changes of the conversation in one list, oldest first. Returns the newest part by default.',
    query: ThreadQuery,
    errors: ['conversation_not_found', 'message_not_found'],
    response: { 200: ThreadPage },
    run: (scope, { id, query }) => readThread(scope, id, query),
  })
}
