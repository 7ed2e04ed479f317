import { atRate } from '../at-rate.ts'
import type { InboundProduct } from './inbound-product.ts'

/** Posts payloads at a steady rate, whether or not answers come; gives the seconds until the last was answered. */
export async function postAtRate(
  product: InboundProduct,
  given: { rate: number; seconds: number; body: (index: number) => string },
): Promise<number> {
  const { rate, seconds, body } = given
  const startedAt = performance.now()
  await atRate({ perSecond: rate, seconds }, (index) => product.post(body(index)))
  return (performance.now() - startedAt) / 1000
}
