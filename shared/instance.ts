/** Rows of a backlog are counted up to this number, because there may be many millions. */
export const COUNTED_MAX = 100_000

/** A lane that could have been claimed for longer than this many seconds is stuck, as in the alert `ParleyQueueStalled`. */
export const STUCK_SECONDS = 60

/** How often a process reports that it runs, in milliseconds. */
export const REPORT_MS = 30_000

/** A process that did not report itself for this long, in milliseconds, counts as lost. */
export const LOST_AFTER_MS = 2.5 * REPORT_MS

/** The most lanes, workspaces and channels of one shard that the page of the operator lists. */
export const INSTANCE_ROWS_MAX = 20

/** The number of the largest tables of one shard that the page lists. */
export const INSTANCE_TABLES_MAX = 10
