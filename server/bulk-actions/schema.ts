import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ExportContactsQuery } from '#contacts/schema.ts'
import { ExportChatsQuery } from '#conversations/schema.ts'
import type { BulkActions } from '#db/tables/bulk-actions.ts'
import { pageQuery } from '#lib/page.ts'
import {
  Actor,
  closedObject,
  Id,
  idText,
  nullable,
  pickFields,
  Time,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { ExportTicketsQuery } from '#tickets/schema.ts'
import {
  BULK_ACTIONS,
  BULK_EXCEPTIONS_MAX,
  BULK_IDS_MAX,
  BULK_ITEMS_MAX,
  BULK_MERGED_MAX,
  BULK_RESULTS,
  BULK_STATUSES,
  BULK_SUBJECTS,
} from '#shared/bulk-actions.ts'
import type { BulkStatus } from '#shared/bulk-actions.ts'
import { CANCEL_REASONS } from '#shared/cancel-reasons.ts'
import { TICKET_PRIORITIES, TICKET_STATUSES } from '#shared/tickets.ts'
import { isUndoable } from './read-action.ts'

/** A bulk action, with its progress. */
export const BulkActionResource = titled('BulkAction', {
  id: Id,
  subject: Type.Enum([...BULK_SUBJECTS], {
    description: 'The kind of things that it changes: conversations, contacts or tickets.',
  }),
  action: Type.Enum([...new Set(Object.values(BULK_ACTIONS).flat())], {
    description: 'The change of each item.',
  }),
  parameters: Type.Record(Type.String(), nullable(Type.String()), {
    description:
      'The values of the action: `assignee_id`, `team_id`, `member_id`, `tag_id`, `snoozed_until`, `status`, `priority`, `due_at`, `type_id` or `survivor_id`.',
  }),
  status: Type.Enum([...BULK_STATUSES], {
    description:
      '`canceled`: it ended before its last item. If `undone_by` is set, its undo did: `undone` and `kept` count what the undo reached, the other items stay changed.',
  }),
  can_undo: Type.Boolean({
    description: 'Whether the action can be undone now. Erasures cannot.',
  }),
  total: Type.Integer({ description: 'The number of items, which is fixed at the start.' }),
  done: Type.Integer({ description: 'Items that were changed.' }),
  skipped: Type.Integer({
    description: 'Items without anything to change, and those that do not exist.',
  }),
  failed: Type.Integer({ minimum: 0, description: 'Items that could not be changed.' }),
  undone: Type.Integer({ description: 'Items whose previous values were restored.' }),
  kept: Type.Integer({
    description: 'Items that an undo left as they are, because they have been changed since.',
  }),
  reasons: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Why items were skipped, failed or kept: the number of items by code. `unchanged`: there was nothing to change. `changed_since`: it was changed after the action. Otherwise an error code.',
  }),
  cancel_reason: nullable(
    Type.Enum([...CANCEL_REASONS], {
      description:
        'Why it, or its undo, ended before its last item although nobody canceled it. `member_removed` and `role_changed`: the member who started it has left, or has no longer the role for it. `key_revoked`: the key was revoked or has expired.',
    }),
  ),
  created_by: Actor,
  undone_by: nullable(Actor),
  created_at: Time,
  updated_at: Time,
  completed_at: nullable(Time),
  expires_at: Type.Unsafe<Date>(
    timeText('When the bulk action is deleted. Until then it can be undone.'),
  ),
})

/** A bulk action, with its progress. */
export type BulkActionResource = Static<typeof BulkActionResource>

/** An item of a bulk action. */
export const BulkItem = titled('BulkActionItem', {
  id: idText('The id of the conversation, contact or ticket.'),
  result: Type.Enum([...BULK_RESULTS]),
  reason: nullable(Type.String({ description: 'See `reasons` of the bulk action.' })),
})

/** An item of a bulk action. */
export type BulkItem = Static<typeof BulkItem>

/** Returns the filters of an export without its ids, which a bulk action has in its body. */
function filtersOf<T extends { ids: unknown; except_ids: unknown }>(
  properties: T,
): Omit<T, 'ids' | 'except_ids'> {
  const { ids: _ids, except_ids: _except, ...filters } = properties
  return filters
}

/** The filters of conversations, as in their list. */
export const ChatFilter = Type.Object(filtersOf(ExportChatsQuery.properties), {
  title: 'ConversationFilter',
  additionalProperties: false,
})
/** The filters of tickets, as in their list. */
export const TicketFilter = Type.Object(filtersOf(ExportTicketsQuery.properties), {
  title: 'TicketFilter',
  additionalProperties: false,
})
/** The filters of contacts, as in their list. */
export const ContactFilter = Type.Object(filtersOf(ExportContactsQuery.properties), {
  title: 'ContactFilter',
  additionalProperties: false,
})

