import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { payloadOf, sign, statusOf } from '#platforms/fixtures/payloads.ts'

/** The statuses that the platform reports for each message. */
const STATUSES = ['sent', 'delivered', 'read']

/** The platform as this process plays it: it accepts every message and reports its statuses, a payload for each. */
type BenchPlatform = {
  graphUrl: string
  /** Sends a payload to the ingest server. @throws when it is not answered 200 */
  post: (payload: object) => Promise<void>
  /** The number of messages whose statuses have all been answered. */
  reported: () => number
  close: () => Promise<void>
}

/** Starts the platform; the ingest server is at `ingestUrl`. */
export async function startBenchPlatform(ingestUrl: string): Promise<BenchPlatform> {
  const ingest = new Pool(ingestUrl, { connections: 32 })
  let reported = 0

  async function post(payload: object): Promise<void> {
    const body = JSON.stringify(payload)
    const answer = await ingest.request({
      method: 'POST',
      path: '/webhook/whatsapp',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) },
      body,
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`A payload was answered ${answer.statusCode}.`)
  }

  async function report(account: string, id: string): Promise<void> {
    const at = Math.floor(Date.now() / 1000)
    for (const status of STATUSES) await post(payloadOf(account, statusOf(id, status, at)))
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
    post,
    reported: () => reported,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await ingest.close()
    },
  }
}
