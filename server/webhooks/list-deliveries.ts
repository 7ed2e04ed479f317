import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { isPlain } from '#db/list-page.ts'
import { rowColumns } from '#db/row-columns.ts'
import { createdIn, scanAfter, scanNewest, scanRange } from '#db/scan-newest.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { deliveryIdRange } from '#events/delivery-id-range.ts'
import { readAlias } from '#lib/read-alias.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import { rowsOf } from '#lib/page.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '#shared/webhooks.ts'
import type { AttemptError } from '#shared/webhooks.ts'
import { toDelivery } from './deliveries/schema.ts'
import { addDurations } from './add-durations.ts'
import { addSubjects } from './add-subjects.ts'
import type { Delivery, ListDeliveriesQuery, ListedDelivery } from './deliveries/schema.ts'

/**
 * Filters of the list: created from `created_after` (RFC 3339) and before `created_before`; `status`, `type`
 * and `error` accept several values separated by commas; `error` is the error code of the last attempt.
 */
export type ListDeliveriesInput = Static<typeof ListDeliveriesQuery>

/**
 * Lists deliveries with the duration of their last attempt, and the contact and text of their events, newest first: by id, which carries the time of the event,
 * so that the log needs no index by time.
 * @throws {AppError} invalid_cursor, validation_failed
 */
export async function listDeliveries(
  scope: Scope,
  input: ListDeliveriesInput,
): Promise<Page<ListedDelivery>> {
  const page = await readDeliveries(scope, input)
  const deliveries = await addDurations(scope, page.data)
  return { ...page, data: await addSubjects(scope, deliveries, (delivery) => delivery.event_id) }
}

/** Works like `listDeliveries`, but does not read durations, contacts and texts. @throws {AppError} invalid_cursor, validation_failed */
export async function readDeliveries(
  scope: Scope,
  input: ListDeliveriesInput,
): Promise<Page<Delivery>> {
  const filter = readFilter(input)
  const ofEvent = input.event_id === undefined ? undefined : deliveryIdRange(input.event_id)
  const names = rowColumns('webhook_deliveries')
  const rows = sql`select ${names} from webhook_deliveries where workspace_id = ${scope.workspaceId}
    ${scanRange(scanAfter(input), filter)}
    ${ofEvent ? sql`and id between ${ofEvent.first} and ${ofEvent.last}` : sql``}`
  const where = toCondition(filter)
  const columns = isPlain(input) ? names : undefined
  let best: Page<Delivery> | undefined
  for (const sources of listWays(rows, filter)) {
    const page = await scanNewest(scope.db, { sources, where, columns }, input, toDelivery)
    // All indexes return the same order, so the index that found more also came further.
    if (!best || page.data.length > best.data.length || page.next_cursor === null) best = page
    if (best.next_cursor === null || best.data.length === rowsOf(input)) break
  }
  return best!
}

type Filter = {
  endpointId: string | undefined
  eventId: string | undefined
  statuses: string[] | undefined
  types: string[] | undefined
  errors: AttemptError[] | undefined
  since: Date | undefined
  until: Date | undefined
}

function readFilter(input: ListDeliveriesInput): Filter {
  const statuses = readChoices(input.status, 'status', DELIVERY_STATUSES)
  const type = readAlias<string>(input, ['type', 'event_type'])
  const { createdAfter, createdBefore } = readTimes(input)
  return {
    endpointId: input.endpoint_id,
    eventId: input.event_id,
    // A delivery with an error has not succeeded; saying so allows the partial index of the others.
    statuses:
      statuses ?? (input.error === undefined ? undefined : ['pending', 'failed', 'cancelled']),
    types: readChoices(type?.value, type?.name ?? 'type', EVENT_TYPES),
    errors: readChoices(input.error, 'error', ATTEMPT_ERRORS),
    since: createdAfter,
    until: createdBefore,
  }
}

/** Returns the indexes that can serve the filters in order; first the one that usually skips the fewest rows. */
function listWays(rows: RawBuilder<unknown>, filter: Filter): RawBuilder<unknown>[][] {
  const { eventId, statuses, endpointId, types } = filter
  if (eventId !== undefined) return [[rows]]
  const ways: RawBuilder<unknown>[][] = []
  if (statuses && !statuses.includes('succeeded'))
    ways.push(statuses.map((each) => sql`${rows} and status = ${each} and status <> 'succeeded'`))
  if (endpointId !== undefined) ways.push([sql`${rows} and endpoint_id = ${endpointId}`])
  if (types) ways.push(types.map((type) => sql`${rows} and event_type = ${type}`))
  return ways.length > 0 ? ways : [[rows]]
}

function toCondition(filter: Filter): RawBuilder<unknown> {
  const { eventId, endpointId, statuses, types, errors } = filter
  return sql`true
    ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
    ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
    ${statuses ? sql`and status = any (${statuses}::text[])` : sql``}
    ${types ? sql`and event_type = any (${types}::text[])` : sql``}
    ${errors ? sql`and last_error = any (${errors}::text[])` : sql``}
    ${createdIn(filter)}`
}
