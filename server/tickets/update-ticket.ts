import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { Scope } from '#db/context.ts'
import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import { mergeFields } from '#contacts/custom-fields/merge-fields.ts'
import { readFields } from '#contacts/custom-fields/read-fields.ts'
import { checkMembers } from '#conversations/check-members.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import type { Precondition } from '#lib/precondition.ts'
import { TICKET_CHANGES } from '#shared/tickets.ts'
import { updateById } from '#db/update-by-id.ts'
import { checkTypes } from './check-types.ts'
import { findTicketAssignees } from './create-ticket.ts'
import { getTicket } from './get-ticket.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import { saveTicketChanges } from './save-ticket-changes.ts'
import type { Ticket, UpdateTicketInput } from './schema.ts'
import { setTicketTags } from './set-ticket-tags.ts'
import { showInThread } from './show-in-thread.ts'
import { CHANGES, INPUTS } from './ticket-attributes.ts'
import type { InputName, Inputs } from './ticket-attributes.ts'

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
 * @throws {AppError} ticket_not_found, membership_not_found, team_not_found, ticket_type_not_found, tag_not_found,
 *   validation_failed, and that of the precondition
 */
export async function updateTicket(
  scope: Scope,
  id: string,
  input: UpdateTicketInput,
  options: UpdateOptions = {},
): Promise<Ticket> {
  const members = options.members ?? (await findTicketAssignees(scope, [input]))
  return transaction(scope, async (caller) => {
    const before = await getById(caller, 'tickets', id, 'change')
    // The caller may not see a ticket any more that they move to another team.
    const tx = unrestricted(caller)
    options.precondition?.(await getTicket(tx, before.id))
    const after = readInputs(before, input)
    if (after.assignee_id !== null && after.assignee_id !== before.assignee_id)
      checkMembers(members, [after.assignee_id])
    if (after.team_id !== null && after.team_id !== before.team_id)
      await checkTeams(tx, [after.team_id])
    if (after.type_id !== null && after.type_id !== before.type_id)
      await checkTypes(tx, [after.type_id])
    const fields = input.fields
      ? mergeFields(before.fields, readFields(await findDefinitions(tx, 'ticket'), input.fields))
      : before.fields
    const changed = INPUTS.map(([name]) => name).filter(
      (name) => before[name]?.valueOf() !== after[name]?.valueOf(),
    )
    const changes = changed
      .flatMap((name) => toChange(name, before, after, options.bulkActionId))
      .toSorted((a, b) => TICKET_CHANGES.indexOf(a.kind) - TICKET_CHANGES.indexOf(b.kind))
    changes.push(...toFieldChanges(before, fields))
    if (input.tag_ids) changes.push(...(await setTicketTags(tx, before.id, input.tag_ids)))
    if (changed.length + changes.length === 0) return getTicket(tx, before.id)
    const now = tx.clock.now()
    const isDone = ['solved', 'closed'].includes(after.status)
    await updateById(tx, 'tickets', before.id, {
      ...after,
      fields: JSON.stringify(fields),
      solved_at: isDone ? (before.solved_at ?? now) : null,
    })
    await showInThread(tx, [{ ticket: { ...before, ...after }, previous: before.status }])
    return saveTicketChanges(tx, before.id, changes, now)
  })
}

/** Returns the plain values as they are after the update. */
function readInputs(before: Inputs, given: UpdateTicketInput): Inputs {
  const texts: Partial<Record<InputName, string | null>> = given
  return Object.fromEntries(
    INPUTS.map(([name, { read }]) => {
      const text = texts[name]
      return [name, text === undefined ? before[name] : text === null ? null : read(text)]
    }),
  ) as Inputs
}

/** Returns an entry of the history for each custom field that differs. */
function toFieldChanges(
  before: { id: string; fields: Record<string, string> },
  after: Record<string, string>,
): NewTicketChange[] {
  const keys = [...new Set([...Object.keys(before.fields), ...Object.keys(after)])]
  return keys
    .filter((key) => before.fields[key] !== after[key])
    .map((key) => ({
      ticketId: before.id,
      kind: 'field',
      data: { key, from: before.fields[key] ?? null, to: after[key] ?? null },
    }))
}

/** Returns the entry of the history for a change of a plain value, if it has one. */
function toChange(
  name: InputName,
  before: Inputs & { id: string },
  after: Inputs,
  bulkActionId?: string,
): NewTicketChange[] {
  const change = CHANGES[name]
  if (!change) return []
  const { kind, data: toData = (from, to) => ({ from, to }) } = change
  const data = toData(before[name], after[name])
  const cause = (kind === 'assigned' || kind === 'team' || kind === 'status') &&
    bulkActionId !== undefined && { bulk_action_id: bulkActionId }
  return [{ ticketId: before.id, kind, ...(data && { data: { ...data, ...cause } }) }]
}
