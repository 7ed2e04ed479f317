import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { idsBetween } from '#db/partitions.ts'
import type { KnownPending } from './known-pending.ts'
import { holdsBack } from './ordering-key-of.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'
import type { HeldDelivery } from './turn/delivery-queue.ts'

/** Deliveries released per statement. */
const BATCH = 1_000

/**
 * Holds deliveries until the earlier one of their ordering key is finished, which is stored with them; held ones are not in the index
 * of due ones.
 */
export async function holdDeliveries(
  context: Pick<Context, 'db'>,
  workspaceId: string,
  deliveries: HeldDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const given = bulkRows('given', deliveries, {
    id: ['uuid', (each) => each.id],
    key: ['text', (each) => each.orderingKey],
    previous_id: ['uuid', (each) => each.previousId],
  })
  await sql`
    with given as (select ${given.columns} from ${given})
    update webhook_deliveries as delivery set held = true, ordering_key = given.key
    from given
    where delivery.workspace_id = ${workspaceId} and delivery.id = any (array(select id from given))
      and delivery.id = given.id and delivery.status = 'pending' and exists (
        select from webhook_deliveries as earlier
        where earlier.workspace_id = ${workspaceId} and earlier.id = given.previous_id and earlier.status = 'pending'
      )`.execute(context.db)
}

/**
 * Releases deliveries that are held without a reason: the first one of each ordering key, because it was held at the moment when
 * its predecessor finished. Those of an endpoint that holds none back any more lose their keys, so that they are not
 * searched again. Returns whether there were any.
 *
 * Skips in the index from one key to the next, so that the cost does not depend on how many deliveries are held.
 */
export async function releaseHeldDeliveries(
  context: Pick<Context, 'db'>,
  endpoint: Pick<DeliveryEndpoint, 'workspace_id' | 'id' | 'ordering'>,
  { range }: Pick<KnownPending, 'range'>,
): Promise<boolean> {
  const { workspace_id: workspaceId, id: endpointId, ordering } = endpoint
  const mayHold = holdsBack(ordering)
  const keyed = sql`from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and status = 'pending'
      and ordering_key is not null and ${idsBetween(sql`webhook_deliveries.id`, range)}`
  const firsts = sql`
    with recursive first as (
      (select id, ordering_key, held ${keyed} order by ordering_key, position limit 1)
      union all
      select next.* from first, lateral (
        select id, webhook_deliveries.ordering_key, webhook_deliveries.held ${keyed}
          and webhook_deliveries.ordering_key > first.ordering_key
        order by webhook_deliveries.ordering_key, position limit 1
      ) as next
    )
    select id from first where held`
  let freed: bigint
  let isAny = false
  do {
    const result = await sql`
      update webhook_deliveries set held = false ${mayHold ? sql`` : sql`, ordering_key = null`}
      where workspace_id = ${workspaceId} and id = any (array(
        ${mayHold ? firsts : sql`select id ${keyed} limit ${BATCH}`}
      ))`.execute(context.db)
    freed = result.numAffectedRows ?? 0n
    isAny ||= freed > 0n
  } while (!mayHold && freed >= BigInt(BATCH))
  return isAny
}
