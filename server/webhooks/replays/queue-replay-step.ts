import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import type { WebhookReplays } from '#db/tables/webhook-replays.ts'
import { updateById } from '#db/update-by-id.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { deliveryId } from '#events/delivery-id.ts'
import { firstOf } from '#lib/first-of.ts'
import type { ReplayedStatus } from '#shared/webhooks.ts'
import { countRequeue } from '../count-requeue.ts'
import { requeuedColumns } from '../requeued-columns.ts'
import { findKeptSince } from './replay-filter.ts'
import type { ReplayFilter } from './replay-filter.ts'
import {
  cutPart,
  findPart,
  hasDeliveries,
  hasMissing,
  matchingDeliveries,
  matchingEvents,
  wholeRange,
} from './replay-range.ts'
import type { ReplayPart, ReplayRange } from './replay-range.ts'

/** The result of a step; `nextAt` is when the next one may run, null when there is none until the replay is woken. */
type OfferStep = { offered: number; nextAt: Date | null }

/** Minimum number of deliveries and of events that a step reads, whether they match or not. */
const ROWS_MIN = 1_000

/** A replay with a rate limit queues the deliveries of this much time in one step. */
const PACE_MS = 250

/**
 * Queues the next deliveries of a replay, at most about `limit`, and stores its progress, in one transaction that
 * holds its row. So after a kill, and with several workers, nothing is left out and nothing is queued twice.
 *
 * A replay whose endpoint is disabled pauses until it is enabled; one whose endpoint was deleted is cancelled.
 */
export async function queueReplayStep(scope: Scope, id: string, limit: number): Promise<OfferStep> {
  const now = scope.clock.now()
  const keptSince = await findKeptSince(scope)
  return transaction(scope, async (tx) => {
    const replay = await getById(tx, 'webhook_replays', id, 'change')
    if (replay.status !== 'running' && replay.paused_reason !== 'endpoint_disabled')
      return { offered: 0, nextAt: null }
    // The endpoint cannot be deleted before the transaction ends.
    const endpoint = await findById(tx, 'webhook_endpoints', replay.endpoint_id, 'keep')
    const state = endpoint?.status ?? 'gone'
    if (state !== 'enabled') {
      await stopReplay(tx, replay, state)
      return { offered: 0, nextAt: null }
    }
    if (replay.next_at && replay.next_at > now) return { offered: 0, nextAt: replay.next_at }
    if (limit <= 0) return { offered: 0, nextAt: now }
    const filter = toFilter(replay, keptSince)
    const { rate_limit: rate } = replay
    const matches = rate === null ? limit : Math.min(limit, Math.ceil((rate * PACE_MS) / 1000))
    const rest = wholeRange(filter, replay.last_id)
    const found = await findPart(tx, filter, rest, Math.max(ROWS_MIN, 2 * matches))
    const part = await cutPart(tx, filter, found, matches)
    const step = await offerPart(tx, replay, filter, part)
    if (step.offered > 0) {
      await countRequeue(tx, [replay.endpoint_id])
      wakeAfterCommit(tx, 'webhook', [replay.endpoint_id])
    }
    return { offered: step.offered, nextAt: part.isLast ? null : (step.next_at ?? now) }
  })
}

function toFilter(replay: Selectable<WebhookReplays>, keptSince: Date): ReplayFilter {
  return {
    endpointId: replay.endpoint_id,
    types: replay.event_types,
    statuses: replay.statuses as ReplayedStatus[],
    since: replay.since,
    until: replay.until,
    keptSince,
  }
}

async function stopReplay(
  tx: Scope,
  replay: Selectable<WebhookReplays>,
  state: 'disabled' | 'gone',
): Promise<void> {
  const now = tx.clock.now()
  if (state === 'disabled' && replay.status === 'paused') return
  await updateById(
    tx,
    'webhook_replays',
    replay.id,
    state === 'disabled'
      ? { status: 'paused', paused_reason: 'endpoint_disabled', updated_at: now }
      : { status: 'cancelled', paused_reason: null, completed_at: now, updated_at: now },
  )
}

/**
 * Queues the matching deliveries of `part`. Locks them in id order and then checks them again, so that one that was
 * retried in between does not change.
 */
async function offerPart(
  tx: Scope,
  replay: Selectable<WebhookReplays>,
  filter: ReplayFilter,
  part: ReplayPart,
): Promise<{ offered: number; next_at: Date | null }> {
  const now = tx.clock.now()
  const { rows } = await sql<{ offered: number; next_at: Date | null }>`
    with chosen as (
      ${hasDeliveries(filter) ? lockMatching(tx, filter, part) : sql`select null::uuid as id where false`}
    ), offered as (
      update webhook_deliveries
      set ${requeuedColumns(now)}, replay_id = ${replay.id}
      from chosen
      where workspace_id = ${tx.workspaceId} and webhook_deliveries.id = chosen.id
      returning 1
    ), made as (
      ${hasMissing(filter) ? makeMissing(tx, replay.id, filter, part) : sql`select 1 where false`}
    ), done as (
      select (select count(*) from offered) + (select count(*) from made) as count
    )
    update webhook_replays
    set last_id = ${part.upTo}, offered = offered + done.count, updated_at = ${now}::timestamptz,
      next_at = greatest(next_at, ${new Date(now.getTime() - PACE_MS)}::timestamptz)
        + done.count * interval '1 second' / rate_limit,
      status = ${part.isLast ? 'completed' : 'running'}, paused_reason = null,
      completed_at = ${part.isLast ? now : null}::timestamptz
    from done
    where workspace_id = ${tx.workspaceId} and id = ${replay.id}
    returning done.count as offered, next_at`.execute(tx.db)
  return firstOf(rows)
}

function lockMatching(tx: Scope, filter: ReplayFilter, range: ReplayRange) {
  return sql`
    select id ${matchingDeliveries(tx, filter, range)}
    order by id
    for no key update`
}

/**
 * Their times are those of their events, as if they had been created together; the events are locked, so that none is
 * deleted as old before its delivery exists.
 */
function makeMissing(tx: Scope, replayId: string, filter: ReplayFilter, range: ReplayRange) {
  return sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, is_thin,
      replay_id, next_attempt_at, created_at)
    select ${tx.workspaceId}, ${deliveryId}, endpoint.id, event.id, event.type, event.position,
      endpoint.payload = 'thin', ${replayId}, ${tx.clock.now()}::timestamptz, event.created_at
    ${matchingEvents(tx, filter, range)}
    order by event.id
    for key share of event
    on conflict do nothing
    returning 1`
}
