import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { payloadOf, statusOf } from '#platforms/fixtures/payload-of.ts'
import { createPayloadPoster } from '../ingest/payload-poster.ts'

/** The statuses that the platform reports for each message. */
const STATUSES = ['sent', 'delivered', 'read']

/** The platform as this process plays it: it accepts every message and reports its statuses, a payload for each. */
type BenchPlatform = {
  graphUrl: string
  /** Sends the body of a payload to the ingest server. @throws when it is not answered 200 */
  post: (body: string) => Promise<number>
  /** The number of messages whose statuses have all been answered. */
  reported: () => number
  close: () => Promise<void>
}

/** Starts the platform; the ingest server is at `ingestUrl`. */
export async function startBenchPlatform(ingestUrl: string): Promise<BenchPlatform> {
  const ingest = createPayloadPoster(ingestUrl)
  let reported = 0

  async function report(account: string, id: string): Promise<void> {
    const at = Math.floor(Date.now() / 1000)
    for (const status of STATUSES)
      await ingest.post(JSON.stringify(payloadOf(account, statusOf(id, status, at))))
    reported++
  }

  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const id = `wamid.growth.${randomUUID()}`
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ messaging_product: 'whatsapp', messages: [{ id }] }))
      void report(request.url!.split('/')[2]!, id)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v25.0`,
    post: ingest.post,
    reported: () => reported,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await ingest.close()
    },
  }
}
