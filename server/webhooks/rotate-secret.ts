import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { createWebhookSecret } from '../lib/api-key-format.ts'
import { sealSecret } from './endpoint-secrets.ts'
import { endpointNotFound, readEndpoint } from './get-endpoint.ts'
import { toEndpoint } from './schema.ts'
import type { EndpointWithSecret } from './schema.ts'

/** How long the old secret signs beside the new one. */
export const ROTATION_MS = 24 * 3_600_000

/**
 * Gives an endpoint a new secret, which only this answer shows. Deliveries are signed with both for 24 hours,
 * with the new one alone when `expireNow`. @throws {AppError} endpoint_not_found
 */
export async function rotateSecret(
  scope: Scope,
  id: string,
  { expireNow = false }: { expireNow?: boolean | undefined } = {},
): Promise<EndpointWithSecret> {
  const endpoint = await readEndpoint(scope, id)
  const now = scope.clock.now()
  const secret = createWebhookSecret()
  const row = await scope.db
    .updateTable('webhook_endpoints')
    .set({
      secret: sealSecret(scope, endpoint, secret),
      previous_secret: expireNow ? null : sql`secret`,
      previous_secret_expires_at: expireNow ? null : new Date(now.getTime() + ROTATION_MS),
      updated_at: now,
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', endpoint.id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw endpointNotFound(id)
  return { ...toEndpoint(row), secret }
}
