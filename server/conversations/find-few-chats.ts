import type { Scope } from '#context.ts'
import { readChoices } from '#lib/read-choices.ts'
import { readAssignee } from './filter-chats.ts'
import type { ChatFilters } from './filter-chats.ts'
import { CHAT_STATUSES } from './schema.ts'

/** Chats that are sorted by themselves at most; where there are more, the first page is found soon in their order. */
const FEW = 1000

/**
 * The ids of the chats of the assignee and the states that `filters` name, or of those unread; undefined where neither
 * is asked or there are many. The planner cannot tell an agent without a chat from one with thousands: in the order
 * of activity it would look up every chat for the first one's empty list.
 *
 * @throws {AppError} validation_failed
 */
export async function findFewChats(
  scope: Scope,
  filters: ChatFilters,
): Promise<string[] | undefined> {
  const { assignee_id: filter, unread } = filters
  if (filter === undefined && unread !== true) return undefined
  const assignee = filter === undefined ? undefined : readAssignee(scope, filter)
  const statuses = readChoices(filters.status, 'status', CHAT_STATUSES)
  const rows = await scope.db
    .selectFrom('chats')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .$if(assignee !== undefined, (query) =>
      query.where('assignee_id', assignee === null ? 'is' : '=', assignee!),
    )
    .$if(unread === true, (query) => query.where('unread_count', '>', 0))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses!))
    .limit(FEW + 1)
    .execute()
  return rows.length > FEW ? undefined : rows.map((row) => row.id)
}
