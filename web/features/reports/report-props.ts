import type { Query } from '../../lib/api.ts'
import type { Range } from './range.ts'

/** What each report's view is given: what to ask for, and how its buckets are named. */
export type ReportProps = { query: Query; range: Range }

/** The bucket in which `valueOf` is the greatest; undefined where it is zero in all. */
export function peakOf<B>(buckets: B[], valueOf: (bucket: B) => number): B | undefined {
  const peak = buckets.reduce<B | undefined>(
    (best, each) => (best && valueOf(best) >= valueOf(each) ? best : each),
    undefined,
  )
  return peak && valueOf(peak) > 0 ? peak : undefined
}
