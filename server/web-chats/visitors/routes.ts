import { readPictureUrl } from '#account/pictures/read-picture-url.ts'
import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import type { Context } from '#db/context.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { addUploads } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { beginEventStream } from '#http/begin-event-stream.ts'
import { receiveForm } from '#http/receive-form.ts'
import { resource } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { compileValidator } from '#http/compile-validator.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { present } from '#lib/present.ts'
import { readAcceptedLanguage } from '#lib/read-language.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { ServerSentEvent } from '#lib/server-sent-event.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import { sizeOfBody } from '#messages/uploads/create-storage-quota.ts'
import { storeUpload } from '#messages/uploads/store-upload.ts'
import { VISITOR_FILE_BYTES_MAX } from '#shared/web-chats.ts'
import { announceTyping } from './announce-typing.ts'
import { readSession } from './find-session.ts'
import { createOnlineFinder } from './create-online-finder.ts'
import { createWebChatFinder } from './create-web-chat-finder.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import { createVisitorStreams } from './create-visitor-streams.ts'
import { postFile } from './post-file.ts'
import { postMessage } from './post-message.ts'
import { recordReceipt } from './record-receipt.ts'
import {
  AcceptedMessage,
  ChatParams,
  ListVisitorMessagesQuery,
  PostFileForm,
  PostMessageBody,
  ReceiptBody,
  StartedSession,
  StartSessionBody,
  TypingBody,
  VisitorMessages,
  VisitorStreamQuery,
  WidgetSettings,
} from './schema.ts'
import { startSession } from './start-session.ts'
import { createVisitorPayloadStore } from './create-visitor-payload-store.ts'
import { createVisitorLimits } from './visitor-limits.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'

const BODY_BYTES_MAX = 32 * 1024
/** The bytes of a file that are in memory while it is stored. */
const FILE_BUFFERED_BYTES = 1024 * 1024
/** The rate limits of a network, which an office shares: requests and new sessions; and those of a visitor. */
const NETWORK = { ratePerSecond: 30, burst: 200 }
const STARTS = { ratePerSecond: 0.5, burst: 60 }
const POSTS = { ratePerSecond: 1, burst: 20 }
/** The rate limits of files: of a visitor, and of a network, which an office shares. */
const FILES = { ratePerSecond: 1 / 60, burst: 10 }
const NETWORK_FILES = { ratePerSecond: 1 / 10, burst: 60 }
const TYPING = { ratePerSecond: 0.5, burst: 10 }
const READS = { ratePerSecond: 5, burst: 60 }
const TOO_MANY = 'Too many requests. Wait a moment and try again.'
const PREFLIGHT_SECONDS = '7200'

const FORM_FIELDS = ['id', 'text', 'page_url']
const checkForm = compileValidator(Type.Omit(PostFileForm, ['file']), 'body', 'POST')

const PERMISSION = {
  open: 'visitors of a site have a token of their own, and the site is checked',
} as const
const CHATS = '/chat/:public_id'
const COMMON = { read: PERMISSION, write: PERMISSION } as const
const POST = { params: ChatParams, bodyLimit: BODY_BYTES_MAX } as const

type Chats = Resource<typeof CHATS>
type Tools = ReturnType<typeof createTools>

/** Adds the API by which the widget of a web chat reads and writes, from the sites that the web chat allows. */
export function addVisitorRoutes(app: App, context: Context): void {
  const tools = createTools(context)
  app.addHook('preClose', async () => tools.streams.close())

  app.register(async (visitors: App) => {
    visitors.addHook('onRequest', tools.admit)
    visitors.options(
      `${CHATS}/*`,
      { config: { permission: PERMISSION }, schema: { params: ChatParams } },
      async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'authorization, content-type, last-event-id')
          .header('access-control-max-age', PREFLIGHT_SECONDS)
          .send(),
    )
    const chats = resource(visitors, CHATS, COMMON)
    addSessionRoutes(chats, tools)
    addMessageRoutes(chats, tools)
    addUploads(visitors, { fileBytesMax: VISITOR_FILE_BYTES_MAX + 1, fields: 4 }, (files) =>
      addFileRoute(resource(files, CHATS, COMMON), tools),
    )
    addReportRoutes(chats, tools)
  })
}

/** Creates what the routes share: stores, limits, and functions that find the web chat and the visitor of a request. */
function createTools(context: Context) {
  const buckets = createSharedBuckets(context, 'visitors of web chats')
  const findChat = createWebChatFinder(context)
  const chats = new WeakMap<FastifyRequest, VisitedChat>()
  const chatOf = (request: FastifyRequest) => present(chats.get(request))

  function limit(key: string, rate: typeof NETWORK): void {
    requireAllowed(buckets.take(key, rate), TOO_MANY)
  }

  /** Finds the web chat of a request. A site that is not allowed learns nothing, not even whether the web chat exists. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    const taken = buckets.take(`network ${networkOf(request.ip)}`, NETWORK)
    if (!taken.allowed) {
      // Any page can read that it must wait, and when to retry. The web chat is not looked up.
      if (origin !== undefined) allowOrigin(reply, origin)
      // A page never sees why a preflight failed, so the request after it is refused.
      if (request.method === 'OPTIONS') return
      requireAllowed(taken, TOO_MANY)
    }
    const { public_id: publicId } = request.params as { public_id?: string }
    const chat = await findChat(publicId ?? '')
    if (!chat || origin === undefined || !chat.settings.allowed_origins.includes(origin))
      throw new AppError(
        'origin_not_allowed',
        'There is no such web chat for this site. Check its public id, and that its settings allow the origin of the page.',
      )
    allowOrigin(reply, origin)
    chats.set(request, chat)
  }

  /** Returns the visitor who sent a request, with the web chat, and limits their requests that `name` names. */
  async function visit(request: FastifyRequest, name: string, rate: typeof NETWORK) {
    const chat = chatOf(request)
    const session = await readSession(chat, request.headers.authorization)
    limit(`${name} ${session.id}`, rate)
    return { chat, session }
  }

  return {
    payloads: createVisitorPayloadStore(context),
    files: createMediaStorage(context.config),
    limits: createVisitorLimits(context, buckets),
    findOnline: createOnlineFinder(),
    streams: createVisitorStreams(context),
    chatOf,
    limit,
    admit,
    visit,
  }
}

