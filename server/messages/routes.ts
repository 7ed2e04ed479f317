import type { Static } from 'typebox'
import type { Context, Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import type { App } from '#http/app.ts'
import { addExport } from '#http/add-export.ts'
import { scopeOf } from '#http/add-authentication.ts'
import type { BatchItem } from '#http/create-batch.ts'
import { createBatchedRead } from '#http/create-batched-read.ts'
import { createExpander } from '#http/create-expander.ts'
import { resource } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import type { Idempotency } from '#lib/idempotency.ts'
import { isUuid } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import type { PageInput } from '#lib/page.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { Chat } from '#conversations/schema.ts'
import { getContacts } from '#contacts/get-contact.ts'
import { readChats } from '#conversations/read-chats.ts'
import { canSend } from './sending/can-send.ts'
import { CanSend, CanSendQuery, ContactCanSend } from './can-send-schema.ts'
import { controlThread } from './sending/control-thread.ts'
import { getMessages } from './get-message.ts'
import { getTrail } from './get-trail.ts'
import { exportMessages } from './export-messages.ts'
import { findMessages } from './find-messages.ts'
import {
  ExpandedMessage,
  ExportMessagesQuery,
  FindMessagesQuery,
  GetMessageQuery,
} from './find-messages-schema.ts'
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
import { readOrReplay } from './queueing/read-or-replay.ts'
import { readSendInput } from './queueing/read-send-input.ts'
import { ReadReceipt, markReadOnPlatform } from './sending/mark-read-on-platform.ts'
import { Trail } from './trail-schema.ts'

/** The errors of a change of who holds a conversation. */
const HANDOVER_ERRORS = [
  'channel_not_connected',
  'handover_not_supported',
  'live_key_required',
  'platform_refused',
  'platform_unavailable',
] as const

type Messages = Resource<'/api/v1/messages'>
type Chats = Resource<'/api/v1/chats'>

/** Adds the API's routes of messages. */
export function addMessageRoutes(app: App, context: Context, clients: PlatformClients): void {
  const messages = resource(app, '/api/v1/messages', {
    tag: 'Messages',
    read: { key: 'messages:read' },
    write: { key: 'messages:write' },
    notFound: 'message_not_found',
  })
  const chats = resource(app, '/api/v1/chats', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'messages:write' },
    notFound: 'conversation_not_found',
  })
  addSendRoutes(messages, context)
  addStoredMessageRoutes(messages)
  addCanSendRoutes(chats)
  addReceiptRoutes(chats, clients)
  addHandoverRoutes(chats, clients)
  addChatMessagesRoute(chats)
}

function addSendRoutes(messages: Messages, context: Context): void {
  const send = createMessageSender(context)
  const options = { allowLocal: context.config.allowLocalWebhooks }
  const read = (scope: Scope, { input, idempotency }: BatchItem<Static<typeof SendMessageBody>>) =>
    readOrReplay(scope, idempotency, () => readSendInput(scope, input, options))
  const sendRead = async (
    scope: Scope,
    found: Awaited<ReturnType<typeof read>>,
    idempotency: Idempotency | undefined,
  ) => {
    if ('stored' in found) return found.stored
    return send(scope, { ...found.input, actor: scope.actor, idempotency })
  }

  messages.post('/send', {
    operationId: 'sendMessage',
    summary: 'Send a message',
    description:
      'Sends a text, file, template, interactive message, reaction, location or contact cards. The response is sent as soon as the message is stored. The platform is called afterwards, and `status` shows the outcome.',
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
      'not_holder',
      'person_not_found',
      'template_not_usable',
      'template_required',
      'window_closed',
    ],
    response: { 201: SentMessage },
    findTrace: async (request) => {
      const { conversation_id: id } = (request.body ?? {}) as { conversation_id?: unknown }
      return typeof id === 'string' && isUuid(id)
        ? findAnsweredTrace(scopeOf(request), id)
        : undefined
    },
    answer: async (scope, { body }, idempotency) =>
      sendRead(scope, await read(scope, { input: body, idempotency }), idempotency),
  })
  messages.postItems('/batch', {
    operationId: 'sendMessages',
    summary: 'Send many messages',
    description:
      'Sends up to 100 messages, each as `POST /api/v1/messages/send` does, in their order. The response has a result for each item; an item that fails changes nothing of the others. Each item counts towards the rate limit.',
    body: MessageBatchBody,
    item: MessageBatchItem,
    response: { 207: MessageBatchResults },
    async run(scope, items) {
      const found = await Promise.allSettled(items.map((item) => read(scope, item)))
      // All are sent at once, so that they keep their order.
      return Promise.allSettled(
        found.map(async (each, index) => {
          if (each.status === 'rejected') throw each.reason
          return sendRead(scope, each.value, itemAt(items, index).idempotency)
        }),
      )
    },
  })
}

