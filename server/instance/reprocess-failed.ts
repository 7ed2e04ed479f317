import type { Context } from '#db/context.ts'
import { reprocessPayloads } from '#inbound/reprocess-payloads.ts'
import { operatorScope } from './operator-scope.ts'

/**
 * Processes the failed payloads of a workspace again, for the operator: the newest 10,000. Returns how many. The audit log
 * of the workspace records it as a change of the product. @throws {AppError} workspace_not_found
 */
export async function reprocessFailed(
  context: Context,
  workspaceId: string,
): Promise<{ offered: number }> {
  return reprocessPayloads(await operatorScope(context, workspaceId), { status: 'failed' })
}
