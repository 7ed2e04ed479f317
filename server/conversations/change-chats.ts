import { unrestricted } from '#db/visibility/as-viewer.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkUpdate } from '#db/bulk-update.ts'
import type { ColumnTypes } from '#db/bulk-update.ts'
import { prepared } from '#db/prepared.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { chatEvents } from './chat-events.ts'
import type { ChatEvent } from './chat-events.ts'
import { changeParticipant } from './change-participant.ts'
import { checkMembers } from './check-members.ts'
import { checkTeams } from './check-teams.ts'
import type { PresentMembers } from './find-present-members.ts'
import { moveChat } from './move-chat.ts'
import type { ChatMove, ChatState } from './move-chat.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import { findTags } from './replace-tags.ts'
import { settleWaiting } from './settle-waiting.ts'

/** One change of many conversations. */
export type ChatsChange =
  | { kind: 'move'; move: ChatMove }
  | { kind: 'assign'; assigneeId: string | null; bulkActionId: string }
  | { kind: 'team'; teamId: string | null; bulkActionId: string }
  | { kind: 'priority'; priority: ChangeableChat['priority']; bulkActionId: string }
  | { kind: 'participant_added' | 'participant_removed'; membershipId: string }
  | { kind: 'tag' | 'untag'; tagId: string }
  | { kind: 'mark'; isUnread: boolean }

/** The columns of a conversation that a change of many can set. */
export type ChangeableChat = ChatState &
  Pick<Selectable<Chats>, 'team_id' | 'priority' | 'unread_count'>

/**
 * The values of a conversation before a change, as JSON: times are RFC 3339. `change_id` is the id of the change in its
 * thread; null for a change that the thread does not show.
 */
export type ChatBefore = {
  status: ChatState['status']
  snoozed_until: string | null
  /** Left out by earlier releases. */
  remind_if_unanswered?: boolean
  opened_at: string | null
  assignee_id: string | null
  /** Missing if a release without teams stored it. */
  team_id?: string | null
  /** Missing if a release without priorities of conversations stored it. */
  priority?: ChangeableChat['priority']
  unread_count: number
  change_id: string | null
}

/** The changed conversations with their previous values, the ids that exist, and the events to record. */
type ChangedChats = {
  before: Map<string, ChatBefore>
  existing: Set<string>
  events: ChatEvent[]
}

/**
 * Makes the same change to many conversations as `updateChat` makes to one. Conversations without a difference, and ids
 * without a conversation, are left out.
 *
 * Runs in the caller's transaction, which records the events at its end. `members`: the present ones among new assignees.
 * Locks: the conversations in id order.
 * @throws {AppError} membership_not_found, team_not_found, tag_not_found
 */
export async function changeChats(
  caller: Scope,
  ids: string[],
  change: ChatsChange,
  members: PresentMembers,
): Promise<ChangedChats> {
  const chats = await lockChats(caller, ids)
  // The caller may not see the conversations any more after they move to another team.
  const tx = unrestricted(caller)
  const existing = new Set(chats.map(({ id }) => id))
  const now = tx.clock.now()
  const changes = await applyChange(tx, chats, { change, members, now })
  const changeIds = await recordChatChanges(
    tx,
    changes.flatMap(({ shown }) => shown ?? []),
    now,
  )
  const byId = new Map(chats.map((chat) => [chat.id, chat]))
  let shownCount = 0
  const before = new Map(
    changes.map(({ chatId, shown }): [string, ChatBefore] => [
      chatId,
      toBefore(entryOf(byId, chatId), shown ? changeIds[shownCount++]! : null),
    ]),
  )
  await touchChats(tx, [...before.keys()], now)
  return {
    before,
    existing,
    events: await chatEvents(tx, 'conversation.updated', [...before.keys()]),
  }
}

/** A changed conversation and what its thread shows of it. */
export type AppliedChange = { chatId: string; shown: NewChatChange | null }

