import type { Call } from '../app.ts'
import type { FaultyReceiver } from './faulty-receiver.ts'
import type { Ledger, WorkKind } from './ledger.ts'
import type { Kill } from './part.ts'
import type { PatientClient } from './patient-client.ts'
import type { Acceptance } from './platform-recorder.ts'
import type { StoredPayload } from './read-payloads.ts'
import type { EventType } from '#shared/event-types.ts'
import { orderingKeyOf } from '#webhooks/delivering/ordering-key-of.ts'
import type { CrashReceiver } from './receivers.ts'
import { verifySends } from './verify-sends.ts'

/** The state after a run: the database, the API, the receivers, and what the simulator was sent. */
type Remains = {
  db: PatientClient
  workspaceId: string
  api: Call
  receivers: (Pick<CrashReceiver, 'endpointId' | 'order'> & {
    receiver: Pick<FaultyReceiver, 'requests' | 'visits'>
  })[]
  acceptances: Acceptance[]
  payloads: StoredPayload[]
  kills: Kill[]
}

/** Queries of rows by the marker of their work. Leads carry it as campaign. */
const rowsOf: Record<WorkKind, string> = {
  send: `select id, text as marker from messages where workspace_id = $1 and direction = 'outbound'`,
  inbound: `select id, text as marker from messages where workspace_id = $1 and direction = 'inbound'`,
  visitor: `select id, text as marker from messages where workspace_id = $1 and direction = 'inbound'`,
  ticket: `select id, title as marker from tickets where workspace_id = $1`,
  contact: `select id, data ->> 'campaign' as marker from timeline_entries
    where workspace_id = $1 and kind = 'lead' and data ->> 'source' = 'api'`,
  form: `select id, data ->> 'campaign' as marker from timeline_entries
    where workspace_id = $1 and kind = 'lead' and data ->> 'source' = 'form'`,
}

/** The event that each kind of work records, and the field that names the row. */
const eventsOf: Partial<Record<WorkKind, { type: string; idOf: (data: any) => string }>> = {
  send: { type: 'message.sent', idOf: (data) => data.id },
  inbound: { type: 'message.received', idOf: (data) => data.id },
  visitor: { type: 'message.received', idOf: (data) => data.id },
  ticket: { type: 'ticket.created', idOf: (data) => data.id },
  contact: { type: 'contact.created', idOf: (data) => data.lead.id },
}

type StoredEvent = { id: string; position: number; type: EventType; body: string }

/** Compares every promise with the state, and adds differences to the ledger's problems. */
export async function verify(ledger: Ledger, remains: Remains): Promise<void> {
  const { db, workspaceId } = remains
  const all = async <T>(sql: string) => (await db.query(sql, [workspaceId])).rows as T[]
  const events = await all<StoredEvent>(
    `select id, position, type, body from events where workspace_id = $1 order by position`,
  )
  const eventIds = new Map<string, number>()
  for (const { type, body } of events) {
    const known = Object.values(eventsOf).find((each) => each.type === type)
    if (known) add(eventIds, `${type} ${known.idOf(JSON.parse(body).data)}`)
  }
  for (const kind of Object.keys(rowsOf) as WorkKind[]) {
    const rows = await all<{ id: string; marker: string }>(rowsOf[kind])
    verifyKind(
      ledger,
      kind,
      Map.groupBy(rows, (row) => row.marker),
      eventIds,
    )
  }
  await verifyFeed(ledger, remains, events)
  await verifyDeliveries(ledger, remains, events)
  await verifySends(ledger, remains)
  await verifyRest(ledger, remains)
}

function verifyKind(
  ledger: Ledger,
  kind: WorkKind,
  rows: Map<string, { id: string }[]>,
  eventIds: Map<string, number>,
): void {
  const { problems, entries } = ledger
  for (const entry of entries.filter((each) => each.kind === kind)) {
    const { marker, state, id } = entry
    const found = rows.get(marker) ?? []
    if (state === 'promised' && found.length === 0) {
      problems.push(`${marker} was lost`)
      ledger.lost.push(entry)
    }
    if (state === 'asked' && found.length > 0) ledger.count('done without an answer')
    if (found.length > 1) problems.push(`${marker} happened ${found.length} times`)
    if (id && found.length > 0 && found[0]!.id !== id)
      problems.push(`${marker} was answered as ${id} but is ${found[0]!.id}`)
    const event = eventsOf[kind]
    for (const row of event ? found : []) {
      const count = eventIds.get(`${event!.type} ${row.id}`) ?? 0
      if (count !== 1) problems.push(`${marker} has ${count} events ${event!.type}`)
    }
  }
}

