import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { WebhookEndpoints } from '../db/types.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'
import { endpointNotFound } from './get-endpoint.ts'

/**
 * The row of an endpoint that takes deliveries, kept from deletion until the transaction ends: what is offered to it
 * in that is seen by the deletion, which cancels it. @throws {AppError} endpoint_not_found, endpoint_disabled
 */
export async function readOpenEndpoint(
  tx: Scope,
  id: string,
): Promise<Selectable<WebhookEndpoints>> {
  const row = isUuid(id)
    ? await tx.db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .forKeyShare()
        .executeTakeFirst()
    : undefined
  if (!row) throw endpointNotFound(id)
  if (row.status === 'disabled') throw endpointDisabled()
  return row
}

/** The error of an endpoint that takes nothing until it is enabled. */
export function endpointDisabled(): AppError {
  return new AppError('endpoint_disabled', 'Enable the endpoint first.')
}
