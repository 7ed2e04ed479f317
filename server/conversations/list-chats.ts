import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gatherReads } from '#db/gather-reads.ts'
import { listIds } from '#db/list-ids.ts'
import { isPlain, listPage, newestFirst, readPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { listParts } from '#db/list-parts.ts'
import type { ListPart } from '#db/list-parts.ts'
import { selectFrom } from '#db/select-from.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { CONVERSATION_HOLDERS, CONVERSATION_STATUSES } from '#shared/conversations.ts'
import type { ConversationSort } from '#shared/conversations.ts'
import { chatQuery } from './chat-query.ts'
import { visibleParts } from './visible-parts.ts'
import { filterChats, readAssignee } from './filter-chats.ts'
import type { ChatFilters } from './filter-chats.ts'
import { holderAt } from './holder-at.ts'
import { isUrgent } from './is-urgent.ts'
import { isOfTeam } from './is-of-team.ts'
import { readChats } from './read-chats.ts'
import type { Chat } from './schema.ts'

type ListInput = PageInput & ChatFilters & { sort?: ConversationSort }

/** Lists conversations in the order `sort`. @throws {AppError} invalid_cursor, validation_failed */
export async function listChats(scope: Scope, given: ListInput): Promise<Page<Chat>> {
  const { sort = 'activity', ...input } = withWaiting(given)
  const page = isChatPage(given)
    ? await plainPage(scope, sort, input)
    : await filteredPage(scope, sort, input)
  return readPage(page, (ids) => readTogether(scope, ids))
}

/** Only conversations whose customer waits have a place in the order `waiting`. */
function withWaiting(input: ListInput): ListInput {
  return input.sort === 'waiting' ? { ...input, waiting: input.waiting ?? true } : input
}

function plainPage(scope: Scope, sort: ConversationSort, input: PageInput & ChatFilters) {
  const parts = partsOf(scope, sort)
  const source = pageSource(scope, sort, input)
  return parts
    ? listIds(unrestricted(scope), { ...source, parts }, CHAT_ORDERS[sort], input)
    : listIds(scope, source, CHAT_ORDERS[sort], input)
}

/** Returns the parts in which a list is read. Few conversations wait or have a target, so that those of others are left out one by one. */
function partsOf(scope: Scope, sort: ConversationSort): ListPart[] | undefined {
  return sort === 'activity' ? visibleParts(scope) : undefined
}

async function filteredPage(scope: Scope, sort: ConversationSort, input: PageInput & ChatFilters) {
  const order = CHAT_ORDERS[sort]
  // The index of the order finds those with a target.
  const { sla: _, ...others } = input
  const few = await findFewChats(scope, sort === 'sla' ? others : input)
  const parts = few ? undefined : partsOf(scope, sort)
  // In parts, what is read is what the viewer sees, and all of it.
  const seen = parts ? unrestricted(scope) : scope
  const all = chatQuery(seen)
  const chats = sort === 'sla' ? all.where('chat_activity.sla_due_at', 'is not', null) : all
  const some = few ? chats.where(sql<boolean>`chat_activity.chat_id = any (${few}::uuid[])`) : chats
  const filtered = await filterChats(seen, some, input)
  return parts
    ? listParts(seen, { query: filtered, table: 'chat_activity', parts }, order, input)
    : listPage(filtered, order, input, (row) => row)
}

/**
 * Returns where the ids of a page come from: the index of the order alone. Where PostgreSQL expects few conversations in a workspace, it
 * would read all of them for a join.
 */
function pageSource({ workspaceId }: Scope, sort: ConversationSort, input: ChatFilters) {
  const { updatedAfter } = readTimes(input)
  const isUpdated = updatedAfter
    ? sql`and (
        select updated_at from chats where workspace_id = ${workspaceId} and chats.id = chat_activity.chat_id
      ) >= ${updatedAfter}::timestamptz`
    : sql``
  const time = sql.raw(TIMES[sort])
  const isOrdered = sort === 'sla' || input.waiting === true ? sql`and ${time} is not null` : sql``
  return {
    id: sql`chat_id`,
    time,
    from: sql`from chat_activity
      where workspace_id = ${workspaceId} ${isOrdered} ${isUpdated}`,
    toRow: (id: string, at: Date): Row => ({
      id,
      activity_at: at,
      waiting_since: at,
      sla_due_at: at,
    }),
  }
}

/** Returns whether a page of the list is read by the index of its order. */
export function isChatPage(given: ListInput): boolean {
  const input = withWaiting(given)
  if (input.sort === 'waiting') return input.waiting === true && isPlain(input, ['waiting'])
  return isPlain(input, ['updated_after', 'updated_since'])
}

type Row = { id: string; activity_at: Date; waiting_since: Date | null; sla_due_at: Date | null }

/** The column of `chat_activity` of each order. */
const TIMES = { activity: 'activity_at', waiting: 'waiting_since', sla: 'sla_due_at' } as const

/** The time of a conversation without one, because its customer does not wait or no target runs: after all others. */
const NEVER = new Date('9999-12-31T00:00:00Z')

/** The sort orders of the list. `chat_activity_waiting` and `chat_activity_sla` are the indexes of the last ones. */
const CHAT_ORDERS = {
  activity: newestFirst<Row>(
    'chat_activity.activity_at',
    'chat_activity.chat_id',
    (row) => row.activity_at,
  ),
  waiting: earliestFirst(TIMES.waiting),
  sla: earliestFirst(TIMES.sla),
} satisfies Record<ConversationSort, Order<Row>>

function earliestFirst(column: 'waiting_since' | 'sla_due_at'): Order<Row> {
  return {
    direction: 'asc',
    columns: [
      {
        by: sql.ref(`chat_activity.${column}`),
        kind: 'time',
        of: (row) => row[column] ?? NEVER,
      },
      { by: sql.ref('chat_activity.chat_id'), kind: 'uuid', of: (row) => row.id },
    ],
  }
}

const readTogether = gatherReads(readChats)

/**
 * Up to this many conversations are sorted separately; with more, their first page is found quickly in order of
 * activity.
 */
const FEW = 1000

/**
 * Finds the ids of conversations by assignee, team and status, by their SLA target, of unread ones, of those that another app holds, or that were created
 * in some time; undefined when `filters` has none of these or there are many.
 *
 * PostgreSQL cannot estimate how many conversations an assignee has; without this filter an empty result would scan
 * the whole activity index. Those that wait are counted alone: a team may have thousands of conversations, of which few wait.
 *
 * @throws {AppError} validation_failed
 */
async function findFewChats(scope: Scope, filters: ChatFilters): Promise<string[] | undefined> {
  const { assignee_id: filter, unread, team_id: team } = filters
  // Those without a team are not indexed.
  const isOfTeams = team !== undefined && team !== 'none'
  const holders = readChoices(filters.holder, 'holder', CONVERSATION_HOLDERS)
  // Only those that another app holds are indexed.
  const isHeld = holders !== undefined && !holders.includes('workspace')
  const { createdAfter, createdBefore } = readTimes(filters)
  const isCreated = createdAfter !== undefined || createdBefore !== undefined
  // Only those with a target are indexed.
  const isOfSla = filters.sla === undefined ? undefined : isUrgent(scope, filters.sla)
  if (filter === undefined && unread !== true && !isHeld && !isCreated && !isOfTeams && !isOfSla)
    return undefined
  const assignee = filter === undefined ? undefined : readAssignee(scope, filter)
  const statuses = readChoices(filters.status, 'status', CONVERSATION_STATUSES)
  const rows = await selectFrom(scope, 'chats')
    .select('id')
    .$if(assignee !== undefined, (query) =>
      query.where('assignee_id', assignee === null ? 'is' : '=', assignee!),
    )
    .$if(isOfTeams, (query) => query.where(isOfTeam(scope, sql.ref('team_id'), team!)))
    .$if(unread === true, (query) => query.where('unread_count', '>', 0))
    .$if(isHeld, (query) =>
      query.where('holder', '=', 'other').where(holderAt(scope.clock.now()), 'in', holders!),
    )
    .$if(isOfSla !== undefined, (query) =>
      query.where(
        sql<boolean>`id in (
          select chat_id from chat_activity where workspace_id = ${scope.workspaceId} and ${isOfSla})`,
      ),
    )
    .$if(createdAfter !== undefined, (query) => query.where('created_at', '>=', createdAfter!))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore!))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses!))
    .$if(filters.waiting === true, (query) =>
      query.where(sql<boolean>`(
        select waiting_since from chat_activity
        where workspace_id = ${scope.workspaceId} and chat_id = chats.id
      ) is not null`),
    )
    .limit(FEW + 1)
    .execute()
  return rows.length > FEW ? undefined : rows.map((row) => row.id)
}
