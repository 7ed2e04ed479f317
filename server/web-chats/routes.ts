import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf, pageQuery } from '#lib/page.ts'
import { closedObject } from '#lib/schemas.ts'
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

/** Adds the developer area's routes of web chats. They are channels, so those of channels disconnect them. */
export function addWebChatRoutes(app: App): void {
  const webChats = resource(app, '/api/developer/web-chats', {
    tag: 'Channels',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'channel_not_found',
  })

  webChats.get('', {
    operationId: 'listWebChats',
    summary: 'List web chats',
    description: 'Returns all web chats without their secrets, newest first.',
    query: closedObject(pageQuery),
    response: { 200: pageOf(WebChat) },
    run: (scope, { query }) => listWebChats(scope, query),
  })
  webChats.post('', {
    operationId: 'createWebChat',
    summary: 'Create a web chat',
    description:
      'Creates a channel whose messages come from a widget on your own site. The response contains the secret. It is shown only once.',
    body: CreateWebChatBody,
    response: { 201: WebChatWithSecret },
    runs: 'directory',
    run: (scope, { body }) => createWebChat(scope, body),
  })
  webChats.get('/:id', {
    operationId: 'getWebChat',
    summary: 'Get a web chat',
    description:
      'Returns its settings and the address of its script, without its secret. A disconnected web chat is returned too.',
    response: { 200: WebChat },
    run: (scope, { id }) => getWebChat(scope, id),
  })
  webChats.patch('/:id', {
    operationId: 'updateWebChat',
    summary: 'Update a web chat',
    description: 'Only the fields you send are updated. They apply within seconds.',
    body: UpdateWebChatBody,
    response: { 200: WebChat },
    run: (scope, { id, body }) => updateWebChat(scope, id, body),
  })
  webChats.post('/:id/rotate-secret', {
    operationId: 'rotateWebChatSecret',
    summary: 'Rotate the secret of a web chat',
    description:
      'User tokens that were signed with the former secret are refused from now on, and the sessions of users end. The new secret is shown only once.',
    errors: ['channel_not_connected'],
    response: { 200: WebChatWithSecret },
    runs: 'tenant',
    run: (scope, { id }) => rotateWebChatSecret(scope, id),
  })
  webChats.post('/:id/reconnect', {
    operationId: 'reconnectWebChat',
    summary: 'Reconnect a web chat',
    description:
      'Connects a disconnected web chat again, with its public id, its conversations and a new secret, which is shown only once.',
    errors: ['channel_connected', 'channel_taken'],
    response: { 200: WebChatWithSecret },
    runs: 'directory',
    before: (scope, { id }) => prepareReconnect(scope, id),
    run: (scope, _call, prepared) => reconnectWebChat(scope, prepared),
  })
}
