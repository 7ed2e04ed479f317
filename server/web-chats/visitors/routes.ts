import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import type { Context } from '#context.ts'
import { createSharedBuckets } from '#db/shared-buckets.ts'
import type { App } from '#http/app.ts'
import { beginEventStream } from '#http/event-stream.ts'
import { receiveForm } from '#http/receive-form.ts'
import { compileValidator } from '#http/validation.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { createMediaStorage } from '#messages/media/create-media-storage.ts'
import { mediaKey } from '#messages/media/media-storage.ts'
import { sizeOfBody } from '#messages/uploads/create-storage-quota.ts'
import { storeUpload } from '#messages/uploads/store-upload.ts'
import { VISITOR_FILE_BYTES_MAX } from '#shared/web-chats.ts'
import { announceTyping } from './announce-typing.ts'
import { readSession } from './find-session.ts'
import { createWebChatFinder } from './find-visited-chat.ts'
import type { VisitedChat } from './find-visited-chat.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import { createVisitorStreams } from './open-visitor-stream.ts'
import { postFile } from './post-file.ts'
import { postMessage } from './post-message.ts'
import { recordReceipt } from './record-receipt.ts'
import {
  ChatParams,
  ListVisitorMessagesQuery,
  PostFileForm,
  PostMessageBody,
  ReceiptBody,
  StartSessionBody,
  TypingBody,
  VisitorStreamQuery,
} from './schema.ts'
import { startSession } from './start-session.ts'
import { createVisitorPayloadStore } from './store-visitor-payload.ts'
import { createVisitorLimits } from './visitor-limits.ts'

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
const PREFLIGHT_SECONDS = '7200'

const FORM_FIELDS = ['id', 'text', 'page_url']
const checkForm = compileValidator(Type.Omit(PostFileForm, ['file']), 'body', 'POST')

const config = {
  permission: { open: 'visitors of a site have a token of their own, and the site is checked' },
} as const

