import { sql } from 'kysely'
import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import { findContactNames } from '#contacts/find-contact-names.ts'
import type { Scope } from '#context.ts'
import { growingRead } from '#db/growing-read.ts'
import { csvPages, EXPORT_PAGE } from '#lib/exporting/csv-pages.ts'
import { describeSelection, readIds } from '#lib/lists/read-ids.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { csvHead, csvLines } from '#lib/exporting/write-csv.ts'
import type { Cell } from '#lib/exporting/write-csv.ts'
import { filterTickets } from './filter-tickets.ts'
import { getTickets } from './get-ticket.ts'
import type { ExportTicketsQuery, Ticket } from './schema.ts'

/** Filters of the list of tickets, and ids to choose or to leave out. */
type TicketSelection = Selected<Static<typeof ExportTicketsQuery>>

/** A ticket with the names of its contact and its assignee. */
type NamedTicket = Ticket & {
  name: string | null
  phone_e164: string | null
  email: string | null
  assignee: string | null
}

const COLUMNS: Record<string, (ticket: NamedTicket) => Cell> = {
  id: (ticket) => ticket.id,
  number: (ticket) => ticket.number,
  title: (ticket) => ticket.title,
  description: (ticket) => ticket.description,
  status: (ticket) => ticket.status,
  priority: (ticket) => ticket.priority,
  person_id: (ticket) => ticket.person_id,
  name: (ticket) => ticket.name,
  phone_e164: (ticket) => ticket.phone_e164,
  email: (ticket) => ticket.email,
  assignee: (ticket) => ticket.assignee,
  due_at: (ticket) => ticket.due_at,
  solved_at: (ticket) => ticket.solved_at,
  tags: (ticket) => ticket.tags.map((tag) => tag.name).join(', '),
  conversation_id: (ticket) => ticket.conversation_id,
  created_at: (ticket) => ticket.created_at,
  updated_at: (ticket) => ticket.updated_at,
}

/**
 * Returns all tickets of a selection as CSV, newest first, in parts. The audit log records who exported them.
 *
 * @throws {AppError} validation_failed
 */
export async function exportTickets(
  scope: Scope,
  selection: TicketSelection,
): Promise<AsyncIterable<string>> {
  // Finds mistakes in the filters before the response begins.
  await selectTickets(scope, selection)
  await recordAudit(scope, {
    action: 'tickets.exported',
    targetType: 'tickets',
    targetId: null,
    data: describeSelection(selection),
  })
  return csvPages(
    csvHead(Object.keys(COLUMNS)),
    (after) => growingRead(scope, 'report', (reader) => readPage(reader, selection, after)),
    (tickets) =>
      csvLines(tickets.map((ticket) => Object.values(COLUMNS).map((toCell) => toCell(ticket)))),
  )
}

/** Builds the query of the ids of a selection. @throws {AppError} validation_failed */
async function selectTickets(
  scope: Scope,
  { ids, except_ids: except, ...filters }: TicketSelection,
) {
  const tickets = scope.db
    .selectFrom('tickets')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
  let query = await filterTickets(scope, tickets, filters)
  if (ids !== undefined)
    query = query.where('id', '=', sql<string>`any (${readIds(ids, 'ids')}::uuid[])`)
  if (except !== undefined)
    query = query.where('id', '<>', sql<string>`all (${readIds(except, 'except_ids')}::uuid[])`)
  return query
}

async function readPage(
  scope: Scope,
  selection: TicketSelection,
  after: string | null,
): Promise<NamedTicket[]> {
  const selected = await selectTickets(scope, selection)
  const rows = await selected
    .$if(after !== null, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(EXPORT_PAGE)
    .execute()
  const tickets = await getTickets(
    scope,
    rows.map(({ id }) => id),
  )
  return withNames(
    scope,
    tickets.filter((each) => each !== undefined),
  )
}

async function withNames(scope: Scope, tickets: Ticket[]): Promise<NamedTicket[]> {
  const contacts = await findContactNames(
    scope,
    tickets.map((ticket) => ticket.person_id),
  )
  const members = await findMemberNames(
    scope,
    tickets.flatMap(({ assignee_id: id }) => id ?? []),
  )
  return tickets.map((ticket) => {
    const contact = contacts.get(ticket.person_id)
    return {
      ...ticket,
      name: contact?.name ?? null,
      phone_e164: contact?.phone_e164 ?? null,
      email: contact?.email ?? null,
      assignee: members.get(ticket.assignee_id ?? '') ?? null,
    }
  })
}
