import { sql } from 'kysely'
import type { Static } from 'typebox'
import { filterText } from '#contacts/filter-text.ts'
import type { Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import type { PageInput } from '#lib/page.ts'
import { CONVERSATION_HOLDERS, CONVERSATION_STATUSES } from '#shared/conversations.ts'
import type { chatQuery } from './chat-query.ts'
import { holderAt } from './holder-at.ts'
import { isUrgent } from './is-urgent.ts'
import { isOfTeam } from './is-of-team.ts'
import { PRIORITY_CHOICES } from './schema.ts'
import type { ListChatsQuery } from './schema.ts'

/**
 * Filters of the list. `status` is comma separated, `assignee_id` also `none` or `me`; `mentioned`: a note mentions
 * the signed-in member; `q` is part of the contact's name, phone, email or username; times are RFC 3339.
 */
export type ChatFilters = Omit<Static<typeof ListChatsQuery>, keyof PageInput | 'sort'>

type ChatQuery = ReturnType<typeof chatQuery>

/** Adds the filters to `query`. @throws {AppError} validation_failed, conflicting_fields */
export async function filterChats(
  scope: Scope,
  query: ChatQuery,
  filters: ChatFilters,
): Promise<ChatQuery> {
  const { workspaceId } = scope
  const { unread, waiting, q } = filters
  const { createdAfter, createdBefore, updatedAfter } = readTimes(filters)
  const statuses = readChoices(filters.status, 'status', CONVERSATION_STATUSES)
  let filtered = query
  if (statuses) filtered = filtered.where('chats.status', 'in', statuses)
  if (filters.channel_id) filtered = filtered.where('chats.channel_id', '=', filters.channel_id)
  if (filters.person_id)
    filtered = filtered.where(sql<boolean>`chats.person_id = (
      select coalesce(merged_into_id, id) from people
      where workspace_id = ${scope.workspaceId} and id = ${filters.person_id})`)
  if (filters.assignee_id !== undefined) {
    const assignee = readAssignee(scope, filters.assignee_id)
    filtered = filtered.where('chats.assignee_id', assignee === null ? 'is' : '=', assignee)
  }
  if (filters.team_id !== undefined)
    filtered = filtered.where(isOfTeam(scope, sql.ref('chats.team_id'), filters.team_id))
  if (filters.tag_id)
    filtered = filtered.where(
      sql<boolean>`chats.id in (
        select chat_id from chat_tags where workspace_id = ${workspaceId} and tag_id = ${filters.tag_id})`,
    )
  const priorities = readChoices(filters.priority, 'priority', PRIORITY_CHOICES)
  if (priorities)
    filtered = filtered.where(
      priorities.includes('none')
        ? sql<boolean>`coalesce(chats.priority, 'none') = any (${priorities})`
        : sql<boolean>`chats.priority = any (${priorities})`,
    )
  if (unread !== undefined) filtered = filtered.where('chats.unread_count', unread ? '>' : '=', 0)
  if (waiting !== undefined)
    filtered = filtered.where('chat_activity.waiting_since', waiting ? 'is not' : 'is', null)
  const holders = readChoices(filters.holder, 'holder', CONVERSATION_HOLDERS)
  if (holders) filtered = filtered.where(holderAt(scope.clock.now()), 'in', holders)
  if (filters.sla !== undefined) filtered = filtered.where(isUrgent(scope, filters.sla))
  if (filters.mentioned)
    filtered = filtered.where(
      sql<boolean>`chats.id in (
        select chat_id from mentions
        where workspace_id = ${workspaceId} and membership_id = ${readMember(scope, 'mentioned')})`,
    )
  if (createdAfter) filtered = filtered.where('chats.created_at', '>=', createdAfter)
  if (createdBefore) filtered = filtered.where('chats.created_at', '<', createdBefore)
  // No index serves it. PostgreSQL does not see the time, so that the plan for all times does not look more expensive.
  if (updatedAfter)
    filtered = filtered.where(
      sql<boolean>`chats.updated_at >= (select ${updatedAfter}::timestamptz)`,
    )
  if (q !== undefined) {
    const { ids, condition } = await filterText(scope, q)
    filtered = filtered.where(
      ids
        ? sql<boolean>`chats.person_id = any (${ids})`
        : sql<boolean>`(
            select ${condition} from people
            where people.workspace_id = ${workspaceId} and people.id = chats.person_id)`,
    )
  }
  return filtered
}

/** Returns the membership that a filter names, null for unassigned. @throws {AppError} validation_failed */
export function readAssignee(scope: Scope, filter: string): string | null {
  if (filter === 'none') return null
  return filter === 'me' ? readMember(scope, 'assignee_id') : filter
}

function readMember(scope: Scope, field: string): string {
  if (scope.actor.type === 'member') return scope.actor.id
  throw invalidField(field, 'requires a signed-in member; it cannot be used with an API key')
}
