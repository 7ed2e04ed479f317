import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { lockApiKey } from './lock-api-key.ts'

/**
 * Revokes a key. Revoking it again keeps the time of the first revocation. @throws {AppError} api_key_not_found
 */
export async function revokeApiKey(scope: Scope, id: string): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const key = await lockApiKey(tx, id)
    if (key.revoked_at) return
    await updateById(tx, 'api_keys', key.id, { revoked_at: tx.clock.now() })
    await recordAudit(tx, 'api_key.revoked', key.id, { name: key.name, mode: key.mode })
  })
}
