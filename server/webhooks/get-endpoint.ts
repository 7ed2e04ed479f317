import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { WebhookEndpoints } from '#db/tables/webhooks.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** Returns the endpoint with this id. @throws {AppError} endpoint_not_found */
export async function getEndpoint(scope: Scope, id: string): Promise<Endpoint> {
  return toEndpoint(await readEndpoint(scope, id))
}

/**
 * Returns the row of an endpoint with its encrypted secrets; `lock` is that of `findById`.
 *
 * @throws {AppError} endpoint_not_found
 */
export async function readEndpoint(
  scope: Scope,
  id: string,
  lock?: 'change' | 'keep',
): Promise<Selectable<WebhookEndpoints>> {
  const row = await findById(scope, 'webhook_endpoints', id, lock)
  if (!row) throw endpointNotFound(id)
  return row
}

/** Returns the error for an id without an endpoint in the workspace. */
export function endpointNotFound(id: string): AppError {
  return new AppError('endpoint_not_found', `There is no webhook endpoint ${id} in this workspace.`)
}
