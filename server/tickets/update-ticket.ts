import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { checkMembers } from '#conversations/check-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { findById } from '#db/find-by-id.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { transaction } from '#db/transaction.ts'
import type { Precondition } from '#lib/precondition.ts'
import { readTime } from '#lib/time.ts'
import { findTicketAssignees, readDescription, readTitle } from './create-ticket.ts'
import { getTicket, ticketNotFound } from './get-ticket.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import { saveTicketChanges } from './save-ticket-changes.ts'
import type { Ticket, UpdateTicketInput } from './schema.ts'
import { setTicketTags } from './set-ticket-tags.ts'
import { showInThread } from './show-in-thread.ts'

/** The columns that an update can set. */
type Fields = Pick<
  Selectable<Tickets>,
  'title' | 'description' | 'status' | 'priority' | 'assignee_id' | 'due_at'
>

/**
 * Options of an update. `bulkActionId`: the bulk action that makes the change. `members`: those of `findTicketAssignees`; needed
 * inside a transaction. `precondition` gets the ticket while it is locked.
 */
type UpdateOptions = {
  bulkActionId?: string
  members?: PresentMembers
  precondition?: Precondition | undefined
}

/**
 * Updates a ticket and records the changes in its history, its status in the thread, and `ticket.updated`, in one
 * transaction. Without a change nothing is recorded. `solved_at` is the time since which it needs no more work: when it
 * was solved, or closed without being solved.
 *
 * @throws {AppError} ticket_not_found, membership_not_found, tag_not_found, validation_failed, and that of the precondition
 */
export async function updateTicket(
  scope: Scope,
  id: string,
  input: UpdateTicketInput,
  options: UpdateOptions = {},
): Promise<Ticket> {
  const members = options.members ?? (await findTicketAssignees(scope, [input]))
  return transaction(scope, async (tx) => {
    const before = await findById(tx, 'tickets', id, 'change')
    if (!before) throw ticketNotFound(id)
    options.precondition?.(await getTicket(tx, before.id))
    const after = readFields(before, input)
    if (after.assignee_id !== null && after.assignee_id !== before.assignee_id)
      checkMembers(members, [after.assignee_id])
    const changes = compare(before, after, options.bulkActionId)
    if (input.tag_ids) changes.push(...(await setTicketTags(tx, before.id, input.tag_ids)))
    if (changes.length === 0) return getTicket(tx, before.id)
    const now = tx.clock.now()
    const isDone = ['solved', 'closed'].includes(after.status)
    await tx.db
      .updateTable('tickets')
      .set({ ...after, solved_at: isDone ? (before.solved_at ?? now) : null })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute()
    await showInThread(tx, [{ ticket: { ...before, ...after }, previous: before.status }])
    return saveTicketChanges(tx, before.id, changes, now)
  })
}

/** Returns the fields as they are after the update. */
function readFields(before: Fields, input: UpdateTicketInput): Fields {
  const { title, description, due_at, assignee_id } = input
  return {
    title: title === undefined ? before.title : readTitle(title),
    description: description === undefined ? before.description : readDescription(description),
    status: input.status ?? before.status,
    priority: input.priority ?? before.priority,
    assignee_id:
      assignee_id === undefined ? before.assignee_id : (assignee_id?.toLowerCase() ?? null),
    due_at:
      due_at === undefined ? before.due_at : due_at === null ? null : readTime(due_at, 'due_at'),
  }
}

/** Returns the changes of the fields for the history. It keeps no earlier descriptions. */
function compare(
  before: Fields & { id: string },
  after: Fields,
  bulkActionId?: string,
): NewTicketChange[] {
  const changes: NewTicketChange[] = []
  const add = (kind: NewTicketChange['kind'], data?: Record<string, unknown>) =>
    changes.push({ ticketId: before.id, kind, ...(data && { data }) })
  if (after.title !== before.title) add('title', { from: before.title, to: after.title })
  if (after.description !== before.description) add('description')
  if (after.status !== before.status) add('status', { from: before.status, to: after.status })
  if (after.priority !== before.priority)
    add('priority', { from: before.priority, to: after.priority })
  if (after.assignee_id !== before.assignee_id)
    add('assigned', {
      assignee_id: after.assignee_id,
      previous_assignee_id: before.assignee_id,
      ...(bulkActionId !== undefined && { bulk_action_id: bulkActionId }),
    })
  if (after.due_at?.getTime() !== before.due_at?.getTime())
    add('due', { from: before.due_at, to: after.due_at })
  return changes
}
