import type { Selectable } from 'kysely'
import type { ChatsChange } from '#conversations/change-chats.ts'
import type { BulkActions } from '#db/tables/bulk-actions.ts'
import { invalidField } from '#lib/errors.ts'
import { readTime } from '#lib/read-time.ts'
import type { UpdateTicketInput } from '#tickets/schema.ts'
import type { BulkAction } from '#shared/bulk-actions.ts'
import type { TicketPriority } from '#shared/tickets.ts'

/** The action of a bulk action, and its values as they are stored. */
export type StoredAction = Pick<Selectable<BulkActions>, 'action' | 'parameters'>

/** The field of the body that each action requires; the others have none. */
const FIELDS: Partial<Record<BulkAction, string>> = {
  assign: 'assignee_id',
  set_team: 'team_id',
  add_participant: 'member_id',
  remove_participant: 'member_id',
  tag: 'tag_id',
  untag: 'tag_id',
  snooze: 'snoozed_until',
  set_status: 'status',
  set_priority: 'priority',
  set_due: 'due_at',
  set_type: 'type_id',
  merge: 'survivor_id',
}

const TIMES = ['snoozed_until', 'due_at']

/** Returns whether an action can be undone. */
export function isUndoable(action: BulkAction): boolean {
  return action !== 'erase'
}

/** Returns whether an action runs in the background also for a few items, because each needs its own transaction. */
export function isAlwaysQueued(action: BulkAction): boolean {
  return action === 'erase' || action === 'merge'
}

/**
 * Reads the action of a body and its values. @throws {AppError} validation_failed, when the value is missing, belongs to
 * another action, or is a snooze until a time in the past
 */
export function readAction(body: { action: BulkAction }, now: Date): StoredAction {
  const { action } = body
  const given = body as Record<string, unknown>
  const field = FIELDS[action]
  for (const each of new Set(Object.values(FIELDS)))
    if (each !== field && given[each] !== undefined)
      throw invalidField(each, `cannot be combined with the action ${action}`)
  if (field === undefined) return { action, parameters: {} }
  const value = given[field] as string | null | undefined
  if (value === undefined) throw invalidField(field, `is required for the action ${action}`)
  if (value === null) return { action, parameters: { [field]: null } }
  if (!TIMES.includes(field))
    return { action, parameters: { [field]: field.endsWith('_id') ? value.toLowerCase() : value } }
  const time = readTime(value, field)
  if (action === 'snooze' && time <= now) throw invalidField(field, 'must be in the future')
  return { action, parameters: { [field]: time.toISOString() } }
}

/** Returns the change that an action makes to conversations. */
export function toChatsChange({
  id,
  action,
  parameters,
}: StoredAction & { id: string }): ChatsChange {
  switch (action) {
    case 'close':
      return { kind: 'move', move: { status: 'closed' } }
    case 'reopen':
      return { kind: 'move', move: { status: 'open' } }
    case 'snooze': {
      const until = new Date(parameters['snoozed_until']!)
      return { kind: 'move', move: { status: 'snoozed', until } }
    }
    case 'assign':
      return { kind: 'assign', assigneeId: parameters['assignee_id'] ?? null, bulkActionId: id }
    case 'set_team':
      return { kind: 'team', teamId: parameters['team_id'] ?? null, bulkActionId: id }
    case 'set_priority': {
      const priority = (parameters['priority'] ?? null) as TicketPriority | null
      return { kind: 'priority', priority, bulkActionId: id }
    }
    case 'add_participant':
      return { kind: 'participant_added', membershipId: parameters['member_id']! }
    case 'remove_participant':
      return { kind: 'participant_removed', membershipId: parameters['member_id']! }
    case 'tag':
    case 'untag':
      return { kind: action, tagId: parameters['tag_id']! }
    case 'mark_read':
    case 'mark_unread':
      return { kind: 'mark', isUnread: action === 'mark_unread' }
    case 'erase':
    case 'merge':
    case 'set_status':
    case 'set_due':
    case 'set_type':
      throw new Error(`The action ${action} does not change conversations.`)
  }
}

/** Returns the field of tickets that an action sets, with its value. */
export function toTicketPatch({ parameters }: StoredAction): UpdateTicketInput {
  return parameters as UpdateTicketInput
}
