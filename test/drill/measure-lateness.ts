import type { Entry } from '../crash/ledger.ts'
import type { StoredPayload } from '../crash/read-payloads.ts'
import type { Interval } from './measure.ts'

/**
 * How late what ingest stored arrived at most, in ms: from stored to processed, and from the answer of ingest to the stream
 * of a browser and to a receiver. Undefined: nothing arrived within the interval.
 */
export type Lateness = {
  processedMs: number | undefined
  browserMs: number | undefined
  receiverMs: number | undefined
}

/** When the event of each received message, by its marker, arrived somewhere, in ms since 1970. */
export type Arrivals = Map<string, number>

/**
 * Measures the lateness of what arrived within an interval: what was stored at its end and waits because of the next failure
 * counts for that one.
 */
export function measureLateness(
  payloads: StoredPayload[],
  entries: Entry[],
  { browser, receiver }: { browser: Arrivals; receiver: Arrivals },
  { since, until }: Interval,
): Lateness {
  const isWithin = (at: number | undefined): at is number =>
    at !== undefined && at >= since && at < until
  const from = (arrivals: Arrivals) =>
    longest(
      entries.flatMap(({ marker, promisedAt }) => {
        const arrivedAt = arrivals.get(marker)
        if (promisedAt === undefined || !isWithin(arrivedAt)) return []
        return Math.max(0, arrivedAt - promisedAt)
      }),
    )
  return {
    processedMs: longest(
      payloads.flatMap(({ receivedAt, processedAt }) =>
        isWithin(processedAt) ? processedAt - receivedAt : [],
      ),
    ),
    browserMs: from(browser),
    receiverMs: from(receiver),
  }
}

function longest(times: number[]): number | undefined {
  return times.length === 0 ? undefined : Math.round(times.reduce((a, b) => Math.max(a, b), 0))
}
