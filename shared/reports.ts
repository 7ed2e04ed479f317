/** Every length of a report's bucket. */
export const BUCKET_SIZES = ['hour', 'day', 'week'] as const

/** A length of a report's bucket. */
export type BucketSize = (typeof BUCKET_SIZES)[number]
