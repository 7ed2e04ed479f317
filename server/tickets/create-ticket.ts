import type { Selectable } from 'kysely'
import type { Actor, InWorkspace, Scope } from '#db/context.ts'
import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import { readFields, withoutNulls } from '#contacts/custom-fields/read-fields.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCauses } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { attachFiles } from './attach-files.ts'
import { readReferences } from './read-references.ts'
import { readTickets } from './read-tickets.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import { setTicketTags } from './set-ticket-tags.ts'
import { showInThread } from './show-in-thread.ts'
import { toTicket } from './schema.ts'
import type { Ticket, CreateTicketInput, UpdateTicketInput } from './schema.ts'
import { INPUTS } from './ticket-attributes.ts'
import type { InputName, Inputs } from './ticket-attributes.ts'

/** Reads the plain values of a ticket to create. @throws {AppError} validation_failed */
function readNewTicket(given: CreateTicketInput): Inputs {
  const texts: Partial<Record<InputName, string>> = given
  return Object.fromEntries(
    INPUTS.map(([name, { read, initial = null }]) => {
      const text = texts[name]
      return [name, text === undefined ? initial : read(text)]
    }),
  ) as Inputs
}

/**
 * Creates tickets with their tags and files, their entries in the history, the timeline and the thread, and
 * `ticket.created` for each, in the caller's transaction.
 *
 * The id of a merged contact resolves to the contact it was merged into. The conversation is that of the
 * message, or the given one. `members`: those of `findTicketAssignees`.
 * @throws {AppError} validation_failed, person_not_found, message_not_found, conversation_not_found,
 *   membership_not_found, team_not_found,
 *   ticket_type_not_found, tag_not_found, media_not_found, conflicting_targets
 */
export async function createTickets(
  tx: Scope,
  given: CreateTicketInput[],
  members: PresentMembers,
): Promise<Ticket[]> {
  const inputs = given.map(readNewTicket)
  const definitions = given.some(({ fields }) => fields) ? await findDefinitions(tx, 'ticket') : []
  const fields = given.map((each) => withoutNulls(readFields(definitions, each.fields)))
  const references = await readReferences(tx, given, members)
  const { workspaceId, actor } = tx
  const rows = await insertTickets(
    tx,
    inputs.map((input, index) => ({
      ...input,
      ...references[index]!,
      fields: fields[index]!,
      id: newId(),
      message_id: given[index]!.message_id ?? null,
      nth: index + 1,
      workspaceId,
      actor,
    })),
  )
  // The history of a new ticket does not repeat what it was created with.
  for (const [index, { tag_ids = [], media_ids = [] }] of given.entries()) {
    if (tag_ids.length > 0) await setTicketTags(tx, rows[index]!.id, tag_ids)
    if (media_ids.length > 0) await attachFiles(tx, rows[index]!.id, media_ids)
  }
  await showInThread(
    tx,
    rows.map((ticket) => ({ ticket, previous: null })),
  )
  const tickets = await readCreated(tx, rows, given)
  const causes = findCauses()
  await recordEvents(
    tx,
    tickets.map((data, index) => ({ type: 'ticket.created', data, cause: causes[index] })),
  )
  return tickets
}

/** Finds the members to whom tickets are assigned, before the transaction that creates or updates them. */
export function findTicketAssignees(
  scope: Scope,
  inputs: Pick<UpdateTicketInput, 'assignee_id'>[],
): Promise<PresentMembers> {
  return findPresentMembers(
    scope,
    inputs.map((input) => input.assignee_id),
  )
}

/** Creates one ticket, in a transaction. @throws {AppError} the codes of `createTickets` */
export async function createTicket(scope: Scope, input: CreateTicketInput): Promise<Ticket> {
  const members = await findTicketAssignees(scope, [input])
  const [ticket] = await transaction(scope, (tx) => createTickets(tx, [input], members))
  return ticket!
}

type Row = Selectable<Tickets>

/** A ticket to insert, the `nth` of its workspace: its contact is current, and its conversation is locked. */
type CheckedTicket = Inputs &
  InWorkspace<{
    personId: string
    chatId: string | null
    fields: Record<string, string>
    message_id: string | null
    id: string
    nth: number
    actor: Actor
  }>

/** The plain values of a ticket to create. Its status is the default of the column. */
const COLUMNS = Object.fromEntries(
  INPUTS.filter(([name]) => name !== 'status').map(([name, { type }]) => [
    name,
    [type, (ticket: Inputs) => ticket[name]],
  ]),
) as Parameters<typeof bulkRows<Inputs>>[2]

