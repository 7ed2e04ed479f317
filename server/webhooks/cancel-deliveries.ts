import { sql } from 'kysely'
import type { Context } from '#db/context.ts'

/** Deliveries cancelled per statement, because a backlog may be far longer than one statement can process. */
const BATCH = 2_000

/** Cancels some pending deliveries of a deleted endpoint; returns whether there may be more. */
export async function cancelDeliveries(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  endpointId: string,
): Promise<boolean> {
  const pending = sql`select id from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and status = 'pending'`
  // Each part reads its own partial index, so that cancelled deliveries are not read again.
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries
    set status = 'cancelled', next_attempt_at = null, completed_at = ${context.clock.now()}
    where workspace_id = ${workspaceId} and status = 'pending' and id = any (array(
      (${pending} and attempt_count = 0 and not held order by position limit ${BATCH})
      union all
      (${pending} and attempt_count > 0 and not held order by next_attempt_at limit ${BATCH})
      union all
      (${pending} and held and ordering_key is not null limit ${BATCH})
      limit ${BATCH}
    ))`.execute(context.db)
  return numAffectedRows >= BigInt(BATCH)
}