const ids = Type.Optional(
  Type.Array(Id, {
    minItems: 1,
    maxItems: BULK_IDS_MAX,
    description: `The items to change. Send this or \`filter\`.`,
  }),
)
const exceptIds = Type.Optional(
  Type.Array(Id, {
    maxItems: BULK_EXCEPTIONS_MAX,
    description: 'Items that match the filter and are not to be changed.',
  }),
)
const assigneeId = Type.Optional(
  nullable(idText('For `assign`: a membership, or for conversations a bot. Null unassigns.')),
)
const memberId = Type.Optional(
  idText('For `add_participant` and `remove_participant`: a membership.'),
)
const teamId = Type.Optional(
  nullable(idText('For `set_team`: the id of the team. Null removes the items from their team.')),
)
const tagId = Type.Optional(idText('For `tag` and `untag`: the id of the tag.'))
const filterText = `Changes everything that matches now, up to ${BULK_ITEMS_MAX.toLocaleString('en')} items, with the filters of the list. An empty object matches everything.`

/** The body of POST /api/v1/chats/bulk-actions. */
export const ChatBulkBody = closedObject({
  action: Type.Enum([...BULK_ACTIONS.chats]),
  ids,
  filter: Type.Optional({ ...ChatFilter, description: filterText }),
  except_ids: exceptIds,
  assignee_id: assigneeId,
  team_id: teamId,
  priority: Type.Optional(
    nullable(
      Type.Enum([...TICKET_PRIORITIES], {
        description: 'For `set_priority`. Null removes the priority.',
      }),
    ),
  ),
  member_id: memberId,
  tag_id: tagId,
  snoozed_until: Type.Optional(
    timeText('For `snooze`: when the conversations reopen. Must be in the future.'),
  ),
})

/** The body of POST /api/v1/tickets/bulk-actions. */
export const TicketBulkBody = closedObject({
  action: Type.Enum([...BULK_ACTIONS.tickets]),
  ids,
  filter: Type.Optional({ ...TicketFilter, description: filterText }),
  except_ids: exceptIds,
  assignee_id: assigneeId,
  team_id: teamId,
  status: Type.Optional(Type.Enum([...TICKET_STATUSES], { description: 'For `set_status`.' })),
  priority: Type.Optional(
    Type.Enum([...TICKET_PRIORITIES], { description: 'For `set_priority`.' }),
  ),
  due_at: Type.Optional(nullable(timeText('For `set_due`. Null removes the due time.'))),
  type_id: Type.Optional(
    nullable(idText('For `set_type`: the id of the type. Null removes the type.')),
  ),
  tag_id: tagId,
})

/** The body of POST /api/v1/contacts/bulk-actions. */
export const ContactBulkBody = closedObject({
  action: Type.Enum([...BULK_ACTIONS.contacts]),
  ids,
  filter: Type.Optional({ ...ContactFilter, description: filterText }),
  except_ids: exceptIds,
  survivor_id: Type.Optional(
    idText(
      `For \`merge\`: the contact that stays. Those in \`ids\`, at most ${BULK_MERGED_MAX}, are merged into it one after another, the oldest first; each fills the fields that are still empty.`,
    ),
  ),
})

/** The body of a new bulk action of any subject. */
export type BulkBody =
  | Static<typeof ChatBulkBody>
  | Static<typeof TicketBulkBody>
  | Static<typeof ContactBulkBody>

/** The query of the lists of bulk actions. */
export const ListBulkActionsQuery = closedObject({
  ...pageQuery,
  status: Type.Optional(
    Type.Enum([...BULK_STATUSES], { description: 'Only bulk actions with this status.' }),
  ),
})

/** The query of the items of a bulk action. */
export const ListBulkItemsQuery = closedObject({
  ...pageQuery,
  result: Type.Optional(
    Type.Enum([...BULK_RESULTS], { description: 'Only items with this result.' }),
  ),
})

/** The number of items that match filters. */
export const MatchCount = titled('MatchCount', {
  count: Type.Integer(),
  is_capped: Type.Boolean({
    description: `Whether there are more than \`count\`, which is at most ${BULK_ITEMS_MAX.toLocaleString('en')}.`,
  }),
})

/** The number of items that match filters. */
export type MatchCount = Static<typeof MatchCount>

/** Returns the state of a bulk action for its phase and status. */
export function statusOf(row: Pick<Selectable<BulkActions>, 'phase' | 'status'>): BulkStatus {
  if (row.phase === 'apply' || row.status === 'canceled') return row.status
  return row.status === 'running' ? 'undoing' : 'undone'
}

/** Converts a row of `bulk_actions` to the API's bulk action. */
export function toBulkAction(row: Selectable<BulkActions>): BulkActionResource {
  return pickFields(BulkActionResource, {
    ...row,
    status: statusOf(row),
    can_undo: row.phase === 'apply' && isUndoable(row.action) && row.done_count > 0,
    total: row.total_count,
    done: row.done_count,
    skipped: row.skipped_count,
    failed: row.failed_count,
    undone: row.undone_count,
    kept: row.kept_count,
    created_by: { type: row.created_by_type, id: row.created_by_id },
    undone_by: row.undone_by_type && { type: row.undone_by_type, id: row.undone_by_id },
  })
}
