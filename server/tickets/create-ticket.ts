import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCauses } from '#lib/cause.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTime } from '#lib/time.ts'
import { TICKET_PRIORITY_DEFAULT } from '#shared/tickets.ts'
import { attachFiles } from './attach-files.ts'
import { readReferences } from './check-references.ts'
import { readTickets } from './read-tickets.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import { setTicketTags } from './set-ticket-tags.ts'
import { showInThread } from './show-in-thread.ts'
import { toTicket } from './schema.ts'
import type { Ticket, CreateTicketInput, UpdateTicketInput } from './schema.ts'

/** The input of a ticket to create, after it was checked: the title and description are trimmed. */
type NewTicket = Omit<CreateTicketInput, 'due_at' | 'description'> & {
  due_at: Date | null
  description: string | null
}

/** Checks the input of a ticket to create. */
function readNewTicket(input: CreateTicketInput): NewTicket {
  return {
    ...input,
    title: readTitle(input.title),
    description: readDescription(input.description),
    due_at: input.due_at === undefined ? null : readTime(input.due_at, 'due_at'),
  }
}

/**
 * Creates tickets with their tags and files, their entries in the history, the timeline and the thread, and
 * `ticket.created` for each, in the caller's transaction.
 *
 * The id of a merged contact resolves to the contact it was merged into. The conversation is that of the
 * message, or the given one. `members`: those of `findTicketAssignees`.
 * @throws {AppError} validation_failed, person_not_found, message_not_found, conversation_not_found,
 *   membership_not_found, tag_not_found, media_not_found, conflicting_targets
 */
export async function createTickets(
  tx: Scope,
  given: CreateTicketInput[],
  members: PresentMembers,
): Promise<Ticket[]> {
  const inputs = given.map(readNewTicket)
  const references = await readReferences(tx, inputs, members)
  const now = tx.clock.now()
  const rows = await insertTickets(
    tx,
    inputs.map((input, index) => ({ ...input, ...references[index]!, id: newId() })),
    now,
  )
  // The history of a new ticket does not repeat what it was created with.
  for (const [index, { tag_ids = [], media_ids = [] }] of inputs.entries()) {
    if (tag_ids.length > 0) await setTicketTags(tx, rows[index]!.id, tag_ids)
    if (media_ids.length > 0) await attachFiles(tx, rows[index]!.id, media_ids)
  }
  await showInThread(
    tx,
    rows.map((ticket) => ({ ticket, previous: null })),
  )
  const tickets = await readCreated(tx, rows, inputs)
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

/** A ticket to insert: its contact is current, and its conversation is locked. */
type CheckedTicket = NewTicket & { personId: string; chatId: string | null; id: string }

/**
 * Inserts tickets with their next numbers, their entries in the timeline and the first of their history, in one statement;
 * returns their rows in the same order. The counter stays locked until the transaction ends.
 */
async function insertTickets(tx: Scope, tickets: CheckedTicket[], now: Date): Promise<Row[]> {
  const { workspaceId, actor } = tx
  const given = bulkRows('given', tickets, {
    id: ['uuid', (each) => each.id],
    person_id: ['uuid', (each) => each.personId],
    title: ['text', (each) => each.title],
    description: ['text', (each) => each.description],
    message_id: ['uuid', (each) => each.message_id ?? null],
    chat_id: ['uuid', (each) => each.chatId],
    priority: ['text', (each) => each.priority ?? TICKET_PRIORITY_DEFAULT],
    assignee_id: ['uuid', (each) => each.assignee_id ?? null],
    due_at: ['timestamptz', (each) => each.due_at],
  })
  const place = bulkRows('place', tickets, {
    ticket_id: ['uuid', (each) => each.id],
    entry_id: ['uuid', () => newId()],
    ordinality: ['integer', (_, index) => index],
  })
  const changes = bulkRows('change', tickets.flatMap(changesOf), {
    id: ['uuid', () => newId()],
    ticket_id: ['uuid', (change) => change.ticketId],
    kind: ['text', (change) => change.kind],
    data: ['jsonb', (change) => JSON.stringify(change.data ?? {})],
  })
  const { rows } = await prepared<Row>`
    with place as (
      select ${place.columns} from ${place}
    ), taken as (
      update workspace_counters set ticket_number = ticket_number + ${tickets.length}::integer
      where workspace_id = ${workspaceId}
      returning ticket_number - ${tickets.length}::integer as last
    ), made as (
      insert into tickets (workspace_id, number, ${given.columns}, created_at, updated_at)
      select ${workspaceId}::uuid, taken.last + place.ordinality + 1, ${given.columns}, ${now}::timestamptz, ${now}::timestamptz
      from taken, ${given} join place on place.ticket_id = given.id
      returning ${rowColumns('tickets')}
    ), entries as (
      insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
      select ${workspaceId}::uuid, place.entry_id, made.person_id, 'ticket',
        jsonb_build_object('ticket_id', made.id, 'number', made.number, 'title', made.title), ${now}::timestamptz
      from made join place on place.ticket_id = made.id
    ), changes as (
      insert into ticket_changes (workspace_id, actor_type, actor_id, occurred_at, ${changes.columns})
      select ${workspaceId}::uuid, ${actor.type}, ${actor.id}::uuid, ${now}::timestamptz, ${changes.columns}
      from ${changes}
    )
    select ${rowColumns('tickets')} from made order by number`.execute(tx.db)
  return rows
}

function changesOf({ id, assignee_id: assigneeId }: CheckedTicket): NewTicketChange[] {
  const created: NewTicketChange = { ticketId: id, kind: 'created' }
  if (assigneeId === undefined) return [created]
  const data = { assignee_id: assigneeId.toLowerCase(), previous_assignee_id: null }
  return [created, { ticketId: id, kind: 'assigned', data }]
}

/** Returns created tickets as the API returns them; reads only those again that have tags or files. */
async function readCreated(tx: Scope, rows: Row[], inputs: NewTicket[]): Promise<Ticket[]> {
  const isPlain = ({ tag_ids = [], media_ids = [] }: NewTicket) =>
    tag_ids.length + media_ids.length === 0
  const others = rows.filter((_, index) => !isPlain(inputs[index]!)).map((row) => row.id)
  const read = new Map((await readTickets(tx, others)).map((ticket) => [ticket.id, ticket]))
  return rows.map((row) => read.get(row.id) ?? toTicket(tx, { ...row, tags: [], attachments: [] }))
}

/** Trims a title. @throws {AppError} validation_failed if it is empty */
export function readTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw fieldError('validation_failed', 'title', 'must not be empty')
  return trimmed
}

/** Trims a description; null for an empty one. */
export function readDescription(text: string | null | undefined): string | null {
  return text?.trim() || null
}
