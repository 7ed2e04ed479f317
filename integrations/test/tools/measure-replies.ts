import assert from 'node:assert/strict'
import { Parley } from '#client/index.ts'
import { quantile } from '../../../bench/figure.ts'
import type { Product } from '#test/acceptance/product.ts'
import { textPayload } from '#test/outside.ts'

/** Durations from the customer's message at the ingest server to the reply in the event stream, in milliseconds. */
type Replies = { p50: number; p95: number; count: number }

/**
 * Sends `count` messages of customers, each after the reply to the one before, and measures how long each reply takes. The
 * reply to "Hello 3" is `Reply to Hello 3`.
 */
export async function measureReplies(product: Product, count: number): Promise<Replies> {
  const { env, key, phoneNumberId, postSigned } = product
  const parley = new Parley({ apiKey: key, baseUrl: `http://127.0.0.1:${env['PORT']}` })
  const ending = new AbortController()
  let connected = () => {}
  const isConnected = new Promise<void>((resolve) => (connected = resolve))
  const stream = parley.events.streamEvents(
    { types: 'message.sent' },
    { signal: ending.signal, onState: ({ state }) => state === 'connected' && connected() },
  )
  const next = stream.next()
  await isConnected
  const durations: number[] = []
  let reply: Promise<IteratorResult<{ event: object }>> = next
  for (let number = 1; number <= count; number++) {
    const text = `Hello ${number}`
    const message = {
      id: `wamid.${crypto.randomUUID()}`,
      from: '919876500077',
      name: 'Meera',
      text,
    }
    const startedAt = performance.now()
    const { status } = await postSigned(textPayload(phoneNumberId, [message]))
    assert.equal(status, 200)
    const { value } = await withDeadline(reply, `the reply to ${text}`)
    durations.push(performance.now() - startedAt)
    assert.equal(value.event.data.text, `Reply to ${text}`)
    if (number < count) reply = stream.next()
  }
  ending.abort()
  return { p50: quantile(durations, 0.5), p95: quantile(durations, 0.95), count }
}

async function withDeadline(promise: Promise<any>, what: string): Promise<any> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Waited 30 s for ${what}.`)), 30_000)
  return Promise.race([promise, over]).finally(() => clearTimeout(timer))
}
