import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the receiver caught, with its body as bytes. */
export interface Caught {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: Buffer
  json: any
}

/** Decides the response to a request: a status code, with a text if needed. */
type Answer = (request: Caught) => number | { status: number; text: string }

/** A real HTTP server that accepts webhooks in place of an ingest server. */
interface Receiver {
  url: string
  caught: Caught[]
  answer: Answer
  until(enough: (caught: Caught[]) => boolean): Promise<Caught[]>
  close(): Promise<void>
}

/** Starts a receiver, by default on a free port; it answers 200 until `answer` is replaced. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const arrivals = new EventEmitter()
  const server = createServer((request, response) => void take(request, response))

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const caught: Caught = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://receiver'),
      headers: request.headers,
      body,
      json: body.length > 0 ? JSON.parse(body.toString()) : undefined,
    }
    receiver.caught.push(caught)
    const answer = receiver.answer(caught)
    const { status, text } = typeof answer === 'number' ? { status: answer, text: '' } : answer
    response.writeHead(status).end(text, () => arrivals.emit('caught'))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/whatsapp`,
    caught: [],
    answer: () => 200,
    async until(enough) {
      while (!enough(receiver.caught)) {
        await once(arrivals, 'caught', { signal: AbortSignal.timeout(10_000) })
      }
      return receiver.caught
    },
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Returns the one status of a status webhook. */
export function statusOf(caught: Caught): any {
  return caught.json.entry[0].changes[0].value.statuses?.[0]
}

/** Returns the one message of an inbound webhook. */
export function messageOf(caught: Caught): any {
  return caught.json.entry[0].changes[0].value.messages?.[0]
}
