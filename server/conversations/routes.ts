import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { pageOf } from '../lib/pagination.ts'
import { IdParams } from '../lib/schemas.ts'
import { getChat } from './get-chat.ts'
import { listChats } from './list-chats.ts'
import { Chat, ListChatsQuery } from './schema.ts'

/** The API's routes of chats. */
export function addChatRoutes(app: App): void {
  app.get(
    '/api/v1/chats',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        summary: 'List chats',
        description: 'Newest activity first.',
        tags: ['Chats'],
        querystring: ListChatsQuery,
        response: { 200: pageOf(Chat) },
      },
    },
    async (request) => listChats(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/chats/:id',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        summary: 'Get a chat',
        tags: ['Chats'],
        params: IdParams,
        response: { 200: Chat },
      },
    },
    async (request) => getChat(scopeOf(request), request.params.id),
  )
}
