import { randomUUID } from 'node:crypto'
import type { Chaos } from '../chaos/chaos.ts'
import type { Clock, Job } from '../clock.ts'
import type { SimulatorConfig } from '../config.ts'
import { createRing } from '../ring.ts'
import type { Ring } from '../ring.ts'
import { encodePayload, signBytes } from './encode.ts'
import { createExchange } from './exchange.ts'
import { mergePayloads } from './merge.ts'
import type { Payload } from './merge.ts'
import type { Delivery } from './delivery.ts'

/** A webhook to post; `lane` names the customer, whose webhooks keep their order until one fails. */
interface Posting {
  kind: Delivery['kind']
  lane: string
  messageId?: string | null
  payload: unknown
  /** The address to use instead of the configured one. */
  url?: string | undefined
  onSettled?: (state: Delivery['state']) => void
}

/** A posted webhook; `firstTry` resolves to whether its first attempt was accepted, and never rejects. */
export interface Posted {
  delivery: Delivery
  firstTry: Promise<boolean>
}

/** The sender of webhooks with its log and its queue, all bounded. */
export interface Deliverer {
  log: Ring<Delivery>
  post(posting: Posting): Posted
  postAgain(delivery: Delivery): Posted
  pendingCount(): number
  hasRoom(): boolean
  clear(): void
  close(): Promise<void>
}

interface Batch {
  delivery: Delivery
  payloads: Payload[]
  firstTry: Promise<boolean>
  send: () => void
  timer: NodeJS.Timeout
}

const PENDING_MAX = 100_000
const PENDING_BYTES_MAX = 256 * 1024 * 1024
const LOG_ITEMS_MAX = 50_000
const LOG_BYTES_MAX = 64 * 1024 * 1024

/**
 * Creates a deliverer that posts to the configured address until it answers 200, with growing pauses. A failed webhook
 * leaves the order and is retried alone, as on the platform.
 */
