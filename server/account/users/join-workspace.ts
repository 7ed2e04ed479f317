import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { Role } from '#shared/roles.ts'

/** A user's membership of a workspace. */
export type Membership = {
  id: string
  workspace_id: string
  role: Role
  created_at: Date
}

/**
 * Makes a user a member of the scope's workspace and returns the membership, or undefined if the user already
 * is one. A former member gets their previous membership back, including everything recorded under it.
 */
export async function joinWorkspace(
  tx: Scope,
  userId: string,
  role: Membership['role'],
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    insert into memberships as known (workspace_id, id, user_id, role, created_at)
    values (${tx.workspaceId}, ${newId()}, ${userId}, ${role}, ${tx.clock.now()}::timestamptz)
    on conflict (workspace_id, user_id) do update set role = excluded.role, removed_at = null
      where known.removed_at is not null
    returning id, workspace_id, role, created_at`.execute(tx.directory)
  return rows[0]
}
