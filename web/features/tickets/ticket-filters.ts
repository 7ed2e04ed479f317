/** The filters of the list and the board of tickets, as the address names them. */
export const TICKET_FILTERS = [
  'q',
  'status',
  'priority',
  'assignee',
  'overdue',
  'person',
  'sort',
] as const

/** The name of a filter. */
export type TicketFilter = (typeof TICKET_FILTERS)[number]

/** The filters as the API takes them. Without a status the list shows what has still to be done. */
export function toTicketQuery(
  filters: Partial<Record<TicketFilter, string>>,
): Record<string, string | undefined> {
  const { q, status = 'open,pending', priority, assignee, overdue, person, sort } = filters
  return {
    q,
    status: status === 'all' ? undefined : status,
    priority,
    assignee_id: assignee,
    overdue: overdue === 'true' ? 'true' : undefined,
    person_id: person,
    sort,
  }
}

/** The usual views, as the filters they are. */
export const TICKET_VIEWS = {
  open: {},
  mine: { assignee: 'me' },
  unassigned: { assignee: 'none' },
  overdue: { overdue: 'true' },
  all: { status: 'all' },
} as const

/** The usual views that make sense beside a board's columns. */
export const BOARD_VIEWS = {
  all: {},
  mine: TICKET_VIEWS.mine,
  unassigned: TICKET_VIEWS.unassigned,
  overdue: TICKET_VIEWS.overdue,
} as const
