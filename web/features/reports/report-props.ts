import type { Query } from '../../lib/api.ts'
import type { Range } from './range.ts'

/** The properties of each report: its query, and the range that determines how buckets are labelled. */
export type ReportProps = { query: Query; range: Range }

/** Returns the bucket with the greatest `valueOf`, or undefined if all are zero. */
export function peakOf<B>(buckets: B[], valueOf: (bucket: B) => number): B | undefined {
  const peak = buckets.reduce<B | undefined>(
    (best, each) => (best && valueOf(best) >= valueOf(each) ? best : each),
    undefined,
  )
  return peak && valueOf(peak) > 0 ? peak : undefined
}
