import { setTimeout as delay } from 'node:timers/promises'
import { wallClock } from '../wall-clock.ts'
import { textBody } from './inbound-product.ts'
import type { BenchNumber, InboundProduct } from './inbound-product.ts'

const PROBES = 4
const POLL_MS = 2
const PAUSE_MS = 40
const GIVE_UP_MS = 60_000
let count = 0

/**
 * The ms from the 200 of a message to its first sight in its chat by GET messages, of a few customers who write
 * one message after another while `mayGoOn`. A read under way counts for the message if it shows it.
 */
export async function probe(
  product: InboundProduct,
  number: BenchNumber,
  mayGoOn: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  const one = async (customer: string) => {
    while (mayGoOn()) {
      const text = `Probe ${count++}`
      const answeredAt = await product.post(textBody(number.account, customer, text))
      while (!(await number.read(customer, 5)).includes(text)) {
        if (wallClock() - answeredAt > GIVE_UP_MS) throw new Error(`${text} was never seen.`)
        await delay(POLL_MS)
      }
      times.push(wallClock() - answeredAt)
      await delay(PAUSE_MS)
    }
  }
  await Promise.all(number.customers.slice(0, PROBES).map(one))
  return times
}

/** Whether so many seconds have not passed yet. */
export function during(seconds: number): () => boolean {
  const endsAt = performance.now() + seconds * 1000
  return () => performance.now() < endsAt
}