async function applyChange(
  tx: Scope,
  chats: ChangeableChat[],
  { change, members, now }: { change: ChatsChange; members: PresentMembers; now: Date },
): Promise<AppliedChange[]> {
  switch (change.kind) {
    case 'move': {
      const moved = chats.flatMap((chat) => {
        const to = moveChat(chat, change.move, now)
        return to ? [{ id: chat.id, ...to }] : []
      })
      await storeChats(
        tx,
        moved.map(({ id, set }) => ({ id, ...set })),
        MOVED,
      )
      await settleWaiting(
        tx,
        moved.map(({ id }) => id),
      )
      return moved.map((each) => ({ chatId: each.id, shown: each.change }))
    }
    case 'assign': {
      const { assigneeId, bulkActionId } = change
      if (assigneeId !== null) checkMembers(members, [assigneeId])
      const others = chats.filter((chat) => chat.assignee_id !== assigneeId)
      await storeChats(
        tx,
        others.map(({ id }) => ({ id, assignee_id: assigneeId })),
        { assignee_id: 'uuid' },
      )
      return others.map((chat) => ({
        chatId: chat.id,
        shown: toAssigned(chat, assigneeId, bulkActionId),
      }))
    }
    case 'team': {
      const { teamId, bulkActionId } = change
      if (teamId !== null) await checkTeams(tx, [teamId])
      const others = chats.filter((chat) => chat.team_id !== teamId)
      await storeChats(
        tx,
        others.map(({ id }) => ({ id, team_id: teamId })),
        { team_id: 'uuid' },
      )
      return others.map((chat) => ({
        chatId: chat.id,
        shown: toTeamChange(chat, teamId, bulkActionId),
      }))
    }
    case 'priority': {
      const { priority, bulkActionId } = change
      const others = chats.filter((chat) => chat.priority !== priority)
      await storeChats(
        tx,
        others.map(({ id }) => ({ id, priority })),
        { priority: 'text' },
      )
      return others.map((chat) => ({
        chatId: chat.id,
        shown: toPriorityChange(chat, priority, bulkActionId),
      }))
    }
    case 'participant_added':
    case 'participant_removed':
      // A member who left can still be removed.
      if (change.kind === 'participant_added') checkMembers(members, [change.membershipId])
      return changeParticipant(tx, chats, change.kind, change.membershipId)
    case 'tag':
    case 'untag':
      return changeTag(tx, chats, change.kind, change.tagId)
    case 'mark': {
      const others = chats.filter((chat) => chat.unread_count > 0 !== change.isUnread)
      await storeChats(
        tx,
        others.map(({ id }) => ({ id, unread_count: change.isUnread ? 1 : 0 })),
        { unread_count: 'integer' },
      )
      return others.map((chat) => ({ chatId: chat.id, shown: null }))
    }
  }
}

/** Locks the conversations with these ids, in id order, until the transaction ends, and returns them. */
export async function lockChats(tx: Scope, ids: string[]): Promise<ChangeableChat[]> {
  const { rows } = await prepared<ChangeableChat>`
    select id, status, snoozed_until, remind_if_unanswered, opened_at, closed_at, created_at, assignee_id, team_id, priority, unread_count
    from chats
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for no key update`.execute(tx.db)
  return rows
}

/** The columns that a move of a conversation changes. */
export const MOVED = {
  status: 'text',
  snoozed_until: 'timestamptz',
  remind_if_unanswered: 'boolean',
  opened_at: 'timestamptz',
  closed_at: 'timestamptz',
} as const

/** Stores new values of these columns of locked conversations. */
export async function storeChats<Name extends Exclude<keyof ChangeableChat, 'id'>>(
  tx: Scope,
  rows: Pick<ChangeableChat, NoInfer<Name> | 'id'>[],
  columns: ColumnTypes<Name>,
): Promise<void> {
  if (rows.length > 0) await bulkUpdate(tx, 'chats', rows, columns).execute(tx.db)
}

