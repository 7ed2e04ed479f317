import type { WithDirectory } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { hashSecret, isAppSecret } from '#lib/api-key-format.ts'
import { coalesce } from '#lib/coalesce.ts'
import { rightsOf } from '#lib/rights-of.ts'
import type { StoredRights } from '#lib/rights-of.ts'
import type { FoundKey } from '#lib/found-key.ts'
import { grantableScopes } from './grantable-scopes.ts'

type Row = FoundKey & { hash: Buffer; role: string; member_id: string } & {
  [Name in keyof StoredRights as `role_${Name}`]: StoredRights[Name]
}

/**
 * Creates a function that looks up connected apps by their access tokens. It returns no app of a member who left or cannot
 * sign in, and only the scopes that the member's role of today can give. Concurrent look-ups share one query. Results are
 * never cached, so an app that ended is rejected from the next request on, in every process.
 */
export function createTokenFinder(
  context: WithDirectory,
): (token: string) => Promise<FoundKey | undefined> {
  const find = coalesce<string, FoundKey | undefined>({
    maxBatch: 500,
    concurrency: 2,
    run: async (tokens) => {
      const hashes = tokens.map((token) => hashSecret(token))
      const { rows } = await prepared<Row>`
        select app_tokens.hash, api_keys.workspace_id as "workspaceId", api_keys.id, api_keys.scopes,
          rate_limit as "rateLimit", least(app_tokens.expires_at, api_keys.expires_at) as "expiresAt",
          revoked_at as "revokedAt", allowed_networks as "allowedNetworks", mode, memberships.role,
          team_ids as "teamIds", api_keys.sees_no_team as "seesNoTeam", bot_id as "botId", memberships.id as member_id,
          roles.scopes as role_scopes, roles.visibility as role_visibility, roles.sees_no_team as role_sees_no_team
        from app_tokens
        join api_keys on api_keys.workspace_id = app_tokens.workspace_id and api_keys.id = app_tokens.app_id
        join memberships on memberships.workspace_id = api_keys.workspace_id
          and memberships.id = api_keys.created_by and memberships.removed_at is null
        join users on users.id = memberships.user_id and users.disabled_at is null
        left join roles on roles.workspace_id = memberships.workspace_id and roles.id = memberships.role
        where app_tokens.hash = any(${hashes}::bytea[])
          and kind = 'access'`.execute(context.directory)
      const found = new Map(rows.map((row) => [row.hash.toString('base64'), toFoundKey(row)]))
      return hashes.map((hash) => ({
        status: 'fulfilled',
        value: found.get(hash.toString('base64')),
      }))
    },
  })
  return async (token) => (isAppSecret(token, 'access') ? find(token) : undefined)
}

function toFoundKey({ hash: _hash, role, member_id: id, ...row }: Row): FoundKey {
  const { role_scopes, role_visibility, role_sees_no_team, ...app } = row
  const rights = rightsOf(role, {
    scopes: role_scopes,
    visibility: role_visibility,
    sees_no_team: role_sees_no_team,
  })
  return {
    ...app,
    scopes: grantableScopes(app.scopes, rights.scopes),
    isApp: true,
    member: { id, visibility: rights.visibility, seesNoTeam: rights.sees_no_team },
  }
}
