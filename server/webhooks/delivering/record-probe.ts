import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Context } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { transaction } from '#db/transaction.ts'
import { WAITING_COUNTED_MAX } from '#account/notices/schema.ts'
import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Attempt } from './deliver-webhook.ts'
import { probePauseMs } from './delivery-rate.ts'
import { recordEndpointChange } from '../record-endpoint-change.ts'
import { isGone } from './find-health-change.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'
import { recordDisabling } from './record-disabling.ts'

/**
 * Stores the result of a probe and returns when the endpoint is due again, null for never. An endpoint that accepted
 * the delivery is enabled, its admins are notified, and its backlog is drained at a rising rate. What an admin changed
 * since the endpoint was read is kept.
 */
export async function recordProbe(
  context: Context,
  endpoint: DeliveryEndpoint,
  attempt: Attempt,
): Promise<Date | null> {
  const scope = systemScope(context, endpoint.workspace_id)
  const now = scope.clock.now()
  const isBack = attempt.error === null
  const reason = isBack ? null : isGone(attempt) ? 'gone' : 'failing'
  const pauseMs = probePauseMs(endpoint.probe_count + 1, Math.random)
  const probeAt = reason === 'failing' ? new Date(now.getTime() + pauseMs) : null
  const audience = reason === 'failing' ? undefined : await readAudience(scope)
  const isKept = await transaction(scope, async (tx) => {
    const { rows } = await sql<
      Pick<Selectable<WebhookEndpoints>, 'id' | 'url' | 'events' | 'filters'>
    >`
      update webhook_endpoints
      set probe_at = ${probeAt}, probe_count = ${isBack ? 0 : endpoint.probe_count + 1},
        status = ${isBack ? 'enabled' : 'disabled'}, disabled_reason = ${reason},
        disabled_at = case when ${isBack} then null else disabled_at end,
        failing_since = case when ${isBack} then null else failing_since end,
        recovered_at = case when ${isBack} then ${now}::timestamptz else recovered_at end
      where workspace_id = ${endpoint.workspace_id} and id = ${endpoint.id} and status = 'disabled'
        and disabled_reason = 'failing' and url = ${endpoint.url}
      returning id, url, events, filters`.execute(tx.db)
    const [row] = rows
    if (!row || !audience) return row !== undefined
    const status = isBack ? 'enabled' : 'disabled'
    await recordEndpointChange(tx, { ...row, status, disabled_reason: reason })
    const { id: endpoint_id, url } = endpoint
    if (isBack) {
      const waiting = await countWaiting(tx, endpoint)
      const data = { endpoint_id, url, disabled_at: endpoint.disabled_at, waiting }
      await recordNotice(tx, { kind: 'endpoint_recovered', data }, audience)
    } else {
      const { failing_since: failingSince } = endpoint
      await recordDisabling(tx, { endpoint, failingSince, reason: 'gone', last: attempt }, audience)
    }
    return true
  })
  return isBack || !isKept ? now : probeAt
}

async function countWaiting(
  { db }: Pick<Context, 'db'>,
  { workspace_id, id }: DeliveryEndpoint,
): Promise<number> {
  const pending = sql`select 1 from webhook_deliveries
    where workspace_id = ${workspace_id} and endpoint_id = ${id} and status = 'pending'`
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      (${pending} and attempt_count = 0 and not held limit ${WAITING_COUNTED_MAX})
      union all
      (${pending} and attempt_count > 0 and not held limit ${WAITING_COUNTED_MAX})
      limit ${WAITING_COUNTED_MAX}
    ) as waiting`.execute(db)
  return firstOf(rows).count
}
