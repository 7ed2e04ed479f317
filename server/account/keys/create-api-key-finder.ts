import { sql } from 'kysely'
import type { WithDirectory } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { hashSecret, isApiKeySecret } from '#lib/api-key-format.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { FoundKey } from '#lib/found-key.ts'
import { confineKey } from './confine-key.ts'

/**
 * Creates a function that looks up keys by their secrets. Concurrent look-ups share one query. Results are
 * never cached, so a revoked key is rejected from the next request on, in every process.
 */
export function createApiKeyFinder(
  context: WithDirectory,
): (secret: string) => Promise<FoundKey | undefined> {
  const find = coalesce<string, FoundKey | undefined>({
    name: 'find_keys',
    maxBatch: 500,
    concurrency: 2,
    run: async (secrets) => {
      // Most requests at the same time use the same key.
      const hashes = new Map<string, Buffer>()
      for (const secret of new Set(secrets)) hashes.set(secret, hashSecret(secret))
      const rows = await findApiKeys(context, [...hashes.values()])
      const found = new Map(
        [...hashes].map(([secret, hash]) => [secret, rows.get(hash.toString('base64'))]),
      )
      return secrets.map((secret) => ({ status: 'fulfilled', value: found.get(secret) }))
    },
  })
  return async (secret) => (isApiKeySecret(secret) ? find(secret) : undefined)
}

async function findApiKeys(
  context: WithDirectory,
  hashes: Buffer[],
): Promise<Map<string, FoundKey>> {
  // With an array PostgreSQL would plan each call anew, because it expects more keys than most calls have.
  const [hash] = hashes
  const { rows } = await (
    hashes.length === 1
      ? prepared<KeyRow>`${KEYS} where hash = ${hash}`
      : prepared<KeyRow>`${KEYS} where hash = any(${hashes}::bytea[])`
  ).execute(context.directory)
  return new Map(rows.map((row) => [row.hash.toString('base64'), confineKey(row)]))
}

type KeyRow = FoundKey & { hash: Buffer }

const KEYS = sql`
  select hash, workspace_id as "workspaceId", id, scopes, rate_limit as "rateLimit",
    expires_at as "expiresAt", revoked_at as "revokedAt", allowed_networks as "allowedNetworks", mode,
    team_ids as "teamIds", sees_no_team as "seesNoTeam", bot_id as "botId"
  from api_keys`
