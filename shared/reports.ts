/** Every length of a report's bucket. */
export const BUCKET_SIZES = ['hour', 'day', 'week', 'month'] as const

/** A length of a report's bucket. */
export type BucketSize = (typeof BUCKET_SIZES)[number]

/** Everything by which a report puts work side by side. */
export const WORK_GROUPS = ['member', 'team', 'channel', 'tag'] as const

/** Something by which a report puts work side by side. */
export type WorkGroup = (typeof WORK_GROUPS)[number]

/** Every table of the cost report. */
export const COST_TABLES = [
  'buckets',
  'channels',
  'templates',
  'categories',
  'authors',
  'countries',
] as const

/** A table of the cost report. */
export type CostTableName = (typeof COST_TABLES)[number]
