import type { RawBuilder } from 'kysely'
import type { Context } from '#context.ts'
import { affectedRows } from '#db/affected-rows.ts'

/** A workspace to trim: deletes data older than `keptMs` before `now`. */
export type TrimmedWorkspace = Pick<Context, 'db' | 'clock' | 'log'> & {
  workspaceId: string
  now: Date
  keptMs: number
  /** How long the audit log is kept; null: forever. */
  auditKeptMs: number | null
}

/** Deletes in batches: each step processes one and yields the number of rows it read. */
export type Trim = AsyncGenerator<number, void, void>

/** The size of a batch: small enough that a statement does not delay other work. */
export const TRIM_BATCH = 500

/** Returns the time before which data is deleted. */
export function keptSince(workspace: TrimmedWorkspace): Date {
  return new Date(workspace.now.getTime() - workspace.keptMs)
}

/** Repeats a deletion of at most TRIM_BATCH rows until it finds fewer, and yields how many each deleted. */
export async function* trimInBatches(db: Context['db'], deletion: RawBuilder<unknown>): Trim {
  for (;;) {
    const count = affectedRows(await deletion.execute(db))
    yield count
    if (count < TRIM_BATCH) return
  }
}