/** Adds a tag to locked conversations, or removes it. Returns those that changed. */
export async function changeTag(
  tx: Scope,
  chats: Pick<ChangeableChat, 'id'>[],
  change: 'tag' | 'untag',
  tagId: string,
): Promise<AppliedChange[]> {
  const tag = firstOf(await findTags(tx, [tagId]))
  const ids = chats.map(({ id }) => id)
  const changed = await (change === 'tag' ? addTag : removeTag)(tx, ids, tagId)
  const data = { tag_id: tag.id, name: tag.name }
  const kind = change === 'tag' ? 'tagged' : 'untagged'
  return changed.map((chatId) => ({ chatId, shown: { chatId, kind, data } }))
}

/** Adds a tag to locked conversations; returns the ids of those that did not have it. */
async function addTag(tx: Scope, ids: string[], tagId: string): Promise<string[]> {
  const { rows } = await sql<{ chat_id: string }>`
    insert into chat_tags (workspace_id, chat_id, tag_id, created_at)
    select ${tx.workspaceId}, id, ${tagId}, ${tx.clock.now()}::timestamptz from unnest(${ids}::uuid[]) as id
    order by id
    on conflict do nothing
    returning chat_id`.execute(tx.db)
  return rows.map((row) => row.chat_id)
}

/** Removes a tag from locked conversations; returns the ids of those that had it. */
async function removeTag(tx: Scope, ids: string[], tagId: string): Promise<string[]> {
  const { rows } = await sql<{ chat_id: string }>`
    delete from chat_tags
    where workspace_id = ${tx.workspaceId} and chat_id = any (${ids}::uuid[]) and tag_id = ${tagId}
    returning chat_id`.execute(tx.db)
  return rows.map((row) => row.chat_id)
}

/** Moves the times of the last change forward; they never decrease, even when the clocks of machines differ. */
export async function touchChats(tx: Scope, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update chats set updated_at = greatest(updated_at, ${now}::timestamptz)
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])`.execute(tx.db)
}

/** Returns the change that the thread shows of a new assignee by a bulk action. */
export function toAssigned(
  chat: Pick<ChangeableChat, 'id' | 'assignee_id'>,
  assigneeId: string | null,
  bulkActionId: string,
): NewChatChange {
  const data = {
    assignee_id: assigneeId,
    previous_assignee_id: chat.assignee_id,
    bulk_action_id: bulkActionId,
  }
  return { chatId: chat.id, kind: 'assigned', data }
}

/** Returns the change that the thread shows of a new team. */
export function toTeamChange(
  chat: Pick<ChangeableChat, 'id' | 'team_id'>,
  teamId: string | null,
  bulkActionId?: string,
): NewChatChange {
  const data = {
    team_id: teamId,
    previous_team_id: chat.team_id,
    ...(bulkActionId !== undefined && { bulk_action_id: bulkActionId }),
  }
  return { chatId: chat.id, kind: 'team', data }
}

/** Returns the change that the thread shows of a new priority. */
export function toPriorityChange(
  chat: Pick<ChangeableChat, 'id' | 'priority'>,
  priority: ChangeableChat['priority'],
  bulkActionId?: string,
): NewChatChange {
  const data = {
    priority,
    previous_priority: chat.priority,
    ...(bulkActionId !== undefined && { bulk_action_id: bulkActionId }),
  }
  return { chatId: chat.id, kind: 'priority', data }
}

function toBefore(chat: ChangeableChat, changeId: string | null): ChatBefore {
  return {
    status: chat.status,
    snoozed_until: chat.snoozed_until?.toISOString() ?? null,
    remind_if_unanswered: chat.remind_if_unanswered,
    opened_at: chat.opened_at?.toISOString() ?? null,
    assignee_id: chat.assignee_id,
    team_id: chat.team_id,
    priority: chat.priority,
    unread_count: chat.unread_count,
    change_id: changeId,
  }
}
