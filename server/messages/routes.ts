import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { readIdempotency, sendAnswer } from '../http/idempotency.ts'
import { pageOf, pageQuery } from '../lib/pagination.ts'
import { IdParams } from '../lib/schemas.ts'
import { getMessage } from './get-message.ts'
import { listMessages } from './list-messages.ts'
import { createMessageSender } from './message-sender.ts'
import { Message, SendMessageBody, SentMessage } from './schema.ts'
import { readSendInput } from './send-input.ts'

/** The API's routes of messages. */
export function addMessageRoutes(app: App, context: Context): void {
  const send = createMessageSender(context)
  const options = { allowLocal: context.config.allowLocalWebhooks }

  app.post(
    '/api/v1/messages/send',
    {
      config: { permission: { key: 'messages:write' } },
      schema: {
        summary: 'Send a message',
        tags: ['Messages'],
        body: SendMessageBody,
        response: { 201: SentMessage },
      },
    },
    async (request, reply) => {
      const { workspaceId, actor } = scopeOf(request)
      const input = readSendInput(request.body, options)
      const answer = await send(workspaceId, {
        ...input,
        actor,
        idempotency: readIdempotency(request),
      })
      return sendAnswer(reply, answer)
    },
  )
  app.get(
    '/api/v1/messages/:id',
    {
      config: { permission: { key: 'messages:read' } },
      schema: {
        summary: 'Get a message',
        tags: ['Messages'],
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => getMessage(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/chats/:id/messages',
    {
      config: { permission: { key: 'messages:read' } },
      schema: {
        summary: "List a chat's messages",
        description: 'Newest first.',
        tags: ['Chats'],
        params: IdParams,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(Message) },
      },
    },
    async (request) => listMessages(scopeOf(request), request.params.id, request.query),
  )
}
