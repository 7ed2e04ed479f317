import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { explainMissingDelivery, UNSURE_MS } from './explain-missing-delivery.ts'
import type { EndpointState } from '../record-endpoint-change.ts'
import type { AbsenceCode, EventOutcome, Reason } from './schema.ts'

type EndpointChange = EndpointState & { endpoint_id: string; changed_at: Date }

/**
 * Adds to `outcomes` the reason of each event that was not delivered: by all endpoints of its time, or by the given
 * one.
 */
export async function explainAbsences(
  scope: Scope,
  outcomes: EventOutcome[],
  endpointId: string | undefined,
): Promise<EventOutcome[]> {
  const times = outcomes.filter(isNotSent).map((event) => event.created_at.getTime())
  if (times.length === 0) return outcomes
  const histories = await readHistories(
    scope,
    { from: new Date(Math.min(...times)), to: new Date(Math.max(...times) + UNSURE_MS) },
    endpointId,
  )
  return outcomes.map((event) =>
    isNotSent(event) ? { ...event, reason: summarize(histories, event, endpointId) } : event,
  )
}

function isNotSent(event: EventOutcome): boolean {
  return event.outcome === 'not_sent'
}

/** Returns the state of each endpoint at `from`, and its changes until `to`, oldest first. */
async function readHistories(
  scope: Scope,
  { from, to }: { from: Date; to: Date },
  endpointId: string | undefined,
): Promise<EndpointChange[][]> {
  const changes = sql`
    select endpoint_id, events, status, disabled_reason, filters, changed_at, id
    from webhook_endpoint_changes where workspace_id = ${scope.workspaceId}
    ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}`
  const { rows } = await sql<EndpointChange>`
    (select distinct on (endpoint_id) * from (${changes}) as change where changed_at <= ${from}
      order by endpoint_id, changed_at desc, id desc)
    union all
    (select * from (${changes}) as change where changed_at > ${from} and changed_at <= ${to})
    order by endpoint_id, changed_at, id`.execute(scope.db)
  return [...Map.groupBy(rows, (row) => row.endpoint_id).values()]
}

/** The reason for an event as a whole, and for it at one endpoint. */
const MESSAGES: Record<AbsenceCode, [string, string]> = {
  no_endpoint: [
    'There was no webhook endpoint when the event happened.',
    'The endpoint did not exist when the event happened.',
  ],
  not_subscribed: [
    'No endpoint subscribed to this event type when the event happened.',
    'The endpoint did not subscribe to this event type when the event happened.',
  ],
  filtered: [
    'The filters of every endpoint that subscribed to this event type excluded the event.',
    'The filters of the endpoint excluded the event.',
  ],
  disabled: [
    'Every endpoint that subscribed to this event type was disabled when the event happened.',
    'The endpoint was disabled when the event happened.',
  ],
  created_later: [
    'There was no webhook endpoint when the event happened.',
    'The endpoint was created after the event happened.',
  ],
  deleted_before: [
    'All webhook endpoints had been deleted when the event happened.',
    'The endpoint had been deleted when the event happened.',
  ],
  changed_meanwhile: [
    'The endpoints were being changed when the event happened.',
    'The endpoint was being changed when the event happened.',
  ],
  unknown: [
    'The log no longer contains a delivery of the event.',
    'The log no longer contains the delivery to this endpoint.',
  ],
}

/** The endpoint that came closest to receiving the event determines the reason. */
const CLOSEST: AbsenceCode[] = [
  'unknown',
  'changed_meanwhile',
  'filtered',
  'disabled',
  'not_subscribed',
  'deleted_before',
]

function summarize(
  histories: EndpointChange[][],
  event: EventOutcome,
  endpointId: string | undefined,
): Reason {
  const at = event.created_at.getTime()
  const judged = histories.map((history) => {
    const then = history.findLast((each) => each.changed_at.getTime() <= at)
    const isNear = history.some((each) => Math.abs(each.changed_at.getTime() - at) <= UNSURE_MS)
    return explainMissingDelivery(then, event.type, isNear)
  })
  const none = endpointId === undefined ? 'no_endpoint' : 'created_later'
  const code = CLOSEST.find((each) => judged.includes(each)) ?? none
  const [ofAll, ofOne] = MESSAGES[code]
  return { code, message: endpointId === undefined ? ofAll : ofOne }
}
