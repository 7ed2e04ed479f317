import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { addSubjects } from '../add-subjects.ts'
import { outcomeOf, ofEvent } from './outcome-of.ts'
import type { EventOutcome } from './schema.ts'

/** The number of an event's deliveries that a list shows. */
const DELIVERIES_SHOWN = 20

/** Reads the events with these ids, in their order, with the outcome of each and what it is about, at all endpoints or at one. */
export async function readOutcomes(
  scope: Scope,
  ids: string[],
  endpointId: string | undefined,
): Promise<EventOutcome[]> {
  if (ids.length === 0) return []
  const deliveries = sql`from webhook_deliveries as delivery
    where ${ofEvent(scope.workspaceId, sql.ref('event.id'), endpointId)}`
  const wanted = bulkRows('wanted', ids, {
    id: ['uuid', (id) => id],
    place: ['integer', (_, index) => index],
  })
  const { rows } = await sql<Omit<EventOutcome, 'contact' | 'text'>>`
    select event.id, event.type, event.created_at, summary.*, null as reason, coalesce(shown.deliveries, '[]') as deliveries
    from ${wanted}
    join events as event on event.workspace_id = ${scope.workspaceId} and event.id = wanted.id
    cross join lateral (
      select ${outcomeOf()} as outcome, count(*) as delivery_count ${deliveries}
    ) as summary
    cross join lateral (
      select json_agg(json_build_object('id', id, 'endpoint_id', endpoint_id, 'status', status,
        'attempt_count', attempt_count, 'last_error', last_error, 'next_attempt_at', next_attempt_at)) as deliveries
      from (
        select delivery.* ${deliveries}
        order by array_position(array['failed', 'pending', 'cancelled', 'succeeded'], delivery.status), delivery.id
        limit ${DELIVERIES_SHOWN}
      ) as first
    ) as shown
    order by wanted.place`.execute(scope.db)
  const outcomes = rows.map((row) => ({
    ...row,
    deliveries: row.deliveries.map((each) => ({
      ...each,
      next_attempt_at: each.next_attempt_at && new Date(each.next_attempt_at),
    })),
  }))
  return addSubjects(scope, outcomes, (event) => event.id)
}
