import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { deleteFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { isBuiltInRole } from '#shared/roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockRole } from './check-role.ts'
import { builtIn } from './update-role.ts'

/** Deletes a custom role that nobody has. @throws {AppError} role_not_found, role_built_in, role_in_use */
export async function deleteRole(scope: Scope, given: string): Promise<void> {
  const id = given.toLowerCase()
  if (isBuiltInRole(id)) throw builtIn('A built-in role cannot be deleted.')
  await directoryTransaction(scope, async (tx) => {
    const role = await lockRole(tx, id)
    const user = await findUse(tx, id)
    if (user !== null)
      throw new AppError(
        'role_in_use',
        `The role is used by ${user}. Choose another role there first.`,
      )
    await deleteFrom(tx, 'roles').where('id', '=', id).execute()
    await recordAudit(tx, 'role.deleted', id, { name: role?.name })
  })
}

/** Returns what uses a role: members, invitations that can be accepted, or single sign-on; null if nothing does. */
async function findUse(tx: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ used_by: string | null }>`
    select case
      when exists (
        select from memberships
        where workspace_id = ${tx.workspaceId} and role = ${id} and removed_at is null
      ) then 'members'
      when exists (
        select from invitations
        where workspace_id = ${tx.workspaceId} and role = ${id} and accepted_at is null and revoked_at is null
          and expires_at > ${tx.clock.now()}
      ) then 'an open invitation'
      when exists (
        select from sso_connections
        where workspace_id = ${tx.workspaceId}
          and (default_role = ${id} or exists (select from jsonb_each_text(role_values) where value = ${id}))
      ) then 'the single sign-on'
    end as used_by`.execute(tx.directory)
  return firstOf(rows).used_by
}
