import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { grants } from '#shared/grants.ts'
import { confineKey } from './confine-key.ts'
import { keyOf } from './key-of.ts'
import { rightsOf } from '#lib/rights-of.ts'
import type { StoredRights } from '#lib/rights-of.ts'

/**
 * Returns why a job must not continue in the name of `actor`: the member has left or cannot sign in any more, or their
 * role lacks the scope `needed`; or the key was revoked, has expired, or lacks that scope. Null if the job can continue.
 */
export async function findCancelReason(
  scope: Scope,
  actor: Scope['actor'],
  needed: RouteScope,
): Promise<CancelReason | null> {
  if (actor.type === 'member') {
    const { rows } = await sql<{ role: string } & StoredRights>`
      select memberships.role, roles.scopes, roles.visibility, roles.sees_no_team from memberships
      join users on users.id = memberships.user_id and users.disabled_at is null
      left join roles on roles.workspace_id = memberships.workspace_id and roles.id = memberships.role
      where memberships.workspace_id = ${scope.workspaceId} and memberships.id = ${actor.id}
        and memberships.removed_at is null`.execute(scope.directory)
    const [member] = rows
    if (!member) return 'member_removed'
    return grants(rightsOf(member.role, member).scopes, needed) ? null : 'role_changed'
  }
  if (actor.type !== 'api_key' && actor.type !== 'bot') return null
  const { rows } = await sql<{ scopes: string[]; teamIds: string[] | null; botId: string | null }>`
    select scopes, team_ids as "teamIds", bot_id as "botId" from api_keys
    where workspace_id = ${scope.workspaceId} and ${keyOf(actor)} and revoked_at is null
      and (expires_at is null or expires_at > ${scope.clock.now()})`.execute(scope.directory)
  const canGoOn = rows.map(confineKey).some((key) => grants(key.scopes, needed))
  return canGoOn ? null : 'key_revoked'
}
