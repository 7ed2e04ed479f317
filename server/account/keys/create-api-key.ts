import { readTrimmed } from '#lib/read-trimmed.ts'
import type { Static } from 'typebox'
import { notFound } from '#db/get-by-id.ts'
import { insertInto } from '#db/insert-into.ts'
import { selectFrom } from '#db/select-from.ts'
import { KEY_RATE_LIMIT } from '#shared/api-keys.ts'
import { SCOPES } from '#shared/scopes.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createApiKeySecret, hashSecret } from '#lib/api-key-format.ts'
import { invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { isNetwork } from '#lib/is-in-networks.ts'
import { checkKeyQuota } from './check-key-quota.ts'
import { toApiKey } from './schema.ts'
import type { CreateApiKeyBody, CreatedApiKey } from './schema.ts'

/** Settings of a new key, with its expiry as a `Date` and scopes that are not checked yet. */
type CreateApiKeyInput = Omit<Static<typeof CreateApiKeyBody>, 'scopes' | 'expires_at'> & {
  scopes: string[]
  expires_at?: Date | null
}

/**
 * Creates an API key and returns it with its secret, which is stored only as a hash and cannot be shown again.
 * The teams and the bot are those of `findKeyLimits`.
 *
 * @throws {AppError} validation_failed (name, unknown scope, expiry in the past, rate limit, networks), quota_exceeded
 */
export async function createApiKey(
  scope: Scope,
  input: CreateApiKeyInput,
  { teamIds, botId }: KeyLimits = { teamIds: null, botId: null },
): Promise<CreatedApiKey> {
  const now = scope.clock.now()
  const name = readTrimmed('name', input.name)
  const mode = input.mode ?? 'live'
  const secret = createApiKeySecret(mode)
  const row = {
    id: newId(),
    last_four: secret.slice(-4),
    name,
    mode,
    scopes: checkScopes(input.scopes),
    rate_limit: checkRateLimit(input.rate_limit),
    allowed_networks: checkNetworks(input.allowed_networks),
    created_by: scope.actor.type === 'member' ? scope.actor.id : null,
    created_at: now,
    expires_at: checkExpiry(input.expires_at ?? null, now),
    last_used_at: null,
    revoked_at: null,
    team_ids: teamIds,
    sees_no_team: teamIds !== null && (input.sees_no_team ?? false),
    bot_id: botId,
  }
  await directoryTransaction(scope, async (tx) => {
    await checkKeyQuota(tx, now)
    await insertInto(tx.directory, 'api_keys', {
      ...row,
      workspace_id: scope.workspaceId,
      hash: hashSecret(secret),
    })
    const { name, mode, scopes, rate_limit, allowed_networks, expires_at } = row
    const { team_ids, sees_no_team, bot_id } = row
    await recordAudit(tx, 'api_key.created', row.id, {
      name,
      mode,
      scopes,
      rate_limit,
      allowed_networks,
      expires_at,
      ...(team_ids && { team_ids, sees_no_team }),
      ...(bot_id && { bot_id }),
    })
  })
  return { ...toApiKey(row), secret }
}

function checkScopes(scopes: string[]): string[] {
  const known: readonly string[] = SCOPES
  const unknown = scopes.find((each) => !known.includes(each))
  if (unknown !== undefined)
    throw invalidField(
      'scopes',
      `contains the unknown scope "${unknown}"; use ${SCOPES.join(', ')}`,
    )
  if (scopes.length === 0) throw invalidField('scopes', 'must not be empty')
  return [...new Set(scopes)]
}

/** The teams to which a key is confined, and the bot that it belongs to; null: none. */
type KeyLimits = { teamIds: string[] | null; botId: string | null }

/**
 * Returns the limits of a new key, before the transaction that creates it.
 *
 * @throws {AppError} team_not_found, bot_not_found, validation_failed for scopes about the workspace
 */
export async function findKeyLimits(
  scope: Scope,
  input: Pick<Static<typeof CreateApiKeyBody>, 'team_ids' | 'bot_id' | 'scopes'>,
): Promise<KeyLimits> {
  const { team_ids: teams, bot_id: bot, scopes } = input
  const limit = teams ? 'team_ids' : bot ? 'bot_id' : undefined
  const wide = scopes.find((each) => ['admin', '*'].includes(each) || each.startsWith('webhooks:'))
  if (limit && wide !== undefined)
    throw invalidField('scopes', `cannot contain ${wide} together with ${limit}`)
  return {
    teamIds: teams ? await findTeams(scope, teams) : null,
    botId: bot ? await findBot(scope, bot) : null,
  }
}

async function findTeams(scope: Scope, given: string[]): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const teams = await selectFrom(scope, 'teams')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const unknown = ids.find((id) => !teams.some((team) => team.id === id))
  if (unknown !== undefined) throw notFound('teams', unknown)
  return ids
}

async function findBot(scope: Scope, id: string): Promise<string> {
  const bot = await selectFrom(scope, 'bots')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!bot) throw notFound('bots', id)
  return bot.id
}

function checkRateLimit(rateLimit: number | null | undefined): number | null {
  const { default: rateLimitDefault, min, max } = KEY_RATE_LIMIT
  if (rateLimit === undefined) return rateLimitDefault
  if (rateLimit === null) return null
  if (Number.isInteger(rateLimit) && rateLimit >= min && rateLimit <= max) return rateLimit
  throw invalidField('rate_limit', `must be between ${min} and ${max}`)
}

function checkNetworks(networks: string[] | null | undefined): string[] | null {
  if (!networks) return null
  const wrong = networks.find((each) => !isNetwork(each))
  if (wrong !== undefined)
    throw invalidField(
      'allowed_networks',
      `contains "${wrong}"; use IP addresses and subnets, such as 203.0.113.7 or 10.0.0.0/8`,
    )
  return [...new Set(networks)]
}

function checkExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null
  if (Number.isNaN(expiresAt.getTime()))
    throw invalidField('expires_at', 'must be an RFC 3339 timestamp, such as 2030-01-01T00:00:00Z')
  if (expiresAt <= now) throw invalidField('expires_at', 'must be in the future')
  return expiresAt
}
