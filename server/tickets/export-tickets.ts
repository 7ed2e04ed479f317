import { sql } from 'kysely'
import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import { findContactNames } from '#contacts/find-contact-names.ts'
import { findTeamNames } from '#conversations/find-team-names.ts'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { selectFrom } from '#db/select-from.ts'
import { namesOf } from '#lib/part-of.ts'
import { csvPages, EXPORT_PAGE } from '#lib/exporting/csv-pages.ts'
import { describeSelection, readIds } from '#lib/lists/read-ids.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import { filterTickets } from './filter-tickets.ts'
import { getTickets } from './get-ticket.ts'
import type { ExportTicketsQuery, Ticket } from './schema.ts'
import { TICKET_ATTRIBUTES } from './ticket-attributes.ts'

/** Filters of the list of tickets, and ids to choose or to leave out. */
type TicketSelection = Selected<Static<typeof ExportTicketsQuery>>

/** A ticket with the names of its contact, its assignee, its team, its type and its tags. */
type NamedTicket = Omit<Ticket, 'tags' | 'attachments'> & {
  name: string | null
  phone_e164: string | null
  email: string | null
  assignee: string | null
  team: string | null
  type: string | null
  tags: string
}

/** The columns. Attributes that are not named here precede the times. */
const COLUMNS = [
  ...new Set([
    ...(['id', 'number', 'title', 'description', 'status', 'priority', 'person_id'] as const),
    ...(['name', 'phone_e164', 'email', 'assignee', 'team', 'type'] as const),
    ...(['due_at', 'solved_at', 'tags', 'conversation_id'] as const),
    ...namesOf(TICKET_ATTRIBUTES, 'csv'),
    ...(['created_at', 'updated_at'] as const),
  ]),
]

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
  await recordAudit(scope, 'tickets.exported', null, describeSelection(selection))
  const definitions = await findDefinitions(scope, 'ticket')
  return csvPages(
    csvHead([...COLUMNS, ...definitions.map(({ label, key }) => toTitle(label, key))]),
    (after) => growingRead(scope, 'report', (reader) => readPage(reader, selection, after)),
    (tickets) =>
      csvLines(
        tickets.map((ticket) => [
          ...COLUMNS.map((column) => ticket[column]),
          ...definitions.map(({ key }) => ticket.fields[key] ?? null),
        ]),
      ),
  )
}

/** Returns the title of the column of a custom field: its label, with its key if another column has that title. */
function toTitle(label: string, key: string): string {
  return (COLUMNS as string[]).includes(label.toLowerCase()) ? `${label} (${key})` : label
}

/** Builds the query of the ids of a selection. @throws {AppError} validation_failed */
async function selectTickets(
  scope: Scope,
  { ids, except_ids: except, ...filters }: TicketSelection,
) {
  const tickets = selectFrom(scope, 'tickets').select('id')
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
  const teams = await findTeamNames(scope)
  const types = await findTypeNames(scope)
  return tickets.map((ticket) => {
    const contact = contacts.get(ticket.person_id)
    return {
      ...ticket,
      name: contact?.name ?? null,
      phone_e164: contact?.phone_e164 ?? null,
      email: contact?.email ?? null,
      assignee: members.get(ticket.assignee_id ?? '') ?? null,
      team: teams.get(ticket.team_id ?? '') ?? null,
      type: types.get(ticket.type_id ?? '') ?? null,
      tags: ticket.tags.map((tag) => tag.name).join(', '),
    }
  })
}

async function findTypeNames(scope: Scope): Promise<Map<string, string>> {
  const rows = await selectFrom(scope, 'ticket_types').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