function addSessionRoutes(chats: Chats, { payloads, findOnline, chatOf, limit }: Tools): void {
  chats.get('/settings', {
    params: ChatParams,
    query: EmptyQuery,
    response: { 200: WidgetSettings },
    serve: async ({ request, reply }) => {
      reply.header('cache-control', 'private, max-age=10')
      const chat = chatOf(request)
      const { name, color, greeting, name_field, email_field, language } = chat.settings
      const online = await findOnline(chat)
      const picture_url = await readPictureUrl(chat.scope)
      return { name, picture_url, color, greeting, name_field, email_field, language, online }
    },
  })
  chats.post('/session', {
    ...POST,
    body: StartSessionBody,
    response: { 200: StartedSession },
    serve: async ({ body, request }) => {
      limit(`start ${networkOf(request.ip)}`, STARTS)
      return startSession(chatOf(request), payloads, body)
    },
  })
}

function addMessageRoutes(chats: Chats, { payloads, limits, streams, visit }: Tools): void {
  chats.get('/messages', {
    params: ChatParams,
    query: ListVisitorMessagesQuery,
    response: { 200: VisitorMessages },
    serve: async ({ query, request }) => {
      const { chat, session } = await visit(request, 'read', READS)
      return listVisitorMessages(chat, session, query)
    },
  })
  chats.post('/messages', {
    ...POST,
    body: PostMessageBody,
    response: { 202: AcceptedMessage },
    serve: async ({ body, request }) => {
      const { chat, session } = await visit(request, 'post', POSTS)
      return postMessage(chat, { payloads, limits }, session, {
        ...body,
        language: readAcceptedLanguage(request.headers['accept-language']),
      })
    },
  })
  chats.get('/stream', {
    // A HEAD request would hold a connection open without sending anything.
    exposeHeadRoute: false,
    params: ChatParams,
    query: VisitorStreamQuery,
    response: { 200: ServerSentEvent },
    serve: async ({ query, request, reply }) => {
      const { chat, session } = await visit(request, 'read', READS)
      const resumed = request.headers['last-event-id']
      await streams.open(chat, session, {
        network: networkOf(request.ip),
        after: typeof resumed === 'string' && resumed !== '' ? resumed : query.after,
        begin: () => beginEventStream(request, reply),
      })
    },
  })
}

function addFileRoute(chats: Chats, { payloads, files, limits, limit, visit }: Tools): void {
  chats.post('/files', {
    params: ChatParams,
    slowBody: true,
    bufferedBytes: FILE_BUFFERED_BYTES,
    bodyLimit: VISITOR_FILE_BYTES_MAX + BODY_BYTES_MAX,
    response: { 202: AcceptedMessage },
    serve: async ({ request }) => {
      const { chat, session } = await visit(request, 'files', FILES)
      limit(`files ${networkOf(request.ip)}`, NETWORK_FILES)
      limits.takeFile(chat, session)
      const size = sizeOfBody(request)
      await limits.takeBytes(chat, session, size ?? 0)
      const id = newId()
      const key = mediaKey(chat.scope.workspaceId, id)
      const message = await receiveForm(request, {
        fields: FORM_FIELDS,
        store: async (file, fields) => {
          const checked = readFields(fields)
          const stored = await storeUpload(files, key, file, VISITOR_FILE_BYTES_MAX)
          if (size === null) await limits.takeBytes(chat, session, stored.size_bytes)
          return { ...checked, file: { id, ...stored } }
        },
        discard: () => files.remove(key),
      })
      const language = readAcceptedLanguage(request.headers['accept-language'])
      return postFile(chat, { payloads, files, limits }, session, { ...message, language })
    },
  })
}

/** Adds the routes by which a widget reports that its visitor types or has read. */
function addReportRoutes(chats: Chats, { payloads, visit }: Tools): void {
  chats.post('/typing', {
    ...POST,
    body: TypingBody,
    serve: async ({ body, request }) => {
      const { chat, session } = await visit(request, 'typing', TYPING)
      await announceTyping(chat, session, body)
    },
  })
  chats.post('/receipts', {
    ...POST,
    body: ReceiptBody,
    serve: async ({ body, request }) => {
      const { chat, session } = await visit(request, 'post', POSTS)
      await recordReceipt(chat, payloads, session, body)
    },
  })
}

/** Checks the fields of a form beside its file. */
function readFields(given: object): Omit<PostFileForm, 'file'> {
  const checked = checkForm(given)
  if ('error' in checked) throw checked.error
  return checked.value as Omit<PostFileForm, 'file'>
}

function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', 'retry-after')
}
