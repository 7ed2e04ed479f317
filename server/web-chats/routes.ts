import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceInDirectory, answerOncePrepared } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { createWebChat } from './create-web-chat.ts'
import { listWebChats } from './list-web-chats.ts'
import { getWebChat } from './read-web-chat.ts'
import {
  prepareReconnect,
  reconnectWebChat,
  rotateWebChatSecret,
} from './rotate-web-chat-secret.ts'
import { CreateWebChatBody, UpdateWebChatBody, WebChat, WebChatWithSecret } from './schema.ts'
import { updateWebChat } from './update-web-chat.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Channels']

/** Adds the developer area's routes of web chats. They are channels, so those of channels disconnect them. */
export function addWebChatRoutes(app: App): void {
  app.get(
    '/api/developer/web-chats',
    {
      config,
      schema: {
        operationId: 'listWebChats',
        summary: 'List web chats',
        description: 'Returns all web chats without their secrets, newest first.',
        tags,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(WebChat) },
      },
    },
    async (request) => listWebChats(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/web-chats',
    {
      config,
      schema: {
        operationId: 'createWebChat',
        summary: 'Create a web chat',
        description:
          'Creates a channel whose messages come from a widget on your own site. The response contains the secret. It is shown only once.',
        tags,
        body: CreateWebChatBody,
        errors: ['channel_taken'],
        isIdempotent: true,
        response: { 201: WebChatWithSecret },
      },
    },
    async (request, reply) =>
      answerOnceInDirectory(request, reply, 201, (scope) => createWebChat(scope, request.body)),
  )
  app.get(
    '/api/developer/web-chats/:id',
    {
      config,
      schema: {
        operationId: 'getWebChat',
        summary: 'Get a web chat',
        description:
          'Returns its settings and the address of its script, without its secret. A disconnected web chat is returned too.',
        tags,
        params: IdParams,
        errors: ['channel_not_found'],
        response: { 200: WebChat },
      },
    },
    async (request) => getWebChat(scopeOf(request), request.params.id),
  )
  app.patch(
    '/api/developer/web-chats/:id',
    {
      config,
      schema: {
        operationId: 'updateWebChat',
        summary: 'Update a web chat',
        description: 'Only the fields you send are updated. They apply within seconds.',
        tags,
        params: IdParams,
        body: UpdateWebChatBody,
        errors: ['channel_not_found'],
        response: { 200: WebChat },
      },
    },
    async (request) => updateWebChat(scopeOf(request), request.params.id, request.body),
  )
  app.post(
    '/api/developer/web-chats/:id/rotate-secret',
    {
      config,
      schema: {
        operationId: 'rotateWebChatSecret',
        summary: 'Rotate the secret of a web chat',
        description:
          'User tokens that were signed with the former secret are refused from now on, and the sessions of users end. The new secret is shown only once.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['channel_not_connected', 'channel_not_found'],
        isIdempotent: true,
        response: { 200: WebChatWithSecret },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => rotateWebChatSecret(scope, request.params.id)),
  )
  app.post(
    '/api/developer/web-chats/:id/reconnect',
    {
      config,
      schema: {
        operationId: 'reconnectWebChat',
        summary: 'Reconnect a web chat',
        description:
          'Connects a disconnected web chat again, with its public id, its conversations and a new secret, which is shown only once.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['channel_connected', 'channel_not_found', 'channel_taken'],
        isIdempotent: true,
        response: { 200: WebChatWithSecret },
      },
    },
    async (request, reply) =>
      answerOncePrepared(
        request,
        reply,
        200,
        (scope) => prepareReconnect(scope, request.params.id),
        (scope, prepared) => reconnectWebChat(scope, prepared),
      ),
  )
}
