/** The fewest buckets that a plot shows, so that one day of data is not one bar across the page. */
const FEWEST = 7

/** Returns the buckets from the first that `hasData` on, but at least the last seven. */
export function sinceFirst<B>(buckets: B[], hasData: (bucket: B) => boolean): B[] {
  const first = buckets.findIndex(hasData)
  return buckets.slice(Math.max(0, Math.min(first, buckets.length - FEWEST)))
}
