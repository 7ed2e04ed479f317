import type { RawBuilder } from 'kysely'
import type { Context } from '#context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import type { PartitionedTable } from '#db/partitions.ts'
import type { RowLimits } from './partitions/partition-groups.ts'

/** A workspace to trim: deletes data older than `keptMs` before `now`. */
export type TrimmedWorkspace = Pick<Context, 'db' | 'clock' | 'log'> & {
  workspaceId: string
  now: Date
  keptMs: number
  /** How long the audit log is kept; null: forever. */
  auditKeptMs: number | null
  /** How far rows of partitioned tables are deleted one by one. */
  rowLimits: RowLimits
}

/** Deletes in batches: each step processes one and yields the number of rows it read. */
export type Trim = AsyncGenerator<number, void, void>

/** The size of a batch: small enough that a statement does not delay other work. */
export const TRIM_BATCH = 500

/** Returns the time before which data is deleted. */
export function keptSince(workspace: TrimmedWorkspace): Date {
  return new Date(workspace.now.getTime() - workspace.keptMs)
}

/**
 * Returns the time before which rows of a partitioned table are deleted one by one. Later ones that are older than the retention
 * time go with their partition, if no workspace keeps them longer.
 */
export function deletedUntil(workspace: TrimmedWorkspace, table: string): Date {
  const since = keptSince(workspace)
  const limit = workspace.rowLimits.get(table as PartitionedTable)
  if (!limit || workspace.keptMs < limit.keptMs) return since
  return limit.until < since ? limit.until : since
}

/** Repeats a deletion of at most TRIM_BATCH rows until it finds fewer, and yields how many each deleted. */
export async function* trimInBatches(db: Context['db'], deletion: RawBuilder<unknown>): Trim {
  for (;;) {
    const count = affectedRows(await deletion.execute(db))
    yield count
    if (count < TRIM_BATCH) return
  }
}
