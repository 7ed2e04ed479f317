import type { Scope } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { isUuid } from '../lib/ids.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { endpointNotFound } from './get-endpoint.ts'

/** Removes an endpoint with its secret; its pending deliveries become cancelled. @throws {AppError} endpoint_not_found */
export async function deleteEndpoint(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw endpointNotFound(id)
  // oxlint-disable-next-line parley/record-event -- the settings of webhooks are no news of the workspace's work
  await transaction(scope, async (tx) => {
    const deleted = await tx.db
      .deleteFrom('webhook_endpoints')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw endpointNotFound(id)
    await cancelDeliveries(tx, tx.workspaceId, id)
  })
}
