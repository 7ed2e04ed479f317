import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { readCause, withCause } from '#lib/cause.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import type { TokenCache } from '../oauth/create-token-cache.ts'
import { toSentBody } from '../to-sent-body.ts'
import { classifyAttempt } from './classify-attempt.ts'
import { orderingKeySql } from './ordering-key-of.ts'
import { openTarget } from './open-target.ts'
import { recordAttempts } from './record-attempts.ts'
import { recordProbe } from './record-probe.ts'
import type { DeliveryEndpoint, DueDelivery } from './poll-deliveries.ts'

/**
 * Probes an endpoint that was disabled for failing with its oldest pending delivery, once, and returns when the
 * endpoint is due again: now after a success, which enables it; at its next probe after a failure; null when nothing
 * is pending. A failed probe does not count towards the delivery's attempt limit.
 */
export async function probeEndpoint(
  context: Context,
  options: { fetch: SafeFetch['fetch']; tokens: TokenCache; timeoutMs?: number | undefined },
  endpoint: DeliveryEndpoint,
): Promise<Date | null> {
  const delivery = await findOldest(context, endpoint)
  if (!delivery) return null
  const target = openTarget(context, endpoint, options.tokens, options.timeoutMs)
  const attempt = await withCause(delivery.cause, () =>
    deliverWebhook(context, options.fetch, target, delivery),
  )
  const now = context.clock.now()
  const verdict =
    attempt.error === null
      ? classifyAttempt(delivery, attempt, now)
      : { status: 'pending' as const, nextAttemptAt: now, completedAt: null, isExtra: true }
  await recordAttempts(context, endpoint.workspace_id, [
    {
      deliveryId: delivery.id,
      attempt,
      verdict,
      orderingKey: delivery.orderingKey,
      mayRelease: true,
    },
  ])
  return recordProbe(context, endpoint, attempt)
}

async function findOldest(
  context: Pick<Context, 'db'>,
  { workspace_id: workspaceId, id, ordering }: DeliveryEndpoint,
): Promise<DueDelivery | undefined> {
  const pending = sql`from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${id} and status = 'pending' and not held`
  const { rows } = await sql<
    Omit<DueDelivery, 'cause'> & { isThin: boolean; cause: string | null }
  >`
    select picked.id, event_id as "eventId", event_type as "eventType", attempt_count as "attemptCount",
      attempts_max as "attemptsMax", coalesce(test_body, events.body) as body, is_thin as "isThin",
      ${orderingKeySql(sql`${ordering}::text`, sql`events.body`)} as "orderingKey",
      null as "previousId", true as "mayRelease", events.cause
    from (
      (select * ${pending} and attempt_count = 0 order by position limit 1)
      union all
      (select * ${pending} and attempt_count > 0 order by next_attempt_at, position limit 1)
      order by position
      limit 1
    ) as picked
    left join events on events.workspace_id = ${workspaceId}
      and events.id = picked.event_id`.execute(context.db)
  const [row] = rows
  if (!row) return undefined
  const { isThin, cause, ...delivery } = row
  return { ...delivery, body: toSentBody(delivery.body, isThin), cause: readCause(cause) }
}