/** Adds the API by which the widget of a web chat reads and writes, from the sites that the web chat allows. */
export function addVisitorRoutes(app: App, context: Context): void {
  const findChat = createWebChatFinder(context)
  const store = createVisitorPayloadStore(context)
  const stores = {
    payloads: store,
    files: createMediaStorage(context.config),
  }
  const streams = createVisitorStreams(context)
  const buckets = createSharedBuckets(context, 'visitors of web chats')
  const limits = createVisitorLimits(context, buckets)
  app.addHook('preClose', async () => streams.close())

  function limit(key: string, rate: typeof NETWORK): void {
    const taken = buckets.take(key, rate)
    if (!taken.allowed) throw rateLimited(taken.retryAfterSeconds)
  }

  app.register(async (visitors: App) => {
    const chats = new WeakMap<FastifyRequest, VisitedChat>()
    const chatOf = (request: FastifyRequest) => chats.get(request)!
    const sessionOf = (request: FastifyRequest) =>
      readSession(chatOf(request), request.headers.authorization)

    // A site that is not allowed learns nothing, not even whether the web chat exists.
    visitors.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      reply.header('vary', 'Origin')
      const taken = buckets.take(`network ${networkOf(request.ip)}`, NETWORK)
      if (!taken.allowed) {
        // Any page can read that it must wait, and when to retry. The web chat is not looked up.
        if (origin !== undefined) allowOrigin(reply, origin)
        // A page never sees why a preflight failed, so the request after it is refused.
        if (request.method === 'OPTIONS') return
        throw rateLimited(taken.retryAfterSeconds)
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
    })

    visitors.options(
      '/chat/:public_id/*',
      { config, schema: { params: ChatParams } },
      async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'authorization, content-type, last-event-id')
          .header('access-control-max-age', PREFLIGHT_SECONDS)
          .send(),
    )
    visitors.get(
      '/chat/:public_id/settings',
      { config, schema: { params: ChatParams, querystring: EmptyQuery } },
      async (request, reply) => {
        reply.header('cache-control', 'private, max-age=60')
        const { name, color, greeting, name_field, email_field, language } =
          chatOf(request).settings
        return { name, color, greeting, name_field, email_field, language }
      },
    )
    visitors.post(
      '/chat/:public_id/session',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: ChatParams, body: StartSessionBody } },
      async (request) => {
        limit(`start ${networkOf(request.ip)}`, STARTS)
        return startSession(chatOf(request), store, request.body)
      },
    )
    visitors.get(
      '/chat/:public_id/messages',
      { config, schema: { params: ChatParams, querystring: ListVisitorMessagesQuery } },
      async (request) => {
        const session = await sessionOf(request)
        limit(`read ${session.id}`, READS)
        return listVisitorMessages(chatOf(request), session, request.query)
      },
    )
    visitors.post(
      '/chat/:public_id/messages',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: ChatParams, body: PostMessageBody } },
      async (request, reply) => {
        const session = await sessionOf(request)
        limit(`post ${session.id}`, POSTS)
        const accepted = await postMessage(
          chatOf(request),
          { payloads: store, limits },
          session,
          request.body,
        )
        return reply.code(202).send(accepted)
      },
    )
    visitors.post(
      '/chat/:public_id/typing',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: ChatParams, body: TypingBody } },
      async (request, reply) => {
        const session = await sessionOf(request)
        limit(`typing ${session.id}`, TYPING)
        await announceTyping(chatOf(request), session, request.body)
        return reply.code(204).send()
      },
    )
    visitors.register(async (files: App) => {
      files.removeAllContentTypeParsers()
      await files.register(multipart, {
        limits: { files: 1, fields: 4, parts: 5, fileSize: VISITOR_FILE_BYTES_MAX + 1 },
        throwFileSizeLimit: true,
      })
      files.post(
        '/chat/:public_id/files',
        {
          config: { ...config, slowBody: true, bufferedBytes: FILE_BUFFERED_BYTES },
          bodyLimit: VISITOR_FILE_BYTES_MAX + BODY_BYTES_MAX,
          schema: { params: ChatParams },
        },
        async (request, reply) => {
          const session = await sessionOf(request)
          limit(`files ${session.id}`, FILES)
          limit(`files ${networkOf(request.ip)}`, NETWORK_FILES)
          const chat = chatOf(request)
          limits.takeFile(chat, session)
          const { workspaceId } = chat.scope
          const size = sizeOfBody(request)
          await limits.takeBytes(chat, session, size ?? 0)
          const id = newId()
          const key = mediaKey(workspaceId, id)
          const message = await receiveForm(request, {
            fields: FORM_FIELDS,
            store: async (file, fields) => {
              const checked = readFields(fields)
              const stored = await storeUpload(stores.files, key, file, VISITOR_FILE_BYTES_MAX)
              if (size === null) await limits.takeBytes(chat, session, stored.size_bytes)
              return { ...checked, file: { id, ...stored } }
            },
            discard: () => stores.files.remove(key),
          })
          return reply.code(202).send(await postFile(chat, { ...stores, limits }, session, message))
        },
      )
    })
    visitors.post(
      '/chat/:public_id/receipts',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: ChatParams, body: ReceiptBody } },
      async (request, reply) => {
        const session = await sessionOf(request)
        limit(`post ${session.id}`, POSTS)
        await recordReceipt(chatOf(request), store, session, request.body)
        return reply.code(204).send()
      },
    )
    visitors.get(
      '/chat/:public_id/stream',
      {
        // A HEAD request would hold a connection open without sending anything.
        exposeHeadRoute: false,
        config,
        schema: { params: ChatParams, querystring: VisitorStreamQuery },
      },
      async (request, reply) => {
        const session = await sessionOf(request)
        limit(`read ${session.id}`, READS)
        const resumed = request.headers['last-event-id']
        await streams.open(chatOf(request), session, {
          network: networkOf(request.ip),
          after: typeof resumed === 'string' && resumed !== '' ? resumed : request.query.after,
          begin: () => beginEventStream(request, reply),
        })
      },
    )
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

function rateLimited(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Wait a moment and try again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}
