import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import type { PartitionedTable } from '#db/partitions.ts'
import type { TableName } from '#db/tables.ts'
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

/**
 * Deletes the rows of a table with `where` whose time `at` is before `since`, oldest first. `key` has the columns of their key, without
 * the workspace.
 */
export async function* trimByTime(
  { db, workspaceId }: Pick<TrimmedWorkspace, 'db' | 'workspaceId'>,
  table: TableName,
  { key, where, at, since }: { key: string[]; where: RawBuilder<unknown>; at: string; since: Date },
): Trim {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const [name, time] = [sql.table(table), sql.ref(at)]
  for (;;) {
    const deleted = await sql`
      delete from ${name}
      where workspace_id = ${workspaceId} and ${where} and (${columns}) in (
        select ${columns} from ${name}
        where workspace_id = ${workspaceId} and ${where} and ${time} < ${since}
        order by ${time}
        limit ${TRIM_BATCH}
        for update skip locked
      )`.execute(db)
    const count = affectedRows(deleted)
    yield count
    if (count < TRIM_BATCH) return
  }
}
