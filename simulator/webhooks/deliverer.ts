import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { SimulatorConfig } from '../config.ts'
import { createRing } from '../ring.ts'
import type { Ring } from '../ring.ts'
import { encodePayload, signBytes } from './encode.ts'

/** One webhook: the bytes, signed once, and what became of them. Times are RFC 3339. */
export interface Delivery {
  id: string
  kind: 'inbound' | 'status' | 'payload'
  lane: string
  messageId: string | null
  state: 'pending' | 'delivered' | 'abandoned' | 'cancelled'
  tries: number
  lastStatusCode: number | null
  lastError: string | null
  createdAt: string
  nextTryAt: string | null
  deliveredAt: string | null
  body: Buffer
  signature: string
}

/** What to post: `lane` names the customer, within which webhooks keep their order until one fails. */
export interface Posting {
  kind: Delivery['kind']
  lane: string
  messageId?: string | null
  payload: unknown
}

/** A posted webhook; `firstTry` resolves to whether its first try was accepted, and never rejects. */
export interface Posted {
  delivery: Delivery
  firstTry: Promise<boolean>
}

/** The sender of webhooks with its log and its backlog, all bounded. */
export interface Deliverer {
  log: Ring<Delivery>
  post(posting: Posting): Posted
  postAgain(delivery: Delivery): Posted
  pendingCount(): number
  hasRoom(): boolean
  clear(): void
  close(): Promise<void>
}

const PENDING_MAX = 100_000
const PENDING_BYTES_MAX = 256 * 1024 * 1024
const LOG_ITEMS_MAX = 10_000
const LOG_BYTES_MAX = 64 * 1024 * 1024
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Gives a deliverer that posts to the configured address until it answers 200, waiting longer each time.
 * A failed webhook leaves its place in the order and is retried alone, as on the platform.
 */
export function createDeliverer(config: SimulatorConfig): Deliverer {
  const agent = new Agent({
    connections: 32,
    connect: { timeout: ANSWER_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
  const log = createRing<Delivery>(LOG_ITEMS_MAX, LOG_BYTES_MAX)
  const lanes = new Map<string, Promise<boolean>>()
  const pending = new Map<Delivery, NodeJS.Timeout | undefined>()
  let pendingBytes = 0

  function settle(delivery: Delivery, state: Delivery['state']) {
    clearTimeout(pending.get(delivery))
    if (!pending.delete(delivery)) return
    pendingBytes -= delivery.body.length
    delivery.state = state
    delivery.nextTryAt = null
    if (state === 'delivered') delivery.deliveredAt = new Date().toISOString()
  }

  async function attempt(delivery: Delivery): Promise<boolean> {
    if (!pending.has(delivery)) return false
    delivery.tries += 1
    delivery.nextTryAt = null
    const outcome = await exchange(delivery)
    delivery.lastStatusCode = outcome.statusCode
    delivery.lastError = outcome.error
    if (outcome.statusCode === 200) settle(delivery, 'delivered')
    else if (pending.has(delivery)) retryLater(delivery)
    return outcome.statusCode === 200
  }

  async function exchange({ body, signature }: Delivery) {
    try {
      const response = await request(config.webhookUrl, {
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
  }

  function retryLater(delivery: Delivery) {
    const { firstMs, longestMs, giveUpAfterMs } = config.retry
    if (Date.now() - Date.parse(delivery.createdAt) > giveUpAfterMs) {
      return settle(delivery, 'abandoned')
    }
    const waitMs = Math.min(longestMs, firstMs * 2 ** Math.min(delivery.tries - 1, 30))
    const spreadMs = waitMs * (0.8 + 0.4 * Math.random())
    delivery.nextTryAt = new Date(Date.now() + spreadMs).toISOString()
    pending.set(
      delivery,
      setTimeout(() => void attempt(delivery), spreadMs),
    )
  }

  function enqueue(
    fresh: Pick<Delivery, 'kind' | 'lane' | 'messageId' | 'body' | 'signature'>,
  ): Posted {
    const delivery: Delivery = {
      ...fresh,
      id: randomUUID(),
      state: 'pending',
      tries: 0,
      lastStatusCode: null,
      lastError: null,
      createdAt: new Date().toISOString(),
      nextTryAt: null,
      deliveredAt: null,
    }
    pending.set(delivery, undefined)
    pendingBytes += delivery.body.length
    log.add(delivery.id, delivery, delivery.body.length)
    const before = lanes.get(delivery.lane) ?? Promise.resolve(true)
    const firstTry = before.then(() => attempt(delivery))
    lanes.set(delivery.lane, firstTry)
    void firstTry.then(() => {
      if (lanes.get(delivery.lane) === firstTry) lanes.delete(delivery.lane)
    })
    return { delivery, firstTry }
  }

  function clear() {
    for (const delivery of [...pending.keys()]) settle(delivery, 'cancelled')
    log.clear()
  }

  return {
    log,
    post({ kind, lane, messageId = null, payload }) {
      const body = encodePayload(payload)
      return enqueue({ kind, lane, messageId, body, signature: signBytes(body, config.appSecret) })
    },
    postAgain: ({ kind, lane, messageId, body, signature }) =>
      enqueue({ kind, lane, messageId, body, signature }),
    pendingCount: () => pending.size,
    hasRoom: () => pending.size < PENDING_MAX && pendingBytes < PENDING_BYTES_MAX,
    clear,
    async close() {
      clear()
      await agent.destroy()
    },
  }
}
