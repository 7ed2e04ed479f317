import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { grants } from '#lib/grants.ts'

/**
 * Returns why a job must not continue in the name of `actor`: the member has left or cannot sign in any more, or is no admin
 * although `needed` requires one; or the key was revoked, has expired, or lacks that scope. Null if the job can continue.
 */
export async function findCancelReason(
  scope: Scope,
  actor: Scope['actor'],
  needed: RouteScope,
): Promise<CancelReason | null> {
  if (actor.type === 'member') {
    const { rows } = await sql<{ role: string }>`
      select memberships.role from memberships
      join users on users.id = memberships.user_id and users.disabled_at is null
      where memberships.workspace_id = ${scope.workspaceId} and memberships.id = ${actor.id}
        and memberships.removed_at is null`.execute(scope.directory)
    const [member] = rows
    if (!member) return 'member_removed'
    return needed === 'admin' && member.role !== 'admin' ? 'role_changed' : null
  }
  if (actor.type !== 'api_key') return null
  const { rows } = await sql<{ scopes: string[] }>`
    select scopes from api_keys
    where workspace_id = ${scope.workspaceId} and id = ${actor.id} and revoked_at is null
      and (expires_at is null or expires_at > ${scope.clock.now()})`.execute(scope.directory)
  const [key] = rows
  return key && grants(key.scopes, needed) ? null : 'key_revoked'
}
