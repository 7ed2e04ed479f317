import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isUnhandled } from '#conversations/is-unhandled.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { Reader } from './get-reader.ts'

/** The place of an entry in the list: the id of its newest fact, and the conversation or ticket that it is about. */
export type Entry = { id: string; subject_id: string }

/** Which parts of entries count: all, or only those that the member has read or not. */
type Shown = 'all' | 'read' | 'unread'

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Returns the member's entries before the id `before`, newest first: one for each conversation or ticket. An entry consists
 * of the conversation's row, if a rule of the member wants it and nobody has handled it, and of the member's own
 * notifications. It is at the place of its newest part.
 *
 * Each branch reads one range of an index, newest first, so that the statement reads about `limit` rows however many there
 * are, and besides them only those that the member has read. With `offset 0`, PostgreSQL checks a condition for each of these
 * rows; it would otherwise join, and sort all rows of the workspace. The order names the assignee because the index has it; PostgreSQL
 * does not see that it is null in all rows.
 */
export async function findEntries(
  scope: Scope,
  reader: Reader,
  { shown, before = LAST_ID, limit }: { shown: Shown; before?: string | undefined; limit: number },
): Promise<Entry[]> {
  const { workspaceId } = scope
  const { id: me, rules, from } = reader
  const part = partOf(scope, reader, shown)
  // "Mark all as read" stores one id. Lists of unread entries begin after it.
  const start =
    shown === 'unread'
      ? sql`greatest(${from}::uuid, (
          select read_up_to from notification_reads
          where workspace_id = ${workspaceId} and membership_id = ${me} and subject_id = ${workspaceId}
        ))`
      : sql`${from}::uuid`
  const branch = (
    isWanted: boolean,
    condition: RawBuilder<unknown>,
    order = sql`entry.assignee_id desc, entry.id desc`,
  ) => sql`(
    select entry.id, entry.chat_id as subject_id from conversation_notifications as entry
    where entry.workspace_id = ${workspaceId} and entry.is_open and ${isWanted}::boolean and ${condition}
      and entry.id > ${start} and entry.id < ${before}::uuid and ${part.isShown} and not exists (
        select from notifications as item
        where item.workspace_id = ${workspaceId} and item.membership_id = ${me}
          and item.chat_id = entry.chat_id and item.id > entry.id and ${part.ofMember(sql`item`)}
        offset 0
      )
    order by ${order} limit ${limit}::int
  )`
  const wantsAll = rules.includes('everything')
  const { rows } = await prepared<Entry>`
    with own as (
      select item.id, coalesce(item.chat_id, item.ticket_id, item.id) as subject_id from notifications as item
      where item.workspace_id = ${workspaceId} and item.membership_id = ${me}
        and item.id < ${before}::uuid and ${part.ofMember(sql`item`)}
        and not exists (
          select from notifications as newer
          where newer.workspace_id = ${workspaceId} and newer.membership_id = ${me} and newer.id > item.id
            and (newer.chat_id = item.chat_id or newer.ticket_id = item.ticket_id) and ${part.ofMember(sql`newer`)}
          offset 0
        )
        and not exists (
          select from conversation_notifications as entry
          where entry.workspace_id = ${workspaceId} and entry.chat_id = item.chat_id and entry.id > item.id
            and entry.id > ${from}::uuid and ${part.ofConversation}
          offset 0
        )
      order by item.id desc limit ${limit}::int
    )
    select id, subject_id from (
      select id, subject_id from own
      union all ${branch(wantsAll || rules.includes('mine'), sql`entry.assignee_id = ${me} and (${rules.includes('mine')}::boolean or entry.message_count > 0)`)}
      union all ${branch(wantsAll || rules.includes('unassigned'), sql`entry.assignee_id is null and (${wantsAll}::boolean or ${part.isInQueue})`)}
      union all ${branch(wantsAll, sql`entry.assignee_id <> ${me} and entry.message_count > 0`, sql`entry.id desc`)}
    ) as entry
    order by id desc limit ${limit}::int`.execute(scope.db)
  return rows
}

/**
 * Builds the conditions that a row concerns the member and is a part of an entry in the list `shown`: a row `entry` of
 * `conversation_notifications`, and a row of `notifications`. They say what `rulesFor` says when a fact is recorded. A row whose
 * conversation got another assignee since is in no list until `settleNotifications` moves it.
 * A member's permission to see a conversation belongs here.
 */
export function partOf(
  { workspaceId }: Pick<Scope, 'workspaceId'>,
  { id: me, rules }: Reader,
  shown: Shown,
) {
  const [mine, unassigned, everything] = (['mine', 'unassigned', 'everything'] as const).map(
    (rule) => sql`${rules.includes(rule)}::boolean`,
  )
  const isRead = sql`exists (
    select from notification_reads
    where workspace_id = ${workspaceId} and membership_id = ${me}
      and subject_id in (entry.chat_id, ${workspaceId}) and read_up_to >= entry.id
    offset 0
  )`
  const isChosen = (condition: RawBuilder<unknown>) =>
    shown === 'all' ? sql`true` : shown === 'read' ? condition : sql`not ${condition}`
  const chatOf = (chatId: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`exists (
    select from chats where chats.workspace_id = ${workspaceId} and chats.id = ${chatId} and ${condition}
    offset 0
  )`
  // A member of no team watches all that is unassigned.
  const isInQueue = sql`(
    not exists (select from team_members where workspace_id = ${workspaceId} and membership_id = ${me})
    or ${chatOf(
      sql`entry.chat_id`,
      sql`(chats.team_id is null or chats.team_id = any (array(
        select team_id from team_members where workspace_id = ${workspaceId} and membership_id = ${me}
      )))`,
    )}
  )`
  const isShown = sql`(
    entry.actor_id is distinct from ${me} and ${isChosen(isRead)}
    and ${chatOf(
      sql`entry.chat_id`,
      sql`${isUnhandled(sql`entry.since_id`)} and chats.assignee_id is not distinct from entry.assignee_id`,
    )}
  )`
  const ofConversation = sql`(
    entry.is_open and (
      (entry.assignee_id = ${me} and ${mine}) or (entry.assignee_id is null and ${unassigned} and ${isInQueue})
      or (${everything} and (entry.assignee_id is null or entry.message_count > 0))
    ) and ${isShown}
  )`
  const ofMember = (item: RawBuilder<unknown>) => sql`(
    ${isChosen(sql`(${item}.read_at is not null)`)} and (
      ${item}.chat_id is null or ${item}.kind = 'mention'
      or ${chatOf(
        sql`${item}.chat_id`,
        sql`${isUnhandled(sql`${item}.source_id`)}
          and (chats.assignee_id = ${me} or ${item}.kind = 'reminder' or (chats.assignee_id is null and ${item}.kind <> 'assignment'))`,
      )}
    )
  )`
  return { isShown, isInQueue, ofConversation, ofMember }
}
