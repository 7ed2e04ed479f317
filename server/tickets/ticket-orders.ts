import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tickets } from '#db/tables/tickets.ts'
import type { Order } from '#db/list-page.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'

type Row = Pick<Selectable<Tickets>, 'id' | 'updated_at' | 'due_at' | 'priority'>

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
export const TICKET_ORDERS = {
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
} satisfies Record<string, Order<Row>>