function addStoredMessageRoutes(messages: Messages): void {
  const read = createBatchedRead(getMessages, (id) => notFound('messages', id))
  const find = createSharedList(findMessages)
  const expander = createExpander<Message>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person_id, readMany: getContacts },
    conversation: {
      scope: 'chats:read',
      idOf: (each) => each.conversation_id,
      readMany: readChats,
    },
  })

  messages.get('', {
    operationId: 'findMessages',
    summary: 'Find messages',
    description:
      'Returns the messages of all conversations that match the filters, newest first by `created_at`. A page can be short, or even empty, while `next_cursor` is not null.',
    query: FindMessagesQuery,
    reads: 'list',
    response: { 200: pageOf(ExpandedMessage) },
    expander,
    run: (scope, { query }) => find(scope, query),
  })
  addExport(messages, {
    name: 'messages',
    permission: { key: 'messages:read' },
    hasFormats: true,
    query: ExportMessagesQuery,
    run: exportMessages,
  })
  messages.get('/:id', {
    operationId: 'getMessage',
    summary: 'Get a message',
    query: GetMessageQuery,
    isConditional: true,
    response: { 200: ExpandedMessage },
    expander,
    run: (scope, { id }) => read(scope, id),
  })
  messages.post('/:id/retry', {
    operationId: 'retryMessage',
    summary: 'Retry a failed message',
    description: 'Sends the content again as a new message. A message can be retried once.',
    errors: [
      'contact_blocked',
      'contact_opted_out',
      'live_key_required',
      'media_not_found',
      'message_not_failed',
      'message_retried',
      'not_holder',
      'template_not_usable',
      'window_closed',
    ],
    response: { 201: SentMessage },
    runs: 'tenant',
    run: (scope, { id }) => retryMessage(scope, id),
  })
  messages.get('/:id/trail', {
    operationId: 'getMessageTrail',
    summary: "Get a message's trail",
    description:
      'Returns every step (when it was queued, each attempt, each status, and each error with advice), and what the platform charges.',
    response: { 200: Trail },
    run: (scope, { id }) => getTrail(scope, id),
  })
}

function addCanSendRoutes(chats: Chats): void {
  chats.get('/:id/can-send', {
    operationId: 'checkCanSend',
    summary: 'Check what can be sent to a conversation',
    description:
      "Returns what can be sent now, the reason if it can't, and what a new message would wait for.",
    response: { 200: CanSend },
    run: (scope, { id }) => canSend(scope, id),
  })
  chats.get('/can-send', {
    operationId: 'checkCanSendToContact',
    summary: 'Check what can be sent to a contact',
    description:
      'Returns for each channel whether the contact has a conversation there, and what can be sent now: the next message, or the first one, which opens the conversation.',
    query: CanSendQuery,
    errors: ['channel_not_found', 'invalid_phone', 'missing_target', 'person_not_found'],
    response: { 200: ContactCanSend },
    run: (scope, { query }) => canSendToContact(scope, query),
  })
}

/** Adds the actions that show the customer what happens with a conversation. */
function addReceiptRoutes(chats: Chats, clients: PlatformClients): void {
  chats.post('/:id/read', {
    operationId: 'markConversationRead',
    summary: 'Mark a conversation as read',
    description: 'Resets `unread_count` and shows the customer that the messages were read.',
    errors: ['live_key_required'],
    response: { 200: ReadReceipt },
    runs: 'around',
    run: (scope, { id }) => markReadOnPlatform(scope, clients, id, { isTyping: false }),
  })
  chats.post('/:id/typing', {
    operationId: 'showTyping',
    summary: 'Show a typing indicator',
    description:
      'Shown for 25 seconds, or until the next message. Also marks the conversation as read.',
    errors: ['live_key_required'],
    response: { 200: ReadReceipt },
    runs: 'around',
    run: (scope, { id }) => markReadOnPlatform(scope, clients, id, { isTyping: true }),
  })
}

/** Adds the actions that change which app answers a conversation. */
function addHandoverRoutes(chats: Chats, clients: PlatformClients): void {
  chats.post('/:id/take-over', {
    operationId: 'takeOverConversation',
    summary: 'Take over a conversation',
    description:
      "Takes the conversation from the app that holds it at the platform, such as the platform's own agent, so that the customer's messages come to you. A free-form message takes over too, where the platform allows it. The platform may refuse.",
    permission: { key: 'chats:write' },
    errors: HANDOVER_ERRORS,
    response: { 200: Chat },
    runs: 'around',
    run: (scope, { id }) => controlThread(scope, clients, id, 'take'),
  })
  chats.post('/:id/release', {
    operationId: 'releaseConversation',
    summary: 'Release a conversation',
    description:
      "Gives up control of the conversation at the platform. The customer's next message goes to the app that answers first there, such as the platform's own agent.",
    permission: { key: 'chats:write' },
    errors: ['conversation_not_held', ...HANDOVER_ERRORS],
    response: { 200: Chat },
    runs: 'around',
    run: (scope, { id }) => controlThread(scope, clients, id, 'release'),
  })
}

function addChatMessagesRoute(chats: Chats): void {
  const list = createSharedList(
    (scope, { chatId, ...page }: PageInput & { chatId: string }) =>
      listMessages(scope, chatId, page),
    undefined,
    () => true,
  )

  chats.get('/:id/messages', {
    operationId: 'listMessages',
    summary: "List a conversation's messages",
    description: 'Newest first.',
    permission: { key: 'messages:read' },
    query: UnfilteredQuery,
    reads: 'list',
    response: { 200: pageOf(Message) },
    run: (scope, { id, query }) => list(scope, { ...query, chatId: id }),
  })
}
