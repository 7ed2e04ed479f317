import type { FaultyReceiver } from '../crash/faulty-receiver.ts'
import type { Arrivals } from './measure-lateness.ts'

/** Reads when a receiver first got the event of each received message. */
export function readArrivals({ requests }: Pick<FaultyReceiver, 'requests'>): Arrivals {
  const arrivals: Arrivals = new Map()
  for (const { body, at } of requests) {
    const { type, data } = JSON.parse(body.toString())
    if (type === 'message.received' && !arrivals.has(data.text))
      arrivals.set(data.text, at.getTime())
  }
  return arrivals
}
