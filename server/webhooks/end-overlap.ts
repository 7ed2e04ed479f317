import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { present } from '#lib/present.ts'
import { updateById } from '#db/update-by-id.ts'
import { readEndpoint } from './get-endpoint.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** Ends the old secrets of an endpoint now, so that only the newest signs. @throws {AppError} endpoint_not_found */
export async function endOverlap(scope: Scope, id: string): Promise<Endpoint> {
  return transaction(scope, async (tx) => {
    const endpoint = await readEndpoint(tx, id, 'change')
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
