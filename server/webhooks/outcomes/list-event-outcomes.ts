import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { createdIn, scanAfter, scanNewest, scanRange } from '#db/scan-newest.ts'
import { selectFrom } from '#db/select-from.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { EVENT_OUTCOMES } from '#shared/webhooks.ts'
import type { EventOutcomeName } from '#shared/webhooks.ts'
import { explainAbsences } from './explain-absences.ts'
import { outcomeOf, ofEvent } from './outcome-of.ts'
import { readOutcomes } from './read-outcomes.ts'
import type { EventOutcome, ListEventOutcomesQuery } from './schema.ts'

/** Filters: created from `since` and before `until`; `types` and `outcome` may be comma separated. */
export type ListEventOutcomesInput = Static<typeof ListEventOutcomesQuery>

/**
 * Lists the workspace's events, newest first, each with its outcome: at all endpoints, or at the given one. A page
 * reads a bounded number of rows: if few match, it is short and has a cursor to continue.
 *
 * @throws {AppError} invalid_cursor, validation_failed
 */
export async function listEventOutcomes(
  scope: Scope,
  input: ListEventOutcomesInput,
): Promise<Page<EventOutcome>> {
  const after = scanAfter(input)
  const filter = readFilter(input)
  if (filter.endpointId !== undefined && !(await wasEndpoint(scope, filter.endpointId)))
    return { data: [], next_cursor: null }
  const range = sql`workspace_id = ${scope.workspaceId}
    ${scanRange(after, filter)}
    ${createdIn(filter)}`
  const { sources, where } = toScan(scope.workspaceId, range, filter)
  const { data, next_cursor } = await scanNewest(
    scope.db,
    { sources, where },
    input,
    (row: { id: string; created_at: Date; event_id: string }) => row.event_id,
  )
  const outcomes = await readOutcomes(scope, data, filter.endpointId)
  return { data: await explainAbsences(scope, outcomes, filter.endpointId), next_cursor }
}

type Filter = {
  types: string[] | undefined
  outcomes: EventOutcomeName[] | undefined
  endpointId: string | undefined
  since: Date | undefined
  until: Date | undefined
}

function readFilter(input: ListEventOutcomesInput): Filter {
  const { createdAfter, createdBefore } = readTimes(input)
  return {
    types: readChoices(input.types, 'types', EVENT_TYPES),
    outcomes: readChoices(input.outcome, 'outcome', EVENT_OUTCOMES),
    endpointId: input.endpoint_id,
    since: createdAfter,
    until: createdBefore,
  }
}

/** Outcomes that are rare, and found from deliveries by their own index. */
const RARE: readonly EventOutcomeName[] = ['failed', 'pending', 'cancelled']

/** Chooses the rows to scan: events, or for rare outcomes their deliveries, of which the last represents the event. */
function toScan(workspaceId: string, range: RawBuilder<unknown>, filter: Filter) {
  const { types, outcomes, endpointId } = filter
  const eventId = sql.ref('scanned.event_id')
  const deliveries = sql`from webhook_deliveries as delivery where ${ofEvent(workspaceId, eventId, endpointId)}`
  const where = sql`
    ${types ? sql`scanned.type = any (${types}::text[])` : sql`true`}
    ${outcomes ? sql`and (select ${outcomeOf()} ${deliveries}) = any (${outcomes}::text[])` : sql``}`
  if (!outcomes?.every((each) => RARE.includes(each)))
    return {
      sources: [sql`select id, created_at, id as event_id, type from events where ${range}`],
      where,
    }
  return {
    sources: outcomes.map(
      (status) => sql`select id, created_at, event_id, event_type as type, endpoint_id
        from webhook_deliveries where ${range} and status = ${status} and status <> 'succeeded'`,
    ),
    where: sql`${where}
      ${endpointId === undefined ? sql`` : sql`and scanned.endpoint_id = ${endpointId}`}
      and scanned.id = (
        select delivery.id ${deliveries} and delivery.status = any (${outcomes}::text[])
        order by delivery.id desc limit 1)
      and exists (select from events where workspace_id = ${workspaceId} and events.id = scanned.event_id)`,
  }
}

/** Returns whether the workspace has or had this endpoint. */
async function wasEndpoint(scope: Scope, id: string): Promise<boolean> {
  const row = await selectFrom(scope, 'webhook_endpoint_changes')
    .select('id')
    .where('endpoint_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
