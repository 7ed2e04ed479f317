import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Returns the row of an enabled endpoint and locks it (for key share) so that a concurrent delete waits, and then
 * cancels what the transaction queued. @throws {AppError} endpoint_not_found, endpoint_disabled
 */
export async function readOpenEndpoint(
  tx: Scope,
  id: string,
): Promise<Selectable<WebhookEndpoints>> {
  const row = await getById(tx, 'webhook_endpoints', id, 'keep')
  if (row.status === 'disabled')
    throw new AppError('endpoint_disabled', 'The webhook endpoint is disabled. Enable it first.')
  return row
}
