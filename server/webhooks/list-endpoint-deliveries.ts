import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { Page } from '#lib/page.ts'
import { readDeliveries } from './list-deliveries.ts'
import type { Delivery, ListEndpointDeliveriesQuery } from './deliveries/schema.ts'

/**
 * Lists the deliveries of an endpoint, newest first, with the filters of `listDeliveries`, and without contacts and texts.
 *
 * @throws {AppError} endpoint_not_found, invalid_cursor, validation_failed
 */
export async function listEndpointDeliveries(
  scope: Scope,
  id: string,
  input: Static<typeof ListEndpointDeliveriesQuery>,
): Promise<Page<Delivery>> {
  const endpoint = await getById(scope, 'webhook_endpoints', id)
  return readDeliveries(scope, { ...input, endpoint_id: endpoint.id })
}
