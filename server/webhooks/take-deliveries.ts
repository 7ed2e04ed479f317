import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { SealedSecrets } from './endpoint-secrets.ts'

/** A delivery that is due; `body` is the event's JSON exactly as it is signed and sent. */
export type DueDelivery = {
  id: string
  eventId: string
  eventType: string
  body: string
  attemptCount: number
  attemptsMax: number
}

/** What a delivery needs to know of its endpoint. */
export type DeliveryEndpoint = SealedSecrets & {
  url: string
  status: 'enabled' | 'disabled'
  max_in_flight: number
  failing_since: Date | null
}

/** An endpoint's turn: what is due, in order of creation, and when its next retry after that is. */
export type Turn = {
  endpoint: DeliveryEndpoint
  deliveries: DueDelivery[]
  nextRetryAt: Date | null
}

type TurnRow = DeliveryEndpoint & {
  next_retry_at: Date | null
  delivery_id: string | null
  event_id: string
  event_type: string
  body: string
  attempt_count: number
  attempts_max: number
}

/**
 * The turns of endpoints of one workspace, at most `limit` deliveries each; undefined for an endpoint that does
 * not exist. A disabled one has no deliveries: they wait.
 *
 * Costs the same however many deliveries are pending or done: two partial indexes, of the deliveries never
 * tried by position and of the others by due time, each read up to the limit.
 */
export async function takeDeliveries(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  endpointIds: string[],
  limit: number,
): Promise<(Turn | undefined)[]> {
  const now = context.clock.now()
  const pending = sql`from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = endpoint.id and status = 'pending'`
  const { rows } = await sql<TurnRow>`
    select endpoint.workspace_id, endpoint.id, endpoint.url, endpoint.status, endpoint.max_in_flight,
      endpoint.failing_since, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at,
      (
        select next_attempt_at ${pending} and attempt_count > 0 and next_attempt_at > ${now}
        order by next_attempt_at limit 1
      ) as next_retry_at,
      due.id as delivery_id, due.event_id, due.event_type, due.body, due.attempt_count, due.attempts_max
    from webhook_endpoints as endpoint
    left join lateral (
      select picked.*, coalesce(picked.test_body, events.body) as body
      from (
        (select * ${pending} and attempt_count = 0 order by position limit ${limit})
        union all
        (select * ${pending} and attempt_count > 0 and next_attempt_at <= ${now}
          order by next_attempt_at, position limit ${limit})
        order by position
        limit ${limit}
      ) as picked
      left join events on events.workspace_id = ${workspaceId} and events.id = picked.event_id
    ) as due on endpoint.status = 'enabled'
    where endpoint.workspace_id = ${workspaceId} and endpoint.id = any (${endpointIds}::uuid[])
    order by due.position`.execute(context.db)
  const turns = new Map<string, Turn>()
  for (const row of rows) {
    let turn = turns.get(row.id)
    if (!turn) {
      turn = { endpoint: row, deliveries: [], nextRetryAt: row.next_retry_at }
      turns.set(row.id, turn)
    }
    if (row.delivery_id !== null) turn.deliveries.push(toDueDelivery(row, row.delivery_id))
  }
  return endpointIds.map((id) => turns.get(id))
}

function toDueDelivery(row: TurnRow, id: string): DueDelivery {
  return {
    id,
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    attemptCount: row.attempt_count,
    attemptsMax: row.attempts_max,
  }
}
