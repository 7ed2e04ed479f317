import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Returns the scope in which an operator changes a workspace. Its audit log records that the system did so, because operators are no
 * members of it. @throws {AppError} workspace_not_found
 */
export async function operatorScope(context: Context, workspaceId: string): Promise<Scope> {
  const workspace = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  if (!workspace) throw new AppError('workspace_not_found', 'There is no such workspace.')
  return systemScopeOn(context, workspaceId)
}
