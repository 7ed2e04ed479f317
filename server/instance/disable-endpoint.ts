import type { Context } from '#db/context.ts'
import type { Endpoint } from '#webhooks/schema.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { operatorScope } from './operator-scope.ts'

/**
 * Disables an endpoint of a workspace, for the operator, as an admin of the workspace would, who can enable it again. The audit log of
 * the workspace records it as a change of the product. @throws {AppError} workspace_not_found, endpoint_not_found
 */
export async function disableEndpoint(
  context: Context,
  workspaceId: string,
  endpointId: string,
): Promise<Pick<Endpoint, 'id' | 'status' | 'disabled_reason'>> {
  const scope = await operatorScope(context, workspaceId)
  const { id, status, disabled_reason } = await updateEndpoint(scope, endpointId, {
    status: 'disabled',
  })
  return { id, status, disabled_reason }
}
