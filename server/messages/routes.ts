import { Type } from 'typebox'
import { createCloudApi } from '#channels/cloud-api.ts'
import { META_GRAPH_URL } from '#config.ts'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceAround, readIdempotency, sendAnswer } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { canSend } from './sending/can-send.ts'
import { CanSend } from './can-send-schema.ts'
import { getMessage } from './get-message.ts'
import { getTrail } from './get-trail.ts'
import { listMessages } from './list-messages.ts'
import { createMessageSender } from './queueing/message-sender.ts'
import { retryMessage } from './queueing/retry-message.ts'
import { Message, SendMessageBody, SentMessage } from './schema.ts'
import { readSendInput } from './queueing/send-input.ts'
import { Told, tellPlatform } from './sending/tell-platform.ts'
import { Trail } from './trail-schema.ts'

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
        description:
          'A text, a file, a template, buttons, a reaction, a place or cards. Answered once it is stored; the platform is called after that, and `status` tells the outcome.',
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
  app.post(
    '/api/v1/messages/:id/retry',
    {
      config: { permission: { key: 'messages:write' } },
      schema: {
        summary: 'Send a failed message again',
        description: 'As a new message, once; what it said and answered is the same.',
        tags: ['Messages'],
        params: IdParams,
        body: EmptyBody,
        response: { 201: SentMessage },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => retryMessage(scope, request.params.id)),
  )
  app.get(
    '/api/v1/messages/:id/trail',
    {
      config: { permission: { key: 'messages:read' } },
      schema: {
        summary: "Get a message's trail",
        description: 'Every step: queued, each try, each status, each error with what to do.',
        tags: ['Messages'],
        params: IdParams,
        response: { 200: Trail },
      },
    },
    async (request) => getTrail(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/chats/:id/can-send',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        summary: 'Get what may be sent to a chat',
        description: 'What may be sent now, why not, and what a message would have to wait for.',
        tags: ['Chats'],
        params: IdParams,
        response: { 200: CanSend },
      },
    },
    async (request) => canSend(scopeOf(request), request.params.id),
  )
  const api = createCloudApi({
    graphUrl: context.config.graphUrl ?? META_GRAPH_URL,
    isDemo: context.config.demo,
  })
  app.addHook('onClose', () => api.close())
  const tellings = [
    ['read', false, 'Mark a chat as read', 'The customer sees it, and `unread_count` is 0.'],
    [
      'typing',
      true,
      'Show that somebody types',
      'For 25 seconds, or until the next message; marks the chat as read too.',
    ],
  ] as const
  for (const [name, isTyping, summary, description] of tellings)
    app.post(
      `/api/v1/chats/:id/${name}`,
      {
        config: { permission: { key: 'messages:write' } },
        schema: {
          summary,
          description,
          tags: ['Chats'],
          params: IdParams,
          body: EmptyBody,
          response: { 200: Told },
        },
      },
      async (request, reply) =>
        answerOnceAround(request, reply, 200, (scope) =>
          tellPlatform(scope, api, request.params.id, { isTyping }),
        ),
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
