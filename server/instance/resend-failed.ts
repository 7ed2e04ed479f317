import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { createReplay } from '#webhooks/replays/create-replay.ts'
import { operatorScope } from './operator-scope.ts'
import type { ResentDeliveries } from './schema.ts'

/**
 * Delivers the failed deliveries of a workspace again, for the operator: a replay for each enabled endpoint that has some, within the
 * limits of that endpoint. The audit log of the workspace records each replay as a change of the product.
 *
 * @throws {AppError} workspace_not_found
 */
export async function resendFailed(
  context: Context,
  workspaceId: string,
): Promise<ResentDeliveries> {
  const scope = await operatorScope(context, workspaceId)
  const endpoints = await scope.db
    .selectFrom('webhook_endpoints as endpoint')
    .select(['endpoint.id', 'endpoint.status'])
    .where('endpoint.workspace_id', '=', workspaceId)
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('webhook_deliveries as delivery')
          .select('delivery.id')
          .where('delivery.workspace_id', '=', workspaceId)
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.status', '=', 'failed')
          .where('delivery.test_body', 'is', null),
      ),
    )
    .execute()
  const enabled = endpoints.filter(({ status }) => status === 'enabled')
  let [deliveries, resent] = [0, 0]
  for (const { id } of enabled) {
    const replay = await createReplay(scope, id, { statuses: ['failed'] }).catch(ignoreChanged)
    if (!replay) continue
    deliveries += replay.total
    resent++
  }
  return { deliveries, endpoints: resent, disabled: endpoints.length - resent }
}

/** Leaves out an endpoint that was since disabled or deleted. */
function ignoreChanged(err: unknown): undefined {
  if (err instanceof AppError && /^endpoint_(disabled|not_found)$/.test(err.code)) return undefined
  throw err
}
