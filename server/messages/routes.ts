import { resource } from '#http/resource.ts'
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { Context, Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { batchValidator, createBatch } from '#http/batch.ts'
import { createBatchedRead } from '#http/batched-read.ts'
import { readIdempotency, readOrReplay, sendAnswer } from '#http/idempotency.ts'
import { createSharedList } from '#http/shared-list.ts'
import { isUuid } from '#lib/ids.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import type { PageInput } from '#lib/pagination.ts'
import { EmptyBody } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { Chat } from '#conversations/schema.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { getContacts } from '#contacts/get-contact.ts'
import { readChats } from '#conversations/read-chats.ts'
import { createExpander } from '#http/expand.ts'
import { withoutExpand } from '#lib/lists/expand-schema.ts'
import { canSend } from './sending/can-send.ts'
import { CanSend, CanSendQuery, ContactCanSend } from './can-send-schema.ts'
import { controlThread } from './sending/control-thread.ts'
import { getMessages, messageNotFound } from './get-message.ts'
import { getTrail } from './get-trail.ts'
import { findMessages } from './find-messages.ts'
import { ExpandedMessage, FindMessagesQuery, GetMessageQuery } from './find-messages-schema.ts'
import { listMessages } from './list-messages.ts'
import { canSendToContact } from './queueing/can-send-to-contact.ts'
import { createMessageSender } from './queueing/create-message-sender.ts'
import { findAnsweredTrace } from './queueing/find-answered-trace.ts'
import { retryMessage } from './queueing/retry-message.ts'
import {
  Message,
  MessageBatchBody,
  MessageBatchItem,
  MessageBatchResults,
  SendMessageBody,
  SentMessage,
} from './schema.ts'
import { readSendInput } from './queueing/read-send-input.ts'
import { ReadReceipt, markReadOnPlatform } from './sending/mark-read-on-platform.ts'
import { Trail } from './trail-schema.ts'

/** Adds the API's routes of messages. */
export function addMessageRoutes(app: App, context: Context, clients: PlatformClients): void {
  const send = createMessageSender(context)
  const read = createBatchedRead(getMessages, messageNotFound)
  const list = createSharedList((scope, { chatId, ...page }: PageInput & { chatId: string }) =>
    listMessages(scope, chatId, page),
  )
  const find = createSharedList(findMessages)
  const expander = createExpander<Message>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person_id, readMany: getContacts },
    conversation: {
      scope: 'chats:read',
      idOf: (each) => each.conversation_id,
      readMany: readChats,
    },
  })
  const options = { allowLocal: context.config.allowLocalWebhooks }

  const sendMany = createBatch<Static<typeof SendMessageBody>>(
    MessageBatchItem,
    async (request, items) => {
      const scope = scopeOf(request)
      const { workspaceId, actor } = scope
      const read = await Promise.allSettled(
        items.map(({ input, idempotency }) =>
          readOrReplay(scope, idempotency, () => readSendInput(scope, input, options)),
        ),
      )
      // All are sent at once, so that they keep their order.
      return Promise.allSettled(
        read.map(async (each, index) => {
          if (each.status === 'rejected') throw each.reason
          if ('stored' in each.value) return each.value.stored
          const { idempotency } = items[index]!
          return send(workspaceId, { ...each.value.input, actor, idempotency })
        }),
      )
    },
  )

  app.post(
    '/api/v1/messages/send',
    {
      config: {
        permission: { key: 'messages:write' },
        findTrace: async (request) => {
          const { conversation_id: id } = (request.body ?? {}) as { conversation_id?: unknown }
          return typeof id === 'string' && isUuid(id)
            ? findAnsweredTrace(scopeOf(request), id)
            : undefined
        },
      },
      schema: {
        operationId: 'sendMessage',
        summary: 'Send a message',
        description:
          'Sends a text, file, template, interactive message, reaction, location or contact cards. The response is sent as soon as the message is stored. The platform is called afterwards, and `status` shows the outcome.',
        tags: ['Messages'],
        body: SendMessageBody,
        errors: [
          'channel_not_connected',
          'channel_not_found',
          'conflicting_fields',
          'conflicting_targets',
          'contact_blocked',
          'contact_not_reachable',
          'contact_opted_out',
          'conversation_not_found',
          'invalid_phone',
          'invalid_url',
          'live_key_required',
          'media_not_found',
          'media_not_usable',
          'message_not_found',
          'missing_target',
          'person_not_found',
          'template_not_usable',
          'template_required',
          'window_closed',
        ],
        isIdempotent: true,
        response: { 201: SentMessage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { workspaceId, actor } = scope
      const idempotency = readIdempotency(request)
      const read = await readOrReplay(scope, idempotency, () =>
        readSendInput(scope, request.body, options),
      )
      if ('stored' in read) return sendAnswer(reply, read.stored)
      return sendAnswer(reply, await send(workspaceId, { ...read.input, actor, idempotency }))
    },
  )
  app.post(
    '/api/v1/messages/batch',
    {
      config: { permission: { key: 'messages:write' } },
      schema: {
        operationId: 'sendMessages',
        summary: 'Send many messages',
        description:
          'Sends up to 100 messages, each as `POST /api/v1/messages/send` does, in their order. The response has a result for each item; an item that fails changes nothing of the others. Each item counts towards the rate limit.',
        tags: ['Messages'],
        body: MessageBatchBody,
        isIdempotent: true,
        response: { 207: MessageBatchResults },
      },
      validatorCompiler: batchValidator,
    },
    async (request, reply) => sendMany(request, reply),
  )
  const routes = resource(app, '', {
    tag: 'Messages',
    read: { key: 'messages:read' },
    write: { key: 'messages:write' },
  })

  routes.get('/api/v1/messages', {
    operationId: 'findMessages',
    summary: 'Find messages',
    description:
      'Returns the messages of all conversations that match the filters, newest first by `created_at`. A page can be short, or even empty, while `next_cursor` is not null.',
    query: FindMessagesQuery,
    reads: 'list',
    response: { 200: pageOf(ExpandedMessage) },
    run: async (scope, { query, request }) => {
      expander.check(request)
      const page = await find(scope, withoutExpand(query))
      return expander.page(request, page)
    },
  })
  routes.get('/api/v1/messages/:id', {
    operationId: 'getMessage',
    summary: 'Get a message',
    query: GetMessageQuery,
    errors: ['message_not_found'],
    isConditional: true,
    response: { 200: ExpandedMessage },
    run: async (scope, { id, request }) => {
      expander.check(request)
      return expander.one(request, await read(scope, id))
    },
  })
  routes.post('/api/v1/messages/:id/retry', {
    operationId: 'retryMessage',
    summary: 'Retry a failed message',
    description: 'Sends the content again as a new message. A message can be retried once.',
    body: EmptyBody,
    errors: [
      'contact_blocked',
      'contact_opted_out',
      'conversation_not_found',
      'live_key_required',
      'media_not_found',
      'media_not_usable',
      'message_not_failed',
      'message_not_found',
      'message_retried',
      'template_not_usable',
      'window_closed',
    ],
    response: { 201: SentMessage },
    runs: 'tenant',
    run: (scope, { id }) => retryMessage(scope, id),
  })
  routes.get('/api/v1/messages/:id/trail', {
    operationId: 'getMessageTrail',
    summary: "Get a message's trail",
    description:
      'Returns every step (when it was queued, each attempt, each status, and each error with advice), and what the platform charges.',
    errors: ['message_not_found'],
    response: { 200: Trail },
    run: (scope, { id }) => getTrail(scope, id),
  })
  routes.get('/api/v1/chats/:id/can-send', {
    operationId: 'checkCanSend',
    summary: 'Check what can be sent to a conversation',
    description:
      "Returns what can be sent now, the reason if it can't, and what a new message would wait for.",
    tag: 'Conversations',
    permission: { key: 'chats:read' },
    errors: ['conversation_not_found'],
    response: { 200: CanSend },
    run: (scope, { id }) => canSend(scope, id),
  })
  routes.get('/api/v1/chats/can-send', {
    operationId: 'checkCanSendToContact',
    summary: 'Check what can be sent to a contact',
    description:
      'Returns for each channel whether the contact has a conversation there, and what can be sent now: the next message, or the first one, which opens the conversation.',
    tag: 'Conversations',
    permission: { key: 'chats:read' },
    query: CanSendQuery,
    errors: ['channel_not_found', 'invalid_phone', 'missing_target', 'person_not_found'],
    response: { 200: ContactCanSend },
    run: (scope, { query }) => canSendToContact(scope, query),
  })
  addPlatformAction(app, {
    name: 'read',
    permission: 'messages:write',
    operationId: 'markConversationRead',
    summary: 'Mark a conversation as read',
    description: 'Resets `unread_count` and shows the customer that the messages were read.',
    response: ReadReceipt,
    run: (scope, id) => markReadOnPlatform(scope, clients, id, { isTyping: false }),
  })
  addPlatformAction(app, {
    name: 'typing',
    permission: 'messages:write',
    operationId: 'showTyping',
    summary: 'Show a typing indicator',
    description:
      'Shown for 25 seconds, or until the next message. Also marks the conversation as read.',
    response: ReadReceipt,
    run: (scope, id) => markReadOnPlatform(scope, clients, id, { isTyping: true }),
  })
  addPlatformAction(app, {
    name: 'take-over',
    permission: 'chats:write',
    operationId: 'takeOverConversation',
    summary: 'Take over a conversation',
    description:
      "Takes the conversation from the app that holds it at the platform, such as the platform's own agent, so that the customer's messages come to you. A free-form message takes over too, where the platform allows it. The platform may refuse.",
    errors: OF_HANDOVERS,
    response: Chat,
    run: (scope, id) => controlThread(scope, clients, id, 'take'),
  })
  addPlatformAction(app, {
    name: 'release',
    permission: 'chats:write',
    operationId: 'releaseConversation',
    summary: 'Release a conversation',
    description:
      "Gives up control of the conversation at the platform. The customer's next message goes to the app that answers first there, such as the platform's own agent.",
    errors: ['conversation_not_held', ...OF_HANDOVERS],
    response: Chat,
    run: (scope, id) => controlThread(scope, clients, id, 'release'),
  })
  routes.get('/api/v1/chats/:id/messages', {
    operationId: 'listMessages',
    summary: "List a conversation's messages",
    description: 'Newest first.',
    tag: 'Conversations',
    query: Type.Object(pageQuery, { additionalProperties: false }),
    errors: ['conversation_not_found'],
    reads: 'list',
    response: { 200: pageOf(Message) },
    run: (scope, { id, query }) => list(scope, { ...query, chatId: id }),
  })
}

/** The errors of a change of who holds a conversation. */
const OF_HANDOVERS: readonly ErrorCode[] = [
  'channel_not_connected',
  'handover_not_supported',
  'platform_refused',
  'platform_unavailable',
]

/** An action on a conversation that calls its platform. */
type PlatformAction<Result extends TSchema> = {
  name: string
  permission: RouteScope
  operationId: string
  summary: string
  description: string
  errors?: readonly ErrorCode[]
  response: Result
  run: (scope: Scope, id: string) => Promise<Static<Result>>
}

function addPlatformAction<Result extends TSchema>(
  app: App,
  {
    name,
    permission,
    operationId,
    summary,
    description,
    errors = [],
    response,
    run,
  }: PlatformAction<Result>,
): void {
  const routes = resource(app, '', {
    tag: 'Messages',
    read: { key: 'messages:read' },
    write: { key: 'messages:write' },
  })

  routes.post(`/api/v1/chats/:id/${name}`, {
    operationId,
    summary,
    description,
    tag: 'Conversations',
    permission: { key: permission },
    body: EmptyBody,
    errors: ['conversation_not_found', 'live_key_required', ...errors],
    response: { 200: response as TSchema },
    runs: 'around',
    run: (scope, { id }) => run(scope, id),
  })
}
