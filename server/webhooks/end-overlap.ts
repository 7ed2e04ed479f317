import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { present } from '#lib/present.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** Ends the old secrets of an endpoint now, so that only the newest signs. @throws {AppError} endpoint_not_found */
export async function endOverlap(scope: Scope, id: string): Promise<Endpoint> {
  return transaction(scope, async (tx) => {
    const endpoint = await getById(tx, 'webhook_endpoints', id, 'change')
    if (!endpoint.previous_secret) return toEndpoint(endpoint)
    const row = present(
      await updateById(tx, 'webhook_endpoints', endpoint.id, {
        previous_secret: null,
        previous_secret_expires_at: null,
        updated_at: tx.clock.now(),
      }),
    )
    await recordAudit(tx, 'webhook_endpoint.overlap_ended', row.id, { url: row.url })
    return toEndpoint(row)
  })
}
