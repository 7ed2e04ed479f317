import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from './wait-for.ts'

/** A request that a receiver caught; `body` byte for byte. */
export type CaughtRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  at: Date
}

/** Answers a request, or leaves it hanging. */
export type Respond = (request: CaughtRequest, response: ServerResponse) => void

/** A real HTTP server on loopback that stores its requests. */
export type Receiver = {
  url: string
  requests: CaughtRequest[]
  waitFor: (count: number) => Promise<CaughtRequest[]>
  respondWith: (respond: Respond) => void
  close: () => Promise<void>
}

/** Starts a receiver on a free port (or `port`); it answers 200 unless `respond` does. */
export async function startReceiver(respond?: Respond, port = 0): Promise<Receiver> {
  const requests: CaughtRequest[] = []
  let answer: Respond = respond ?? ((_request, response) => void response.end('ok'))
  const server = createServer((incoming, response) => {
    void read(incoming).then((request) => {
      if (!request) return
      requests.push(request)
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    waitFor: (count) =>
      waitFor(() => (requests.length >= count ? requests : undefined), {
        what: `${count} requests at the receiver`,
      }),
    respondWith: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(incoming: IncomingMessage): Promise<CaughtRequest | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return {
    method: incoming.method!,
    path: incoming.url!,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    at: new Date(),
  }
}
