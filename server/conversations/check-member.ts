import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'

/** Checks that a membership is a current one of the workspace. @throws {AppError} membership_not_found */
export async function checkMember(tx: Scope, id: string): Promise<void> {
  const member = await tx.directory
    .selectFrom('memberships')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!member)
    throw new AppError('membership_not_found', `There is no membership ${id} in this workspace.`)
}