/** Checks that the feed has every event once, in order, and that positions have no gap. */
async function verifyFeed(
  { problems }: Ledger,
  { api, db, workspaceId }: Remains,
  events: StoredEvent[],
): Promise<void> {
  const gap = events.findIndex((event, index) => event.position !== index + 1)
  if (gap !== -1) problems.push(`position ${gap + 1} is missing: ${events[gap]!.position} follows`)
  const counter = await db.query(
    'select event_position from workspace_counters where workspace_id = $1',
    [workspaceId],
  )
  if (counter.rows[0]!['event_position'] !== events.length)
    problems.push(`the counter says ${counter.rows[0]!['event_position']}, not ${events.length}`)
  const seen: string[] = []
  for (let query = '', hasMore = true; hasMore;) {
    const { body } = await api(`GET /api/v1/events?limit=100${query}`)
    seen.push(...body.data.map((event: { id: string }) => event.id))
    hasMore = body.has_more
    query = `&after=${body.next_cursor}`
  }
  if (seen.join() !== events.map((event) => event.id).join())
    problems.push(`the feed gives ${seen.length} events, not the ${events.length} in their order`)
}

/**
 * Checks that each endpoint received each event it subscribes to, unchanged, and that the log shows it as delivered.
 */
async function verifyDeliveries(
  ledger: Ledger,
  { db, workspaceId, receivers }: Remains,
  events: StoredEvent[],
): Promise<void> {
  const { problems } = ledger
  for (const [number, { endpointId, receiver, order }] of receivers.entries()) {
    const { rows } = await db.query<{ event_id: string; status: string; attempt_count: number }>(
      `select event_id, status, attempt_count from webhook_deliveries
        where workspace_id = $1 and endpoint_id = $2`,
      [workspaceId, endpointId],
    )
    const deliveries = new Map(rows.map((row) => [row.event_id, row]))
    const caught = Map.groupBy(receiver.requests, (each) => String(each.headers['webhook-id']))
    for (const { id, type, position, body } of events) {
      const [what, delivery, requests] = [
        `${type} at ${position} for endpoint ${number + 1}`,
        deliveries.get(id),
        caught.get(id),
      ]
      if (!delivery) problems.push(`${what} has no delivery`)
      else if (delivery.status !== 'succeeded') problems.push(`${what} is ${delivery.status}`)
      if (!requests) problems.push(`${what} never reached the receiver`)
      else if (requests.some((request) => request.body.toString() !== body))
        problems.push(`${what} reached the receiver changed`)
    }
    const subjects = Map.groupBy(events, ({ id, type, body }) =>
      order === 'subject' ? (orderingKeyOf(order, type, body) ?? id) : order,
    )
    const firstVisits = new Set(receiver.visits.map((visit) => visit.eventId))
    const places = new Map([...firstVisits].map((id, place) => [id, place]))
    for (const [subject, ordered] of subjects) {
      let last = -1
      for (const { id } of ordered) {
        const place = places.get(id)
        if (place === undefined) continue
        if (place < last)
          problems.push(
            `${id} of ${subject} came to endpoint ${number + 1} before an earlier one that did not fail`,
          )
        // A failed one holds back none.
        if (deliveries.get(id)?.attempt_count === 1) last = Math.max(last, place)
      }
    }
    if (rows.length !== deliveries.size) problems.push('an event has two deliveries to an endpoint')
  }
}

/** Checks that no payload is left. */
async function verifyRest({ problems }: Ledger, { db }: Remains): Promise<void> {
  const payloads = await db.query<{ id: string; status: string; error: string }>(
    `select id, status, error from inbound_payloads where status <> 'processed'`,
  )
  for (const { id, status, error } of payloads.rows)
    problems.push(`the payload ${id} is ${status}: ${error}`)
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
