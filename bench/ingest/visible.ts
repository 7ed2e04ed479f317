import { atMost, plain, quantile } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { numberOption } from '../options.ts'
import type { BenchOptions } from '../options.ts'
import { openInboundProduct, textBody } from './inbound-product.ts'
import { during, probe } from './probe.ts'
import { postAtRate } from './post-at-rate.ts'

const P99_MS = 500

/**
 * From the 200 to the chat, as an integrator sees it who asks for the chat's messages all the time, under a steady
 * load of other customers. Options: `--rate` payloads a second (200), `--seconds` (10), `--profile DIR`.
 */
export async function benchVisible(options: BenchOptions): Promise<Figure[]> {
  const rate = numberOption(options, 'rate', 200)
  const seconds = numberOption(options, 'seconds', 10)
  await using product = await openInboundProduct(options)
  const [watched, busy] = [await product.openNumber(4), await product.openNumber(200)]
  const next = (index: number) =>
    textBody(busy.account, busy.customers[index % busy.customers.length]!, `Message ${index}`)
  await postAtRate(product, { rate, seconds: 3, body: next })
  const [times] = await Promise.all([
    probe(product, watched, during(seconds)),
    postAtRate(product, { rate, seconds, body: next }),
  ])
  return [
    plain(
      `200 to visible beside ${rate} payloads/s of another workspace`,
      `p50 ${quantile(times, 0.5).toFixed(1)} ms of ${times.length}`,
    ),
    atMost('  p99', quantile(times, 0.99), P99_MS, ' ms'),
  ]
}
