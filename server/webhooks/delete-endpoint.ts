import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById, getById, notFound } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import type { Precondition } from '#lib/precondition.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { toEndpoint } from './schema.ts'
import { recordEndpointChange } from './record-endpoint-change.ts'

/**
 * Deletes an endpoint with its secret and cancels its replays and pending deliveries: some immediately, the rest of a
 * long backlog by the worker. `precondition` gets the endpoint while it is locked. @throws {AppError} endpoint_not_found, and that
 * of the precondition
 */
export async function deleteEndpoint(
  scope: Scope,
  id: string,
  precondition?: Precondition,
): Promise<void> {
  if (!isUuid(id)) throw notFound('webhook_endpoints', id)
  await transaction(scope, async (tx) => {
    await cancelReplays(tx, id)
    precondition?.(toEndpoint(await getById(tx, 'webhook_endpoints', id, 'change')))
    const deleted = await deleteById(tx, 'webhook_endpoints', id)
    await recordEndpointChange(tx, { ...deleted, status: 'deleted', disabled_reason: null })
    await recordAudit(tx, 'webhook_endpoint.deleted', deleted.id, { url: deleted.url })
    if (!(await cancelDeliveries(tx, tx.workspaceId, id))) return
    // In this transaction, because no sweeper finds the deliveries of a deleted endpoint.
    await sql`
      insert into lanes (kind, workspace_id, target_id, due_at, wakes)
      values ('webhook', ${tx.workspaceId}, ${id}, now(), 1)
      on conflict (kind, workspace_id, target_id) do update
        set due_at = least(lanes.due_at, excluded.due_at), wakes = lanes.wakes + 1`.execute(tx.db)
  })
}

/** First, because a step of a replay holds the replay's row: it then ends before we read what it queued. */
async function cancelReplays(tx: Scope, endpointId: string): Promise<void> {
  const now = tx.clock.now()
  await updateTable(tx, 'webhook_replays')
    .set({ status: 'cancelled', paused_reason: null, completed_at: now, updated_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('status', 'in', ['running', 'paused'])
    .execute()
}
