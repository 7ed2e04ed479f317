import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { readAudience } from '#account/notices/record-notice.ts'
import type { Context } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { retryConflicts } from '#db/retry-conflicts.ts'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { transaction } from '#db/transaction.ts'
import { coalesce } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { recordEndpointChange } from '../record-endpoint-change.ts'
import { findHealthChange } from './find-health-change.ts'
import type { HealthChange, HealthTally } from './find-health-change.ts'
import { probePauseMs } from './delivery-rate.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'
import { recordDisabling } from './record-disabling.ts'

/** Stores the health of an endpoint after the attempts of `tally`. */
export type RecordHealth = (endpoint: DeliveryEndpoint, tally: HealthTally) => Promise<void>

/**
 * Returns a function that stores the health of endpoints: since when they fail, when they recovered, and whether they are
 * disabled now; then their admins are notified. It writes only what changed, so a healthy endpoint's row is not written, and keeps
 * what an admin changed since the endpoint was read.
 *
 * Endpoints that begin to fail or recover at the same time are stored in one statement, because an outage stops many at once,
 * and healthy ones would wait for a transaction of each. `onChange` hears of each before it is stored.
 */
export function createHealthRecorder(
  context: Context,
  onChange: (endpointId: string, isFailing: boolean) => void,
): RecordHealth {
  const store = coalesce<HealthChange, void>({
    name: 'record_endpoint_health',
    maxBatch: 200,
    keyOf: ({ endpoint }) => endpoint.workspace_id,
    run: async (changes) => {
      await storeHealth(context, firstOf(changes).endpoint.workspace_id, changes)
      return changes.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })
  return async (endpoint, tally) => {
    const change = findHealthChange(endpoint, tally, context.clock.now())
    if (!change) return
    const { reason, failingSince } = change
    onChange(endpoint.id, failingSince !== null)
    await (reason ? disableEndpoint(context, { ...change, reason }) : store(change))
  }
}

/** Stores since when endpoints of one workspace fail, or when they recovered. */
async function storeHealth(
  context: Pick<Context, 'db'>,
  workspaceId: string,
  changes: HealthChange[],
): Promise<void> {
  const change = bulkRows('change', changes, {
    id: ['uuid', ({ endpoint }) => endpoint.id],
    url: ['text', ({ endpoint }) => endpoint.url],
    before: ['timestamptz', ({ endpoint }) => endpoint.failing_since],
    failing_since: ['timestamptz', (each) => each.failingSince],
    recovered_at: ['timestamptz', (each) => each.recoveredAt],
  })
  const statement = prepared`
    update webhook_endpoints as endpoint
    set failing_since = change.failing_since, probe_at = null, probe_count = 0,
      recovered_at = coalesce(change.recovered_at, endpoint.recovered_at)
    from ${change}
    where endpoint.workspace_id = ${workspaceId} and endpoint.id = change.id and endpoint.status = 'enabled'
      and endpoint.url = change.url and endpoint.failing_since is not distinct from change.before`
  await retryConflicts(context.db, () => statement.execute(context.db))
}

/** Disables an endpoint that failed for too long or is gone, and notifies its admins. */
async function disableEndpoint(
  context: Context,
  { endpoint, failingSince, reason, last }: HealthChange & { reason: 'gone' | 'failing' },
): Promise<void> {
  const now = context.clock.now()
  const probeAt =
    reason === 'failing' ? new Date(now.getTime() + probePauseMs(0, Math.random)) : null
  const scope = systemScope(context, endpoint.workspace_id)
  const audience = await readAudience(scope)
  await transaction(scope, async (tx) => {
    const { rows } = await sql<
      Pick<Selectable<WebhookEndpoints>, 'id' | 'url' | 'events' | 'filters'>
    >`
      update webhook_endpoints
      set failing_since = ${failingSince}, probe_at = ${probeAt}, probe_count = 0, status = 'disabled',
        disabled_reason = ${reason}, disabled_at = ${now}
      where workspace_id = ${endpoint.workspace_id} and id = ${endpoint.id} and status = 'enabled'
        and url = ${endpoint.url}
        and (failing_since is not distinct from ${endpoint.failing_since} or ${reason}::text = 'gone')
      returning id, url, events, filters`.execute(tx.db)
    const [row] = rows
    if (!row) return
    await recordEndpointChange(tx, { ...row, status: 'disabled', disabled_reason: reason })
    await recordDisabling(tx, { endpoint, failingSince, reason, last }, audience)
  })
}
