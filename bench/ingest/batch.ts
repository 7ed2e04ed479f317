import { setTimeout as delay } from 'node:timers/promises'
import { textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { waitFor } from '#test/wait-for.ts'
import { atMost, median, plain, quantile } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { numberOption } from '../options.ts'
import type { BenchOptions } from '../options.ts'
import { wallClock } from '../wall-clock.ts'
import { openInboundProduct, toBody } from './inbound-product.ts'
import type { BenchNumber, InboundProduct } from './inbound-product.ts'
import { during, probe } from './probe.ts'

/** Source: Cloud API, "Webhooks: overview": up to 3 MB and 1,000 updates. */
const UPDATES = 1_000
const BYTES = 3_000_000
const CUSTOMERS = 50
const VISIBLE_MS = 3_000
const BESIDE_MS = 1_000

/**
 * The largest payload that the platform posts, 1,000 messages in 3 MB: from its POST until all are in their chats, and
 * what customers of another workspace notice of one every second. Options: `--batches` (5), `--seconds` (10), `--profile DIR`.
 */
export async function benchBatch(options: BenchOptions): Promise<Figure[]> {
  const batches = numberOption(options, 'batches', 5)
  const seconds = numberOption(options, 'seconds', 10)
  await using product = await openInboundProduct(options)
  const [number, other] = [await product.openNumber(CUSTOMERS), await product.openNumber(4)]
  await postBatch(product, number)
  const times: number[] = []
  for (let index = 0; index < batches; index++) times.push(await postBatch(product, number))
  const alone = await probe(product, other, during(seconds))
  const mayGoOn = during(seconds)
  const [beside] = await Promise.all([
    probe(product, other, mayGoOn),
    (async () => {
      while (mayGoOn()) {
        await postBatch(product, number)
        await delay(1_000)
      }
    })(),
  ])
  const show = (ms: number[]) =>
    `p50 ${quantile(ms, 0.5).toFixed(0)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms`
  return [
    atMost('1,000 updates in 3 MB, POST to all visible', median(times), VISIBLE_MS, ' ms'),
    plain("  200 to visible of another workspace's, alone", show(alone)),
    plain('  beside such a batch a second', show(beside)),
    atMost('  p99 of that', quantile(beside, 0.99), BESIDE_MS, ' ms'),
  ]
}

/** Posts a batch and waits until each of its messages is in its chat; the ms that it took. */
async function postBatch(product: InboundProduct, number: BenchNumber): Promise<number> {
  const padding = 'x'.repeat(BYTES / UPDATES - 420)
  const ids = Array.from({ length: UPDATES }, () => wamid())
  const customerOf = (index: number) => number.customers[index % CUSTOMERS]!
  const body = toBody(
    number.account,
    ...ids.map((id, index) => textFrom(customerOf(index), `${id} ${padding}`, { id })),
  )
  const startedAt = wallClock()
  await product.post(body)
  const perChat = UPDATES / CUSTOMERS
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const expected = ids.filter((_, index) => index % CUSTOMERS === customer)
    await waitFor(
      async () => {
        const texts = await number.read(customerOf(customer), perChat)
        const shown = new Set(texts.map((text) => text.split(' ')[0]))
        return expected.every((id) => shown.has(id))
      },
      { timeoutMs: 60_000, what: 'the messages of a batch' },
    )
  }
  return wallClock() - startedAt
}
