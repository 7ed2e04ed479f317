import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** Returns the endpoint with this id. @throws {AppError} endpoint_not_found */
export async function getEndpoint(scope: Scope, id: string): Promise<Endpoint> {
  return toEndpoint(await getById(scope, 'webhook_endpoints', id))
}
