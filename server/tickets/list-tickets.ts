import { sql } from 'kysely'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { gatherReads } from '#db/gather-reads.ts'
import { isPlain, listPage, readPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import type { Page } from '#lib/page.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import { filterTickets } from './filter-tickets.ts'
import { getTickets } from './get-ticket.ts'
import type { Ticket, ListTicketsQuery } from './schema.ts'

/**
 * Returns one page of tickets, sorted by `sort` (default: most recently changed first). @throws {AppError}
 * invalid_cursor, validation_failed
 */
export async function listTickets(
  scope: Scope,
  input: Static<typeof ListTicketsQuery>,
): Promise<Page<Ticket>> {
  const order = TICKET_ORDERS[input.sort ?? 'updated']
  const tickets = selectFrom(scope, 'tickets').select(['id', 'updated_at', 'due_at', 'priority'])
  const ordered = input.sort === 'sla' ? withTarget(scope, tickets) : tickets
  const filtered = await filterTickets(scope, ordered, input)
  const page = await listPage(filtered, order, input, (row) => row, isTicketPage(input))
  return readPage(page, (ids) => readTogether(scope, ids))
}

/** Returns whether a page of the list is read by the index of its order. */
export function isTicketPage(input: Static<typeof ListTicketsQuery>): boolean {
  // The order by SLA targets joins conversations.
  if (input.sort === 'sla') return false
  return isPlain(input, (input.sort ?? 'updated') === 'updated' ? ['updated_after'] : [])
}

/** Joins the SLA target of the conversation that is due first, of tickets whose conversation has one. */
function withTarget<O>(
  { workspaceId }: Scope,
  tickets: SelectQueryBuilder<Database, 'tickets', O>,
): SelectQueryBuilder<Database, 'tickets', O & { sla_due_at: Date }> {
  const target = sql<{ sla_chat_id: string; sla_due_at: Date }>`(
    select chat_id as sla_chat_id, sla_due_at from chat_activity
    where chat_activity.workspace_id = ${workspaceId} and sla_due_at is not null
  )`.as<'target'>('target')
  const joined = tickets
    .innerJoin(target, 'target.sla_chat_id', 'tickets.chat_id')
    .select('target.sla_due_at')
  // The columns of the join have other names than those of tickets, so that filters need no table's name.
  return joined as unknown as SelectQueryBuilder<Database, 'tickets', O & { sla_due_at: Date }>
}

const readTogether = gatherReads(getTickets)

type Row = Pick<Selectable<Tickets>, 'id' | 'updated_at' | 'due_at' | 'priority'> & {
  sla_due_at?: Date
}

/**
 * The sort value of tickets without a due time: after all others. The index `tickets_due_order` uses the same
 * value.
 */
const NEVER = new Date('9999-12-31T00:00:00Z')

const newest: Order<Row>['columns'] = [
  { by: sql.ref('updated_at'), kind: 'time', of: (row) => row.updated_at },
  { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
]

/** The sort orders of the ticket list: most recently changed, earliest due, or most urgent first. */
const TICKET_ORDERS = {
  updated: { direction: 'desc', columns: newest },
  due: {
    direction: 'asc',
    columns: [
      {
        by: sql`coalesce(due_at, '9999-12-31 00:00:00+00')`,
        kind: 'time',
        of: (row) => row.due_at ?? NEVER,
      },
      { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
    ],
  },
  priority: {
    direction: 'desc',
    columns: [
      {
        by: sql`array_position(array['low', 'medium', 'high', 'urgent'], priority)`,
        kind: 'int',
        of: (row) => TICKET_PRIORITIES.indexOf(row.priority) + 1,
      },
      ...newest,
    ],
  },
  sla: {
    direction: 'asc',
    columns: [
      { by: sql.ref('sla_due_at'), kind: 'time', of: (row) => row.sla_due_at ?? NEVER },
      { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
    ],
  },
} satisfies Record<string, Order<Row>>
