import { setTimeout as delay } from 'node:timers/promises'
import type { InboundProduct } from './inbound-product.ts'

/** Posts payloads at a steady rate, whether or not answers come; gives the seconds until the last was answered. */
export async function postAtRate(
  product: InboundProduct,
  given: { rate: number; seconds: number; body: (index: number) => string },
): Promise<number> {
  const { rate, seconds, body } = given
  const startedAt = performance.now()
  const count = Math.round(rate * seconds)
  const posts: Promise<number>[] = []
  while (posts.length < count) {
    const due = Math.min(count, ((performance.now() - startedAt) / 1000) * rate)
    while (posts.length < due) posts.push(product.post(body(posts.length)))
    await delay(1)
  }
  await Promise.all(posts)
  return (performance.now() - startedAt) / 1000
}
