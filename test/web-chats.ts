import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createIngest } from '#ingest.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { createWebChat } from '#web-chats/create-web-chat.ts'
import type { WebChatWithSecret } from '#web-chats/schema.ts'
import type { VisitorMessages } from '#web-chats/visitors/schema.ts'
import { createTestWorkspace } from './factories.ts'

/** The site on which the web chats of tests are. */
export const SITE = 'https://shop.example'

/** Options of a request: the token of the visitor, a JSON body, the origin, null for none, and the header `Accept-Language`. */
type VisitorCall = {
  token?: string
  body?: unknown
  origin?: string | null
  publicId?: string
  language?: string
}

/** A file of a visitor, and the other fields of its form; `id` is chosen if it is missing. */
type VisitorUpload = { bytes: Buffer; type: string; filename?: string; fields?: object }

let networks = 0

/** Opens the ingest server with web chats of tests; `work` and `send` are turns of the worker's lanes. */
export function openWebChats(context: Context) {
  const app = createIngest(context)
  const inbound = createInboundLane(context)
  const sending = createSendLane(context)
  after(() => app.close())

  /** Creates a web chat, by default in a workspace of its own, whose visitors have an address of their own. */
  async function open(given: { scope?: Scope } = {}) {
    const scope = given.scope ?? (await createTestWorkspace(context)).scope
    const chat = await createWebChat(scope, { name: 'Shop', allowed_origins: [SITE] })
    const remoteAddress = `10.1.${networks >> 8}.${networks++ & 255}`

    async function call(request: string, options: VisitorCall = {}) {
      const [method, path] = request.split(' ') as ['GET' | 'POST' | 'OPTIONS', string]
      const { token, body, origin = SITE, publicId = chat.public_id, language } = options
      const { statusCode, headers, payload } = await app.inject({
        method,
        url: `/chat/${publicId}${path}`,
        remoteAddress,
        ...(body !== undefined && { payload: JSON.stringify(body) }),
        headers: {
          ...(origin !== null && { origin }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(language !== undefined && { 'accept-language': language }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      })
      return { status: statusCode, headers, body: payload ? JSON.parse(payload) : undefined }
    }
    const start = async (body: object = {}): Promise<string> => {
      const answer = await call('POST /session', { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.token
    }
    const write = async (token: string, text: string, id: string = randomUUID()) => {
      const answer = await call('POST /messages', { token, body: { id, text } })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return id
    }
    /** Sends a file as the form of a browser. */
    const sendFile = async (token: string, { bytes, type, filename, fields }: VisitorUpload) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ id: randomUUID(), ...fields }))
        form.append(name, String(value))
      form.append('file', new File([new Uint8Array(bytes)], filename ?? 'photo.png', { type }))
      const encoded = new Response(form)
      const { statusCode, headers, payload } = await app.inject({
        method: 'POST',
        url: `/chat/${chat.public_id}/files`,
        remoteAddress,
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: {
          origin: SITE,
          authorization: `Bearer ${token}`,
          'content-type': encoded.headers.get('content-type')!,
        },
      })
      return { status: statusCode, headers, body: JSON.parse(payload) }
    }
    const read = async (token: string, query = ''): Promise<VisitorMessages> => {
      const answer = await call(`GET /messages${query}`, { token })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }
    const textsOf = async (token: string) => (await read(token)).data.map(({ text }) => text)
    const turn = { workspaceId: scope.workspaceId, leaseToken: '', wakes: 0 }
    const { signal } = new AbortController()
    const work = () => inbound.work({ ...turn, targetId: scope.workspaceId }, signal)
    const send = () => sending.work({ ...turn, targetId: chat.id }, signal)
    return { scope, chat, call, start, write, sendFile, read, textsOf, work, send }
  }

  return { app, open }
}

/** Signs the token of a user, as the server of a site does; by default it ends in an hour. */
export function signUser(
  { secret }: Pick<WebChatWithSecret, 'secret'>,
  claims: object,
  header: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const signed = `${encode(header)}.${encode({ exp, ...claims })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
