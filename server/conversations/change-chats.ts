import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { chatEvents } from './chat-events.ts'
import type { ChatEvent } from './chat-events.ts'
import { checkMembers } from './check-members.ts'
import type { PresentMembers } from './find-present-members.ts'
import { moveChat } from './move-chat.ts'
import type { ChatMove, ChatState } from './move-chat.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import { findTags } from './replace-tags.ts'

/** One change of many conversations. */
export type ChatsChange =
  | { kind: 'move'; move: ChatMove }
  | { kind: 'assign'; assigneeId: string | null; bulkActionId: string }
  | { kind: 'tag' | 'untag'; tagId: string }
  | { kind: 'mark'; isUnread: boolean }

/** The columns of a conversation that a change of many can set. */
export type ChangeableChat = ChatState & Pick<Selectable<Chats>, 'assignee_id' | 'unread_count'>

/**
 * The values of a conversation before a change, as JSON: times are RFC 3339. `change_id` is the id of the change in its
 * thread; null for a change that the thread does not show.
 */
export type ChatBefore = {
  status: ChatState['status']
  snoozed_until: string | null
  opened_at: string | null
  assignee_id: string | null
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
 * @throws {AppError} membership_not_found, tag_not_found
 */
export async function changeChats(
  tx: Scope,
  ids: string[],
  change: ChatsChange,
  members: PresentMembers,
): Promise<ChangedChats> {
  const chats = await lockChats(tx, ids)
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
type Applied = { chatId: string; shown: NewChatChange | null }

async function applyChange(
  tx: Scope,
  chats: ChangeableChat[],
  { change, members, now }: { change: ChatsChange; members: PresentMembers; now: Date },
): Promise<Applied[]> {
  switch (change.kind) {
    case 'move': {
      const moved = chats.flatMap((chat) => {
        const to = moveChat(chat, change.move, now)
        return to ? [{ id: chat.id, ...to }] : []
      })
      await storeMoves(
        tx,
        moved.map(({ id, set }) => ({ id, ...set })),
      )
      return moved.map((each) => ({ chatId: each.id, shown: each.change }))
    }
    case 'assign': {
      const { assigneeId, bulkActionId } = change
      if (assigneeId !== null) checkMembers(members, [assigneeId])
      const others = chats.filter((chat) => chat.assignee_id !== assigneeId)
      await storeAssignees(
        tx,
        others.map(({ id }) => ({ id, assignee_id: assigneeId })),
      )
      return others.map((chat) => ({
        chatId: chat.id,
        shown: toAssigned(chat, assigneeId, bulkActionId),
      }))
    }
    case 'tag':
    case 'untag': {
      const tag = firstOf(await findTags(tx, [change.tagId]))
      const ids = chats.map(({ id }) => id)
      const changed = await (change.kind === 'tag' ? addTag : removeTag)(tx, ids, change.tagId)
      const data = { tag_id: tag.id, name: tag.name }
      const kind = change.kind === 'tag' ? 'tagged' : 'untagged'
      return changed.map((chatId) => ({ chatId, shown: { chatId, kind, data } }))
    }
    case 'mark': {
      const others = chats.filter((chat) => chat.unread_count > 0 !== change.isUnread)
      await storeUnread(
        tx,
        others.map(({ id }) => ({ id, unread_count: change.isUnread ? 1 : 0 })),
      )
      return others.map((chat) => ({ chatId: chat.id, shown: null }))
    }
  }
}

/** Locks the conversations with these ids, in id order, until the transaction ends, and returns them. */
export async function lockChats(tx: Scope, ids: string[]): Promise<ChangeableChat[]> {
  const { rows } = await prepared<ChangeableChat>`
    select id, status, snoozed_until, opened_at, closed_at, created_at, assignee_id, unread_count from chats
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for no key update`.execute(tx.db)
  return rows
}

/** Stores the statuses of locked conversations. */
export async function storeMoves(
  tx: Scope,
  moves: Pick<ChatState, 'id' | 'status' | 'snoozed_until' | 'opened_at' | 'closed_at'>[],
): Promise<void> {
  if (moves.length === 0) return
  const given = bulkRows('given', moves, {
    id: ['uuid', (move) => move.id],
    status: ['text', (move) => move.status],
    snoozed_until: ['timestamptz', (move) => move.snoozed_until],
    opened_at: ['timestamptz', (move) => move.opened_at],
    closed_at: ['timestamptz', (move) => move.closed_at],
  })
  await sql`
    update chats
    set status = given.status, snoozed_until = given.snoozed_until, opened_at = given.opened_at,
      closed_at = given.closed_at
    from ${given} where chats.workspace_id = ${tx.workspaceId} and chats.id = given.id`.execute(
    tx.db,
  )
}

/** Stores the assignees of locked conversations. */
export async function storeAssignees(
  tx: Scope,
  rows: Pick<ChangeableChat, 'id' | 'assignee_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  const given = bulkRows('given', rows, {
    id: ['uuid', (row) => row.id],
    assignee_id: ['uuid', (row) => row.assignee_id],
  })
  await sql`
    update chats set assignee_id = given.assignee_id
    from ${given} where chats.workspace_id = ${tx.workspaceId} and chats.id = given.id`.execute(
    tx.db,
  )
}

/** Stores the numbers of unread messages of locked conversations. */
export async function storeUnread(
  tx: Scope,
  rows: Pick<ChangeableChat, 'id' | 'unread_count'>[],
): Promise<void> {
  if (rows.length === 0) return
  const given = bulkRows('given', rows, {
    id: ['uuid', (row) => row.id],
    unread_count: ['integer', (row) => row.unread_count],
  })
  await sql`
    update chats set unread_count = given.unread_count
    from ${given} where chats.workspace_id = ${tx.workspaceId} and chats.id = given.id`.execute(
    tx.db,
  )
}

/** Adds a tag to locked conversations; returns the ids of those that did not have it. */
export async function addTag(tx: Scope, ids: string[], tagId: string): Promise<string[]> {
  const { rows } = await sql<{ chat_id: string }>`
    insert into chat_tags (workspace_id, chat_id, tag_id, created_at)
    select ${tx.workspaceId}, id, ${tagId}, ${tx.clock.now()}::timestamptz from unnest(${ids}::uuid[]) as id
    on conflict do nothing
    returning chat_id`.execute(tx.db)
  return rows.map((row) => row.chat_id)
}

/** Removes a tag from locked conversations; returns the ids of those that had it. */
export async function removeTag(tx: Scope, ids: string[], tagId: string): Promise<string[]> {
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

function toBefore(chat: ChangeableChat, changeId: string | null): ChatBefore {
  return {
    status: chat.status,
    snoozed_until: chat.snoozed_until?.toISOString() ?? null,
    opened_at: chat.opened_at?.toISOString() ?? null,
    assignee_id: chat.assignee_id,
    unread_count: chat.unread_count,
    change_id: changeId,
  }
}
