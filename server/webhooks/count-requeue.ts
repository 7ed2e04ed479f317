import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'

/**
 * Counts in the rows of endpoints that old deliveries of theirs became pending, so that workers search all partitions for them
 * (decision 127). Call it after the deliveries are locked, in the same transaction.
 */
export async function countRequeue(tx: Scope, endpointIds: string[]): Promise<void> {
  if (endpointIds.length === 0) return
  await updateTable(tx, 'webhook_endpoints')
    .set((eb) => ({ requeues: eb('requeues', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', 'in', endpointIds)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute()
}
