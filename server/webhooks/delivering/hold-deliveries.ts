import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import type { DueDelivery } from './poll-deliveries.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'

/** Deliveries released per statement. */
const BATCH = 1_000

/**
 * Holds deliveries until the earlier one of their ordering key is finished; held ones are not in the index of due
 * ones.
 */
export async function holdDeliveries(
  context: Pick<Context, 'db'>,
  workspaceId: string,
  deliveries: DueDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    update webhook_deliveries as delivery set held = true
    where workspace_id = ${workspaceId} and id = any (${deliveries.map((each) => each.id)}::uuid[])
      and status = 'pending' and exists (
        select from webhook_deliveries as earlier
        where earlier.workspace_id = ${workspaceId} and earlier.endpoint_id = delivery.endpoint_id
          and earlier.status = 'pending' and earlier.ordering_key = delivery.ordering_key
          and earlier.position < delivery.position
      )`.execute(context.db)
}

/**
 * Releases deliveries that are held without a reason: the first one of each ordering key, also one that was held at the moment when
 * its predecessor finished. Those of an endpoint that is no longer ordered by conversation lose their keys, so that they are not
 * searched again. Returns whether there were any.
 */
export async function releaseHeldDeliveries(
  context: Pick<Context, 'db'>,
  endpoint: Pick<DeliveryEndpoint, 'workspace_id' | 'id' | 'ordering'>,
): Promise<boolean> {
  const { workspace_id: workspaceId, id: endpointId, ordering } = endpoint
  const isOrdered = ordering === 'conversation'
  const reason = sql`held and not exists (
    select from webhook_deliveries as earlier
    where earlier.workspace_id = ${workspaceId} and earlier.endpoint_id = ${endpointId}
      and earlier.status = 'pending' and earlier.ordering_key = delivery.ordering_key
      and earlier.position < delivery.position
  )`
  let freed: bigint
  let isAny = false
  do {
    const result = await sql`
      update webhook_deliveries set held = false ${isOrdered ? sql`` : sql`, ordering_key = null`}
      where workspace_id = ${workspaceId} and id = any (array(
        select id from webhook_deliveries as delivery
        where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and status = 'pending'
          and ordering_key is not null ${isOrdered ? sql`and ${reason}` : sql``}
        limit ${BATCH}
      ))`.execute(context.db)
    freed = result.numAffectedRows ?? 0n
    isAny ||= freed > 0n
  } while (freed >= BigInt(BATCH))
  return isAny
}
