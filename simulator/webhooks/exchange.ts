import { Agent, request } from 'undici'
import { lookupPrivate } from '../private-addresses.ts'
import type { Delivery } from './delivery.ts'

/** The result of an attempt: the status of the response, or why there was none. */
interface Outcome {
  statusCode: number | null
  error: string | null
}

/** Posts webhooks, to this machine and to private networks only. */
interface Exchange {
  exchange(delivery: Pick<Delivery, 'url' | 'body' | 'signature'>): Promise<Outcome>
  close(): Promise<void>
}

const ANSWER_TIMEOUT_MS = 10_000

/** Creates an exchange that posts webhooks as the platform does: no redirects, ten seconds for a response. */
export function createExchange(): Exchange {
  const agent = new Agent({
    connections: 32,
    connect: { timeout: ANSWER_TIMEOUT_MS, lookup: lookupPrivate },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
  return {
    async exchange({ url, body, signature }) {
      try {
        const response = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'facebookexternalua',
            accept: '*/*',
            'x-hub-signature-256': signature,
          },
          body,
        })
        await response.body.dump()
        return { statusCode: response.statusCode, error: null }
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return { statusCode: null, error: code ?? message }
      }
    },
    close: () => agent.destroy(),
  }
}
