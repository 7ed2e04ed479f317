import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Context } from '#context.ts'
import { systemScope } from '#context.ts'
import type { WebhookEndpoints } from '#db/tables/webhooks.ts'
import { transaction } from '#db/transaction.ts'
import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import type { Attempt } from './deliver-webhook.ts'
import { isLongFailure, probePauseMs } from './endpoint-pace.ts'
import { recordEndpointChange } from '../record-endpoint-change.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'

/** An endpoint whose attempts all failed for this long is disabled. */
export const FAILING_MS = 3 * 24 * 3_600_000

/**
 * 410 Gone: the receiver wants no more deliveries. Source: Standard Webhooks, "Webhook delivery", and RFC 9110
 * §15.5.11.
 */
const GONE = 410

/** Returns whether the receiver answered that it is gone for good. */
export function isGone(attempt: Pick<Attempt, 'responseStatus' | 'error'>): boolean {
  return attempt.responseStatus === GONE && attempt.error === 'unexpected_status'
}

/** The attempts from which an endpoint's health is derived, in the order in which they ended. */
export type HealthTally = {
  add: (attempt: Attempt) => void
  read: () => {
    firstAt: Date | undefined
    hasSucceeded: boolean
    isGone: boolean
    last: Pick<Attempt, 'error' | 'responseStatus'> | undefined
  }
}

/** Counts attempts without storing them. */
export function createHealthTally(): HealthTally {
  let firstAt: Date | undefined
  let hasSucceeded = false
  let wasGone = false
  let last: Pick<Attempt, 'error' | 'responseStatus'> | undefined
  return {
    add(attempt) {
      firstAt ??= attempt.startedAt
      hasSucceeded ||= attempt.error === null
      wasGone ||= isGone(attempt)
      last = { error: attempt.error, responseStatus: attempt.responseStatus }
    },
    read: () => ({ firstAt, hasSucceeded, isGone: wasGone, last }),
  }
}

/**
 * Stores an endpoint's health after some attempts: since when it fails, when it recovered, and whether it is disabled
 * now, because it is gone or failed everything for three days; then its admins are notified. Writes only what changed,
 * so a healthy endpoint's row is not written; what an admin changed since it was read is kept.
 */
export async function recordHealth(
  context: Context,
  endpoint: DeliveryEndpoint,
  tally: HealthTally,
): Promise<void> {
  const { firstAt, hasSucceeded, isGone: wasGone, last } = tally.read()
  if (!firstAt || !last) return
  const now = context.clock.now()
  const before = endpoint.failing_since
  const failingSince = hasSucceeded ? null : (before ?? firstAt)
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS
  const reason = wasGone ? 'gone' : isFailing ? 'failing' : null
  if (failingSince?.getTime() === before?.getTime() && !reason) return
  const isBack = hasSucceeded && isLongFailure(before, now)
  const probeAt =
    reason === 'failing' ? new Date(now.getTime() + probePauseMs(0, Math.random)) : null
  const scope = systemScope(context, endpoint.workspace_id)
  const audience = reason && (await readAudience(scope))
  await transaction(scope, async (tx) => {
    const { rows } = await sql<
      Pick<Selectable<WebhookEndpoints>, 'id' | 'url' | 'events' | 'filters'>
    >`
      update webhook_endpoints
      set failing_since = ${failingSince}, probe_at = ${probeAt}, probe_count = 0,
        recovered_at = case when ${isBack} then ${now}::timestamptz else recovered_at end,
        status = case when ${reason}::text is null then status else 'disabled' end,
        disabled_reason = coalesce(${reason}, disabled_reason),
        disabled_at = case when ${reason}::text is null then disabled_at else ${now}::timestamptz end
      where workspace_id = ${endpoint.workspace_id} and id = ${endpoint.id} and status = 'enabled'
        and url = ${endpoint.url}
        and (failing_since is not distinct from ${before} or ${reason}::text = 'gone')
      returning id, url, events, filters`.execute(tx.db)
    const [row] = rows
    if (!reason || !audience || !row) return
    await recordEndpointChange(tx, { ...row, status: 'disabled', disabled_reason: reason })
    await recordNotice(
      tx,
      {
        kind: 'endpoint_disabled',
        data: {
          endpoint_id: endpoint.id,
          url: endpoint.url,
          reason,
          failing_since: failingSince,
          last_error: last.error,
          last_response_status: last.responseStatus,
        },
      },
      audience,
    )
  })
}