/**
 * Inserts tickets with their next numbers, their entries in the timeline and the first of their history, in one statement;
 * returns their rows in the same order. The counters stay locked until the transaction ends.
 */
const insertTickets = gathered<CheckedTicket, Row>((tx, tickets) => {
  const now = tx.clock.now()
  const given = tickets.rows('given', {
    id: ['uuid', (each) => each.id],
    person_id: ['uuid', (each) => each.personId],
    ...COLUMNS,
    message_id: ['uuid', (each) => each.message_id],
    chat_id: ['uuid', (each) => each.chatId],
    fields: ['jsonb', (each) => JSON.stringify(each.fields)],
  })
  const place = tickets.rows('place', {
    ticket_id: ['uuid', (each) => each.id],
    entry_id: ['uuid', () => newId()],
    nth: ['integer', (each) => each.nth],
  })
  const changes = bulkRows('change', tickets.inputs.flatMap(changesOf), {
    workspace_id: ['uuid', (change) => change.workspaceId],
    id: ['uuid', () => newId()],
    ticket_id: ['uuid', (change) => change.ticketId],
    kind: ['text', (change) => change.kind],
    data: ['jsonb', (change) => JSON.stringify(change.data ?? {})],
    actor_type: ['text', (change) => change.actor.type],
    actor_id: ['uuid', (change) => change.actor.id],
  })
  return prepared<Row>`
    with place as (
      select ${place.columns} from ${place}
    ), counted as (
      select workspace_id, count(*)::integer as tickets from place group by workspace_id
    ), counter as (
      insert into workspace_counters as counter (workspace_id, ticket_number)
      select workspace_id, tickets from counted order by workspace_id
      on conflict (workspace_id) do update set ticket_number = counter.ticket_number + excluded.ticket_number
      returning workspace_id, ticket_number
    ), taken as (
      select counter.workspace_id, ticket_number - counted.tickets as last
      from counter join counted on counted.workspace_id = counter.workspace_id
    ), given as (
      select ${given.columns} from ${given}
    ), made as (
      insert into tickets (workspace_id, number, ${given.ownColumns}, created_at, updated_at)
      select given.workspace_id, taken.last + place.nth, ${given.ownColumns}, ${now}::timestamptz, ${now}::timestamptz
      from given
      join place on place.workspace_id = given.workspace_id and place.ticket_id = given.id
      join taken on taken.workspace_id = given.workspace_id
      returning ${rowColumns('tickets')}
    ), entries as (
      insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
      select made.workspace_id, place.entry_id, made.person_id, 'ticket',
        jsonb_build_object('ticket_id', made.id, 'number', made.number, 'title', made.title), ${now}::timestamptz
      from made join place on place.workspace_id = made.workspace_id and place.ticket_id = made.id
    ), changes as (
      insert into ticket_changes (occurred_at, ${changes.columns})
      select ${now}::timestamptz, ${changes.columns}
      from ${changes}
    )
    select ${rowColumns('tickets')} from made order by number`.execute(tx.db)
})

type MadeChange = NewTicketChange & Pick<CheckedTicket, 'workspaceId' | 'actor'>

function changesOf({
  id,
  assignee_id: assigneeId,
  workspaceId,
  actor,
}: CheckedTicket): MadeChange[] {
  const created: MadeChange = { ticketId: id, kind: 'created', workspaceId, actor }
  if (assigneeId === null) return [created]
  const data = { assignee_id: assigneeId, previous_assignee_id: null }
  return [created, { ...created, kind: 'assigned', data }]
}

/** Returns created tickets as the API returns them; reads only those again that have tags or files. */
async function readCreated(tx: Scope, rows: Row[], inputs: CreateTicketInput[]): Promise<Ticket[]> {
  const isPlain = ({ tag_ids = [], media_ids = [] }: CreateTicketInput) =>
    tag_ids.length + media_ids.length === 0
  const others = rows.filter((_, index) => !isPlain(inputs[index]!)).map((row) => row.id)
  const read = new Map((await readTickets(tx, others)).map((ticket) => [ticket.id, ticket]))
  return rows.map(
    (row) =>
      read.get(row.id) ?? toTicket(tx, { ...row, tags: [], follower_ids: [], attachments: [] }),
  )
}
