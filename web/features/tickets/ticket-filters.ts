/** The filters of the ticket list and board, named as in the URL. */
export const TICKET_FILTERS = [
  'q',
  'status',
  'priority',
  'assignee',
  'team',
  'tag',
  'type',
  'fields',
  'follower',
  'sla',
  'due',
  'overdue',
  'person',
  'since',
  'until',
  'sort',
] as const

/** The name of a ticket filter. */
export type TicketFilter = (typeof TICKET_FILTERS)[number]

/** Returns the filters as API query parameters. Without a status only open and pending tickets are listed. */
export function toTicketQuery(
  filters: Partial<Record<TicketFilter, string>>,
): Record<string, string | undefined> {
  const {
    q,
    status = 'open,pending',
    priority,
    assignee,
    team,
    tag,
    type,
    fields,
    follower,
    sla,
    due,
    overdue,
    person,
    since,
    until,
    sort,
  } = filters
  return {
    q,
    status: status === 'all' ? undefined : status,
    priority,
    assignee_id: assignee,
    team_id: team,
    tag_id: tag,
    type_id: type,
    fields,
    follower_id: follower,
    sla,
    has_due_time: due === 'none' ? 'false' : undefined,
    due_before: dueBefore(due),
    overdue: overdue === 'true' ? 'true' : undefined,
    person_id: person,
    created_after: since,
    created_before: until,
    sort,
  }
}

/** The days after today until which tickets of a due filter are due. */
const DUE_DAYS: Readonly<Record<string, number>> = { today: 0, week: 6 }

/** Returns the end of the last local day of a due filter; undefined for others. */
function dueBefore(due: string | undefined): string | undefined {
  const days = due === undefined ? undefined : DUE_DAYS[due]
  if (days === undefined) return undefined
  const end = new Date()
  end.setHours(0, 0, 0, 0)
  end.setDate(end.getDate() + days + 1)
  return end.toISOString()
}

/** The standard views, as filters. */
export const TICKET_VIEWS = {
  open: {},
  mine: { assignee: 'me' },
  following: { follower: 'me' },
  unassigned: { assignee: 'none' },
  overdue: { overdue: 'true' },
  all: { status: 'all' },
} as const

/** The standard views that apply to the board. */
export const BOARD_VIEWS = {
  all: {},
  mine: TICKET_VIEWS.mine,
  following: TICKET_VIEWS.following,
  unassigned: TICKET_VIEWS.unassigned,
  overdue: TICKET_VIEWS.overdue,
} as const
