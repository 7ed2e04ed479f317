import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { afterCommit } from '../db/transaction.ts'
import type { EventType } from '../events/catalogue.ts'
import { ATTEMPTS_MAX } from '../lib/retry-schedule.ts'
import { readTime } from '../lib/time.ts'
import { readEndpoint } from './get-endpoint.ts'
import { endpointDisabled } from './retry-delivery.ts'

/** Which finished deliveries to offer again: by default all that failed or were cancelled. */
export type ReplayInput = {
  types?: EventType[]
  since?: string
  until?: string
  status?: 'failed' | 'cancelled' | 'succeeded'
}

type Place = { created_at: Date; id: string }

/** Deliveries that are offered by one statement: a log may be far longer than one can take. */
const BATCH = 5_000

/**
 * Offers an endpoint's finished deliveries again, oldest first, each with a schedule of its own, and gives how
 * many. Test deliveries are left out. @throws {AppError} endpoint_not_found, endpoint_disabled, validation_failed
 */
export async function replayDeliveries(
  scope: Scope,
  id: string,
  input: ReplayInput,
): Promise<{ replayed: number }> {
  const chosen = readFilter(scope, input)
  const endpoint = await readEndpoint(scope, id)
  if (endpoint.status === 'disabled') throw endpointDisabled()
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: endpoint.id }
  let replayed = 0
  let after: Place | undefined
  do {
    const batch = await offerBatch(scope, endpoint.id, chosen, after)
    replayed += batch.offered
    if (batch.offered > 0) afterCommit(scope, () => scope.wake([lane]))
    after = batch.last
  } while (after)
  return { replayed }
}

/** The condition of what is offered; nothing that comes later, so that it ends. @throws {AppError} validation_failed */
function readFilter(scope: Scope, { types, since, until, status }: ReplayInput) {
  const now = scope.clock.now()
  return sql`status = any (${status ? [status] : ['failed', 'cancelled']}::text[])
    and created_at <= ${now}::timestamptz
    ${types ? sql`and event_type = any (${types}::text[])` : sql``}
    ${since ? sql`and created_at >= ${readTime(since, 'since')}::timestamptz` : sql``}
    ${until ? sql`and created_at < ${readTime(until, 'until')}::timestamptz` : sql``}`
}

/** Goes up the endpoint's log from `after`, so that nothing is offered twice by one replay. */
async function offerBatch(
  scope: Scope,
  endpointId: string,
  filter: ReturnType<typeof readFilter>,
  after: Place | undefined,
): Promise<{ offered: number; last: Place | undefined }> {
  const { rows } = await sql<Place & { chosen: number; offered: number }>`
    with chosen as (
      select created_at, id from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and endpoint_id = ${endpointId} and test_body is null
        and ${filter}
        ${after ? sql`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by created_at, id
      limit ${BATCH}
    ), offered as (
      update webhook_deliveries as delivery
      set status = 'pending', next_attempt_at = ${scope.clock.now()}, completed_at = null,
        attempts_max = attempt_count + ${ATTEMPTS_MAX}::int
      from chosen
      where delivery.workspace_id = ${scope.workspaceId} and delivery.id = chosen.id
        and delivery.status <> 'pending'
      returning 1
    )
    select created_at, id, (select count(*) from chosen) as chosen, (select count(*) from offered) as offered
    from chosen
    order by created_at desc, id desc
    limit 1`.execute(scope.db)
  const [last] = rows
  return { offered: last?.offered ?? 0, last: last?.chosen === BATCH ? last : undefined }
}
