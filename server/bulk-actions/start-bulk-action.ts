import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { BULK_DIRECT_MAX } from '#shared/bulk-actions.ts'
import type { BulkRow } from './get-bulk-action.ts'
import type { BulkFacts } from './read-bulk-facts.ts'
import { isAlwaysQueued } from './read-action.ts'
import { toBulkAction } from './schema.ts'
import type { BulkActionResource } from './schema.ts'
import { workBatch } from './work-batch.ts'

/** Works few items at once, and wakes the lane for many. Returns the bulk action with what is done so far. */
export async function startBulkAction(
  tx: Scope,
  row: BulkRow,
  count: number,
  facts: BulkFacts,
): Promise<BulkActionResource> {
  if (count <= BULK_DIRECT_MAX && !isAlwaysQueued(row.action))
    await workBatch(tx, row, facts, BULK_DIRECT_MAX + 1)
  else wakeAfterCommit(tx, 'bulk', [row.id])
  return toBulkAction(await getById(tx, 'bulk_actions', row.id))
}
