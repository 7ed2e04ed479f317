import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SENDER_HEADER } from './sender-header.ts'

/**
 * A message that the platform accepted. `messageId` is our id, which the platform returns in each status; `sender` is the
 * process that sent it. `answeredAt` is missing when the sender got no answer. Times are in ms since 1970.
 */
export type Acceptance = {
  messageId: string
  platformId: string
  sender: number
  at: number
  answeredAt?: number
}

/** The failure of a platform that accepts each message: it resets the connection instead of answering, or never answers. */
type AnswerFailure = 'reset' | 'hold'

/** A proxy in front of the platform with a record of its own. */
export type PlatformRecorder = {
  url: string
  acceptances: Acceptance[]
  /** Fails the answers to all sends from now on, until it is called without a failure; that resets those on hold. */
  fail: (failure?: AnswerFailure) => void
  /** Returns the messages whose answers are on hold now. */
  held: () => Acceptance[]
  close: () => Promise<void>
}

const HOP_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

/** Starts a proxy on a free loopback port in front of the platform at `target`. */
export async function startPlatformRecorder(target: string): Promise<PlatformRecorder> {
  const acceptances: Acceptance[] = []
  const onHold = new Map<ServerResponse, Acceptance>()
  let failure: AnswerFailure | undefined
  const server = createServer((incoming, response) => {
    response.on('error', () => undefined)
    relay(incoming, response).catch(() => response.socket?.resetAndDestroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function relay(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now()
    const body = await readBody(incoming)
    const answer = await fetch(`${target}${incoming.url}`, {
      method: incoming.method!,
      redirect: 'manual',
      headers: toHeaders(incoming),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const accepted = answer.ok && isSend(incoming) ? readAcceptance(body, bytes) : undefined
    if (accepted) {
      const acceptance: Acceptance = {
        ...accepted,
        sender: Number(incoming.headers[SENDER_HEADER]),
        at,
      }
      acceptances.push(acceptance)
      if (failure === 'reset') return void response.socket?.resetAndDestroy()
      if (failure === 'hold') {
        onHold.set(response, acceptance)
        response.once('close', () => onHold.delete(response))
        return
      }
      response.once('finish', () => (acceptance.answeredAt = Date.now()))
    }
    const headers = [...answer.headers].filter(
      ([name]) => ![...HOP_HEADERS, 'content-encoding'].includes(name),
    )
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(bytes)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acceptances,
    held: () => [...onHold.values()],
    fail(next) {
      failure = next
      if (next !== 'hold') for (const response of onHold.keys()) response.socket?.resetAndDestroy()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isSend({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url!.endsWith('/messages')
}

/** Reads our id and the platform's from a send; undefined for others on the same path, such as a read receipt. */
function readAcceptance(
  body: Buffer,
  answer: Buffer,
): Pick<Acceptance, 'messageId' | 'platformId'> | undefined {
  const { biz_opaque_callback_data: messageId } = JSON.parse(body.toString())
  const platformId = JSON.parse(answer.toString()).messages?.[0]?.id
  return messageId && platformId ? { messageId, platformId } : undefined
}

function toHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      HOP_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
