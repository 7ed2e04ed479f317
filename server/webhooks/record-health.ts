import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Attempt } from './deliver-webhook.ts'
import type { DeliveryEndpoint } from './take-deliveries.ts'

/** An endpoint that failed every try for this long is disabled. */
export const FAILING_MS = 3 * 24 * 3_600_000

/** Gone: the receiver wants no more. Source: Standard Webhooks, "Webhook delivery", and RFC 9110 §15.5.11. */
const GONE = 410

/** Whether the receiver of a try says that it is gone for good. */
export function isGone(attempt: Pick<Attempt, 'responseStatus' | 'error'>): boolean {
  return attempt.responseStatus === GONE && attempt.error === 'unexpected_status'
}

/**
 * Keeps an endpoint's health after some tries, in the order they were made: since when it fails, and whether it
 * is disabled now, because it is gone or failed everything for three days. Writes only what changed, so a
 * healthy endpoint's row is left alone; what an admin changed since it was read stands. Its admins are told through the log.
 */
export async function recordHealth(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  endpoint: DeliveryEndpoint,
  attempts: Attempt[],
): Promise<void> {
  const [first] = attempts
  if (!first) return
  const now = context.clock.now()
  const succeeded = attempts.some((attempt) => attempt.error === null)
  const failingSince = succeeded ? null : (endpoint.failing_since ?? first.startedAt)
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS
  const reason = attempts.some(isGone) ? 'gone' : isFailing ? 'failing' : null
  if (failingSince?.getTime() === endpoint.failing_since?.getTime() && !reason) return
  const { rows } = await sql`
    update webhook_endpoints
    set failing_since = ${failingSince},
      status = case when ${reason}::text is null then status else 'disabled' end,
      disabled_reason = coalesce(${reason}, disabled_reason),
      disabled_at = case when ${reason}::text is null then disabled_at else ${now}::timestamptz end
    where workspace_id = ${endpoint.workspace_id} and id = ${endpoint.id} and status = 'enabled'
      and url = ${endpoint.url}
      and (failing_since is not distinct from ${endpoint.failing_since} or ${reason}::text = 'gone')
    returning 1`.execute(context.db)
  if (!reason || rows.length === 0) return
  const about = { workspace_id: endpoint.workspace_id, endpoint_id: endpoint.id, reason }
  context.log.warn(
    about,
    'a webhook endpoint was disabled; its deliveries wait until it is enabled',
  )
}
