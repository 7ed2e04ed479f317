import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { UnreadableSecretError } from '#lib/encrypt.ts'
import { AppError } from '#lib/errors.ts'
import { present } from '#lib/present.ts'
import { openAllSecrets, sealPreviousSecrets, sealSecret } from './open-secrets.ts'
import type { PreviousSecret, SealedSecrets } from './open-secrets.ts'
import { toEndpoint } from './schema.ts'
import type { EndpointWithSecret } from './schema.ts'

/** How long an old secret signs next to the new one. */
export const ROTATION_MS = 24 * 3_600_000

/** Maximum number of valid secrets, because each adds a signature to the headers of every delivery. */
const SECRETS_MAX = 10

/**
 * Creates a new secret for an endpoint; only this response contains it. For 24 hours, deliveries are also signed with
 * the previous secret, and with older ones whose 24 hours have not ended. With `expireNow`, only the new secret signs,
 * and also if the stored secrets cannot be decrypted.
 *
 * @throws {AppError} endpoint_not_found, too_many_secrets
 */
export async function rotateSecret(
  scope: Scope,
  id: string,
  { expireNow = false }: { expireNow?: boolean | undefined } = {},
): Promise<EndpointWithSecret> {
  const secret = createWebhookSecret()
  return transaction(scope, async (tx) => {
    const endpoint = await getById(tx, 'webhook_endpoints', id, 'change')
    const now = tx.clock.now()
    const kept = expireNow ? [] : readKept(tx, endpoint, now)
    if (kept.length >= SECRETS_MAX)
      throw new AppError(
        'too_many_secrets',
        `The endpoint already has ${SECRETS_MAX} valid secrets. Expire the previous secrets first.`,
      )
    const row = present(
      await updateById(tx, 'webhook_endpoints', endpoint.id, {
        secret: sealSecret(tx, endpoint, secret),
        ...sealPreviousSecrets(tx, endpoint, kept),
        updated_at: now,
      }),
    )
    await recordAudit(tx, 'webhook_endpoint.secret_rotated', row.id, {
      url: row.url,
      expire_now: expireNow,
    })
    return { ...toEndpoint(row), secret }
  })
}

/** Returns the secrets that sign next to the new one, newest first; none if they cannot be decrypted. */
function readKept(tx: Scope, endpoint: SealedSecrets, now: Date): PreviousSecret[] {
  try {
    const { current, previous } = openAllSecrets(tx, endpoint)
    const expiresAt = new Date(now.getTime() + ROTATION_MS)
    return [{ secret: current, expiresAt }, ...previous.filter((each) => each.expiresAt > now)]
  } catch (err) {
    if (!(err instanceof UnreadableSecretError)) throw err
    tx.log.warn({ err, endpointId: endpoint.id }, 'an unreadable webhook secret was replaced')
    return []
  }
}