export function createDeliverer(
  config: SimulatorConfig,
  { clock, chaos, onChange }: { clock: Clock; chaos: Chaos; onChange: () => void },
): Deliverer {
  const wire = createExchange()
  const log = createRing<Delivery>(LOG_ITEMS_MAX, LOG_BYTES_MAX)
  const lanes = new Map<string, Promise<boolean>>()
  const counts = new Map<string, number>()
  const pending = new Map<Delivery, Job | undefined>()
  const batches = new Map<string, Batch>()
  let pendingBytes = 0

  function settle(delivery: Delivery, state: Delivery['state']) {
    clock.cancel(pending.get(delivery))
    if (!pending.delete(delivery)) return
    pendingBytes -= delivery.body.length
    delivery.state = state
    delivery.nextTryAt = null
    if (state === 'delivered') delivery.deliveredAt = clock.now()
    for (const told of delivery.onSettled.splice(0)) told(state)
    onChange()
  }

  async function attempt(delivery: Delivery): Promise<boolean> {
    if (!pending.has(delivery)) return false
    delivery.tries += 1
    delivery.nextTryAt = null
    const isDropped = delivery.tries === 1 && delivery.struckBy.includes('drop')
    const outcome = isDropped
      ? { statusCode: null, error: 'dropped by chaos' }
      : await wire.exchange(delivery)
    delivery.lastStatusCode = outcome.statusCode
    delivery.lastError = outcome.error
    if (outcome.statusCode === 200) settle(delivery, 'delivered')
    else if (pending.has(delivery)) retryLater(delivery)
    return outcome.statusCode === 200
  }

  function retryLater(delivery: Delivery) {
    const { firstMs, longestMs, giveUpAfterMs } = config.retry
    if (clock.now() - delivery.createdAt > giveUpAfterMs) return settle(delivery, 'abandoned')
    const waitMs = Math.min(longestMs, firstMs * 2 ** Math.min(delivery.tries - 1, 30))
    const spreadMs = waitMs * (0.8 + 0.4 * Math.random())
    delivery.nextTryAt = clock.now() + spreadMs
    pending.set(
      delivery,
      clock.in(spreadMs, () => void attempt(delivery)),
    )
    onChange()
  }

  function open(
    fresh: Pick<Delivery, 'kind' | 'lane' | 'messageIds' | 'url' | 'struckBy'>,
    body: Buffer,
  ): Delivery {
    const delivery: Delivery = {
      ...fresh,
      id: randomUUID(),
      state: 'pending',
      tries: 0,
      lastStatusCode: null,
      lastError: null,
      createdAt: clock.now(),
      nextTryAt: null,
      deliveredAt: null,
      body,
      signature: signBytes(body, config.appSecret),
      onSettled: [],
    }
    pending.set(delivery, undefined)
    pendingBytes += body.length
    log.add(delivery.id, delivery, body.length)
    return delivery
  }

  /** Attempts it after the earlier ones of its lane, and after `waitMs` more. */
  function queue(delivery: Delivery, lane: string, waitMs = 0): Posted {
    const before = lanes.get(lane) ?? Promise.resolve(true)
    const firstTry = before.then(async () => {
      if (waitMs > 0) await pause(waitMs)
      return attempt(delivery)
    })
    lanes.set(lane, firstTry)
    void firstTry.then(() => {
      if (lanes.get(lane) === firstTry) lanes.delete(lane)
    })
    return { delivery, firstTry }
  }

  // Uses the machine's clock: a paused webhook blocks its lane, and `clear` must not strand it.
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, ms))
  }

  function post(posting: Posting): Posted {
    const { kind, lane, messageId, payload, onSettled } = posting
    const url = posting.url ?? config.webhookUrl
    const count = (counts.get(lane) ?? 0) + 1
    counts.set(lane, count)
    const key = `${lane}#${count}`
    if (kind !== 'payload' && chaos.strikes('batch', key)) return joinBatch(posting, url)

    const struckBy = (['drop', 'delay', 'reorder', 'duplicate'] as const).filter((knob) =>
      chaos.strikes(knob, key),
    )
    const messageIds = messageId ? [messageId] : []
    const delivery = open(
      { kind, lane, messageIds, url, struckBy: [...struckBy] },
      encodePayload(payload),
    )
    if (onSettled) delivery.onSettled.push(onSettled)
    const waitMs = chaos.fraction('wait', key) * chaos.settings.delay_ms
    if (struckBy.includes('duplicate')) {
      clock.in(waitMs, () => {
        if (delivery.state !== 'cancelled') postAgain(delivery)
      })
    }
    if (struckBy.includes('reorder')) return queue(delivery, `${key} overtaken`, waitMs)
    return queue(delivery, lane, struckBy.includes('delay') ? waitMs : 0)
  }

  function joinBatch({ kind, messageId, payload, onSettled }: Posting, url: string): Posted {
    let batch = batches.get(url)
    if (!batch) {
      const struckBy = ['batch']
      const delivery = open({ kind, lane: 'batch', messageIds: [], url, struckBy }, Buffer.alloc(0))
      const opened = Promise.withResolvers<void>()
      const firstTry = opened.promise.then(() => attempt(delivery))
      const mine: Batch = {
        delivery,
        payloads: [],
        firstTry,
        send: () => opened.resolve(),
        timer: setTimeout(() => sendBatch(url, mine), chaos.settings.batch_ms),
      }
      batch = mine
      batches.set(url, batch)
    }
    batch.payloads.push(payload as Payload)
    if (messageId) batch.delivery.messageIds.push(messageId)
    if (onSettled) batch.delivery.onSettled.push(onSettled)
    if (batch.payloads.length >= chaos.settings.batch_max) sendBatch(url, batch)
    return { delivery: batch.delivery, firstTry: batch.firstTry }
  }

  function sendBatch(url: string, batch: Batch) {
    if (batches.get(url) !== batch) return
    batches.delete(url)
    clearTimeout(batch.timer)
    const { delivery } = batch
    const body = encodePayload(mergePayloads(batch.payloads))
    delivery.body = body
    delivery.signature = signBytes(body, config.appSecret)
    if (pending.has(delivery)) {
      pendingBytes += body.length
      log.add(delivery.id, delivery, body.length)
    }
    batch.send()
  }

  function postAgain({ kind, lane, messageIds, url, body }: Delivery): Posted {
    return queue(open({ kind, lane, messageIds, url, struckBy: [] }, body), `${lane} again`)
  }

  function clear() {
    const canceled = [...pending.keys()]
    for (const delivery of canceled) settle(delivery, 'cancelled')
    for (const [url, batch] of batches) sendBatch(url, batch)
    counts.clear()
    log.clear()
  }

  return {
    log,
    post,
    postAgain,
    pendingCount: () => pending.size,
    hasRoom: () => pending.size < PENDING_MAX && pendingBytes < PENDING_BYTES_MAX,
    clear,
    async close() {
      clear()
      await wire.close()
    },
  }
}
