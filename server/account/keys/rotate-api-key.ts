import { insertInto } from '#db/insert-into.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createApiKeySecret, hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { KEY_OVERLAP_HOURS } from '#shared/api-keys.ts'
import { updateById } from '#db/update-by-id.ts'
import { checkKeyQuota } from './check-key-quota.ts'
import { lockApiKey } from './lock-api-key.ts'
import { toApiKey } from './schema.ts'
import type { CreatedApiKey } from './schema.ts'

/**
 * Creates a key that replaces another one, with the same name, mode, scopes, limits and expiry, and returns it with its
 * secret. The replaced key expires after `overlapHours`, or earlier if it would have expired before.
 *
 * @throws {AppError} api_key_not_found, api_key_ended, quota_exceeded (both keys count while they overlap)
 */
export async function rotateApiKey(
  scope: Scope,
  id: string,
  { overlapHours = KEY_OVERLAP_HOURS.default }: { overlapHours?: number | undefined } = {},
): Promise<CreatedApiKey> {
  return directoryTransaction(scope, async (tx) => {
    const now = tx.clock.now()
    const old = await lockApiKey(tx, id)
    if (old.revoked_at || (old.expires_at && old.expires_at <= now))
      throw new AppError(
        'api_key_ended',
        'The API key is revoked or has expired. Create a new one instead.',
      )
    const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000)
    const endsAt = old.expires_at && old.expires_at < overlapEnd ? old.expires_at : overlapEnd
    await updateById(tx, 'api_keys', old.id, { expires_at: endsAt })
    await checkKeyQuota(tx, now)
    const secret = createApiKeySecret(old.mode)
    const row = {
      ...old,
      id: newId(),
      hash: hashSecret(secret),
      last_four: secret.slice(-4),
      created_by: tx.actor.type === 'member' ? tx.actor.id : null,
      created_at: now,
      last_used_at: null,
    }
    await insertInto(tx.directory, 'api_keys', row)
    await recordAudit(tx, 'api_key.rotated', old.id, {
      name: old.name,
      mode: old.mode,
      new_id: row.id,
      expires_at: endsAt,
    })
    return { ...toApiKey(row), secret }
  })
}
