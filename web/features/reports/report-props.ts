import type { Query } from '../../lib/api.ts'

/** The properties of each report: its query. */
export type ReportProps = { query: Query }

/** Returns the bucket with the greatest `valueOf`, or undefined if all are zero. */
export function peakOf<B>(buckets: B[], valueOf: (bucket: B) => number): B | undefined {
  const peak = buckets.reduce<B | undefined>(
    (best, each) => (best && valueOf(best) >= valueOf(each) ? best : each),
    undefined,
  )
  return peak && valueOf(peak) > 0 ? peak : undefined
}
