import { sql } from 'kysely'
import { grants } from '#account/keys/grants.ts'
import type { Scope } from '#context.ts'
import type { BulkCancelReason } from '#shared/bulk-actions.ts'
import type { RouteScope } from '#shared/scopes.ts'
import type { BulkRow } from './get-bulk-action.ts'

/** The scope that a key needs to change many of each subject. Contacts are erased by admins only. */
const SCOPES: Record<BulkRow['subject'], RouteScope> = {
  chats: 'chats:write',
  tickets: 'tickets:write',
  contacts: 'admin',
}

/**
 * Returns why a bulk action must not continue: its member has left or cannot sign in any more, has no longer the role for
 * it, or its key was revoked or has expired. Null if it can continue.
 */
export async function findCancelReason(
  tx: Scope,
  row: Pick<BulkRow, 'subject'>,
  actor: Scope['actor'],
): Promise<BulkCancelReason | null> {
  if (actor.type === 'member') {
    const { rows } = await sql<{ role: string }>`
      select memberships.role from memberships
      join users on users.id = memberships.user_id and users.disabled_at is null
      where memberships.workspace_id = ${tx.workspaceId} and memberships.id = ${actor.id}
        and memberships.removed_at is null`.execute(tx.db)
    const [member] = rows
    if (!member) return 'member_removed'
    return row.subject === 'contacts' && member.role !== 'admin' ? 'role_changed' : null
  }
  if (actor.type !== 'api_key') return null
  const { rows } = await sql<{ scopes: string[] }>`
    select scopes from api_keys
    where workspace_id = ${tx.workspaceId} and id = ${actor.id} and revoked_at is null
      and (expires_at is null or expires_at > ${tx.clock.now()})`.execute(tx.db)
  const [key] = rows
  return key && grants(key.scopes, SCOPES[row.subject]) ? null : 'key_revoked'
}
