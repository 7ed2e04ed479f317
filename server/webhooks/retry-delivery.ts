import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { WebhookDeliveries } from '#db/tables/webhook-endpoints.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { countRequeue } from './count-requeue.ts'
import { requeuedColumns } from './requeued-columns.ts'
import { readOpenEndpoint } from './read-open-endpoint.ts'
import { toDelivery } from './deliveries/schema.ts'
import type { Delivery } from './deliveries/schema.ts'

/**
 * Queues a finished delivery again with a new schedule; a test delivery gets one attempt. A delivery that waits for its
 * next attempt becomes due; a due one does not change.
 *
 * @throws {AppError} delivery_not_found, delivery_pending, endpoint_not_found, endpoint_disabled
 */
export async function retryDelivery(scope: Scope, id: string): Promise<Delivery> {
  return transaction(scope, async (tx) => {
    const before = await getById(tx, 'webhook_deliveries', id, 'change')
    // Read after the lock: another retry, which held it, may have made the delivery due a moment ago.
    const now = tx.clock.now()
    const endpoint = await readOpenEndpoint(tx, before.endpoint_id)
    const isPending = before.status === 'pending'
    if (isPending && !(before.next_attempt_at && before.next_attempt_at > now))
      throw new AppError('delivery_pending', 'The delivery is already due.')
    const { rows } = await sql<Selectable<WebhookDeliveries>>`
      update webhook_deliveries
      set ${isPending ? sql`next_attempt_at = ${now}::timestamptz` : requeuedColumns(now)}
      where workspace_id = ${tx.workspaceId} and id = ${id}
      returning *`.execute(tx.db)
    if (!isPending) await countRequeue(tx, [endpoint.id])
    wakeAfterCommit(tx, 'webhook', [endpoint.id])
    return toDelivery(firstOf(rows))
  })
}
