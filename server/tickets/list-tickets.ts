import type { Scope } from '../context.ts'
import { newestFirst } from '../db/newest-first.ts'
import { readPageInput, toPage } from '../lib/pagination.ts'
import type { Page, PageInput } from '../lib/pagination.ts'
import { readTime } from '../lib/time.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'

/** Filters of the list; `updated_since` is RFC 3339. */
export type ListTicketsInput = PageInput & {
  status?: Ticket['status']
  priority?: Ticket['priority']
  assignee_id?: string
  person_id?: string
  updated_since?: string
}

/** One page of tickets, the last changed first. @throws {AppError} invalid_cursor */
export async function listTickets(scope: Scope, input: ListTicketsInput): Promise<Page<Ticket>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    scope.db.selectFrom('tickets').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'updated_at', id: 'id' },
    { after, limit },
  )
  if (input.status) query = query.where('status', '=', input.status)
  if (input.priority) query = query.where('priority', '=', input.priority)
  if (input.assignee_id) query = query.where('assignee_id', '=', input.assignee_id)
  if (input.person_id) query = query.where('person_id', '=', input.person_id)
  if (input.updated_since)
    query = query.where('updated_at', '>=', readTime(input.updated_since, 'updated_since'))
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.updated_at, id: row.id }), toTicket)
}
