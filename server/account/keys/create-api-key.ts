import { SCOPES } from '#shared/scopes.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { createApiKeySecret, hashSecret } from '#lib/api-key-format.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { RATE_LIMIT_DEFAULT, RATE_LIMIT_MAX, toApiKey } from './schema.ts'
import type { CreatedApiKey } from './schema.ts'

/**
 * Settings of a new key. `rateLimit` is in requests per second: null means no rate limit, the default is 100.
 */
type CreateApiKeyInput = {
  name: string
  scopes: string[]
  expiresAt?: Date | null | undefined
  rateLimit?: number | null | undefined
}

/**
 * Creates an API key and returns it with its secret, which is stored only as a hash and cannot be shown again.
 *
 * @throws {AppError} validation_failed (name, unknown scope, expiry in the past, rate limit)
 */
export async function createApiKey(scope: Scope, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  const now = scope.clock.now()
  const name = input.name.trim()
  if (!name) throw fieldError('validation_failed', 'name', 'must not be empty')
  const secret = createApiKeySecret()
  const row = {
    id: newId(),
    last_four: secret.slice(-4),
    name,
    scopes: checkScopes(input.scopes),
    rate_limit: checkRateLimit(input.rateLimit),
    created_by: scope.actor.type === 'member' ? scope.actor.id : null,
    created_at: now,
    expires_at: checkExpiry(input.expiresAt ?? null, now),
    last_used_at: null,
    revoked_at: null,
  }
  await transaction(scope, async (tx) => {
    await tx.db
      .insertInto('api_keys')
      .values({ ...row, workspace_id: scope.workspaceId, hash: hashSecret(secret) })
      .execute()
    const { name, scopes, rate_limit, expires_at } = row
    await recordAudit(tx, {
      action: 'api_key.created',
      targetType: 'api_key',
      targetId: row.id,
      data: { name, scopes, rate_limit, expires_at },
    })
  })
  return { ...toApiKey(row), secret }
}

function checkScopes(scopes: string[]): string[] {
  const known: readonly string[] = SCOPES
  const unknown = scopes.find((each) => !known.includes(each))
  if (unknown !== undefined)
    throw fieldError(
      'validation_failed',
      'scopes',
      `contains the unknown scope "${unknown}"; use ${SCOPES.join(', ')}`,
    )
  if (scopes.length === 0) throw fieldError('validation_failed', 'scopes', 'must not be empty')
  return [...new Set(scopes)]
}

function checkRateLimit(rateLimit: number | null | undefined): number | null {
  if (rateLimit === undefined) return RATE_LIMIT_DEFAULT
  if (rateLimit === null) return null
  if (Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= RATE_LIMIT_MAX) return rateLimit
  throw fieldError('validation_failed', 'rate_limit', `must be between 1 and ${RATE_LIMIT_MAX}`)
}

function checkExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null
  if (Number.isNaN(expiresAt.getTime()))
    throw fieldError(
      'validation_failed',
      'expires_at',
      'must be an RFC 3339 timestamp, such as 2030-01-01T00:00:00Z',
    )
  if (expiresAt <= now) throw fieldError('validation_failed', 'expires_at', 'must be in the future')
  return expiresAt
}
