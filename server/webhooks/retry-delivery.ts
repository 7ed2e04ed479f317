import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { afterCommit, transaction } from '../db/transaction.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'
import { ATTEMPTS_MAX } from '../lib/retry-schedule.ts'
import { deliveryNotFound } from './get-delivery.ts'
import { readEndpoint } from './get-endpoint.ts'
import { toDelivery } from './schema.ts'
import type { Delivery } from './schema.ts'

/**
 * Offers a finished delivery again, now, with a schedule of its own; a test delivery gets one try.
 *
 * @throws {AppError} delivery_not_found, delivery_pending, endpoint_not_found, endpoint_disabled
 */
export async function retryDelivery(scope: Scope, id: string): Promise<Delivery> {
  if (!isUuid(id)) throw deliveryNotFound(id)
  // oxlint-disable-next-line parley/record-event -- a delivery carries news and is none
  return transaction(scope, async (tx) => {
    const before = await tx.db
      .selectFrom('webhook_deliveries')
      .select(['endpoint_id', 'status'])
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw deliveryNotFound(id)
    if (before.status === 'pending')
      throw new AppError('delivery_pending', 'The delivery waits for its next try already.')
    const endpoint = await readEndpoint(tx, before.endpoint_id)
    if (endpoint.status === 'disabled') throw endpointDisabled()
    const row = await tx.db
      .updateTable('webhook_deliveries')
      .set({
        status: 'pending',
        next_attempt_at: tx.clock.now(),
        completed_at: null,
        attempts_max: sql`attempt_count + case when test_body is null then ${ATTEMPTS_MAX}::int else 1 end`,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    afterCommit(tx, () =>
      tx.wake([{ kind: 'webhook', workspaceId: tx.workspaceId, targetId: endpoint.id }]),
    )
    return toDelivery(row)
  })
}

/** The error of an endpoint that takes nothing until it is enabled. */
export function endpointDisabled(): AppError {
  return new AppError('endpoint_disabled', 'Enable the endpoint first.')
}
