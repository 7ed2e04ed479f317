import type { Context } from '#context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { reprocessPayloads } from '#inbound/reprocess-payloads.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Processes the failed payloads of a workspace again, for the operator: the newest 10,000. Returns how many. The audit log
 * of the workspace records it as a change of the product. @throws {AppError} workspace_not_found
 */
export async function reprocessFailed(
  context: Context,
  workspaceId: string,
): Promise<{ offered: number }> {
  const workspace = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  if (!workspace) throw new AppError('workspace_not_found', 'There is no such workspace.')
  return reprocessPayloads(await systemScopeOn(context, workspaceId), { status: 'failed' })
}
