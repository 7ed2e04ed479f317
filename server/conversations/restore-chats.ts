import { unrestricted } from '#db/visibility/as-viewer.ts'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import type { ChatChanges } from '#db/tables/conversations.ts'
import { entryOf } from '#lib/entry-of.ts'
import {
  changeTag,
  lockChats,
  MOVED,
  storeChats,
  toAssigned,
  toPriorityChange,
  toTeamChange,
  touchChats,
} from './change-chats.ts'
import type { AppliedChange, ChangeableChat, ChatBefore, ChatsChange } from './change-chats.ts'
import { changeParticipant } from './change-participant.ts'
import { chatEvents } from './chat-events.ts'
import { findTeams } from './check-teams.ts'
import type { ChatEvent } from './chat-events.ts'
import type { PresentMembers } from './find-present-members.ts'
import { moveChat } from './move-chat.ts'
import type { ChatMove } from './move-chat.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import { settleWaiting } from './settle-waiting.ts'
import { MOVES } from './undo-changes.ts'

/** A conversation that `changeChats` changed, with its previous values. */
type ChatToRestore = { id: string; before: ChatBefore }

/** The conversations that have their previous values again, the ids that exist, and the events to record. */
type RestoredChats = { restored: Set<string>; existing: Set<string>; events: ChatEvent[] }

/**
 * Undoes a change that `changeChats` made. A conversation that somebody, or the customer, has changed in this respect
 * since then keeps its values. With `leavesNoTrace`, the undo removes the change from the thread and from reports.
 *
 * Runs in the caller's transaction, which records the events at its end. `members`: the present ones among earlier assignees;
 * a conversation of another keeps its assignee, and one of a deleted team keeps its team. Locks: the conversations in id order.
 */
export async function restoreChats(
  caller: Scope,
  items: ChatToRestore[],
  change: ChatsChange,
  { members, leavesNoTrace = false }: { members: PresentMembers; leavesNoTrace?: boolean },
): Promise<RestoredChats> {
  const chats = await lockChats(
    caller,
    items.map(({ id }) => id),
  )
  const tx = unrestricted(caller)
  const existing = new Set(chats.map(({ id }) => id))
  const before = new Map(items.map((item) => [item.id, item.before]))
  const last = await findLastChanges(tx, [...existing], change)
  const same = chats.flatMap((chat) => {
    const values = entryOf(before, chat.id)
    const isSame = values.change_id === (last.get(chat.id) ?? null) && hasChange(chat, change)
    return isSame ? [{ chat, before: values }] : []
  })
  const now = tx.clock.now()
  const done = await applyBack(tx, same, { change, members, now, leavesNoTrace })
  const ids = done.map(({ chatId }) => chatId)
  const traces = ids.flatMap((id) => entryOf(before, id).change_id ?? [])
  if (!leavesNoTrace)
    await recordChatChanges(
      tx,
      done.flatMap(({ shown }) => shown ?? []),
      now,
    )
  else if (traces.length > 0) await deleteRows(tx, 'chat_changes', 'id', traces)
  await touchChats(tx, ids, now)
  const events = await chatEvents(tx, 'conversation.updated', ids)
  return { restored: new Set(ids), existing, events }
}

type Pair = { chat: ChangeableChat; before: ChatBefore }

type How = { change: ChatsChange; members: PresentMembers; now: Date; leavesNoTrace: boolean }

async function applyBack(tx: Scope, pairs: Pair[], how: How): Promise<AppliedChange[]> {
  const { change } = how
  switch (change.kind) {
    case 'move':
      return moveBack(tx, pairs, how)
    case 'assign': {
      const back = pairs.filter(
        ({ before }) => before.assignee_id === null || how.members.has(before.assignee_id),
      )
      await storeChats(
        tx,
        back.map(({ chat, before }) => ({ id: chat.id, assignee_id: before.assignee_id })),
        { assignee_id: 'uuid' },
      )
      return back.map(({ chat, before }) => ({
        chatId: chat.id,
        shown: toAssigned(chat, before.assignee_id, change.bulkActionId),
      }))
    }
    case 'team': {
      const teams = await findTeams(
        tx,
        pairs.flatMap(({ before }) => before.team_id ?? []),
      )
      const back = pairs.filter(({ before: { team_id: id } }) => !id || teams.has(id))
      await storeChats(
        tx,
        back.map(({ chat, before }) => ({ id: chat.id, team_id: before.team_id ?? null })),
        { team_id: 'uuid' },
      )
      return back.map(({ chat, before }) => ({
        chatId: chat.id,
        shown: toTeamChange(chat, before.team_id ?? null, change.bulkActionId),
      }))
    }
    case 'priority': {
      await storeChats(
        tx,
        pairs.map(({ chat, before }) => ({ id: chat.id, priority: before.priority ?? null })),
        { priority: 'text' },
      )
      return pairs.map(({ chat, before }) => ({
        chatId: chat.id,
        shown: toPriorityChange(chat, before.priority ?? null, change.bulkActionId),
      }))
    }
    case 'participant_added':
    case 'participant_removed': {
      const chats = pairs.map(({ chat }) => chat)
      const isRemoval = change.kind === 'participant_added'
      if (!isRemoval && !how.members.has(change.membershipId)) return []
      const back = isRemoval ? 'participant_removed' : 'participant_added'
      return changeParticipant(tx, chats, back, change.membershipId)
    }
    case 'tag':
    case 'untag': {
      const chats = pairs.map(({ chat }) => chat)
      return changeTag(tx, chats, change.kind === 'tag' ? 'untag' : 'tag', change.tagId)
    }
    case 'mark': {
      await storeChats(
        tx,
        pairs.map(({ chat, before }) => ({ id: chat.id, unread_count: before.unread_count })),
        { unread_count: 'integer' },
      )
      return pairs.map(({ chat }) => ({ chatId: chat.id, shown: null }))
    }
  }
}

async function moveBack(tx: Scope, pairs: Pair[], how: How): Promise<AppliedChange[]> {
  const { change, now, leavesNoTrace } = how
  const isClose = change.kind === 'move' && change.move.status === 'closed'
  const moved = pairs.flatMap(({ chat, before }) => {
    const to = moveChat(chat, toMove(before, now), now)
    if (!to) return []
    const opened = before.opened_at === null ? null : new Date(before.opened_at)
    const set = isClose
      ? { ...to.set, opened_at: leavesNoTrace ? opened : to.set.opened_at }
      : to.set
    return [{ id: chat.id, set, shown: to.change }]
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
  return moved.map(({ id, shown }) => ({ chatId: id, shown }))
}

/** Returns the previous status. A snooze that has ended in between is over. */
function toMove(before: ChatBefore, now: Date): ChatMove {
  if (before.status !== 'snoozed') return { status: before.status }
  const until = new Date(before.snoozed_until ?? 0)
  const reminds = before.remind_if_unanswered ?? false
  return until > now ? { status: 'snoozed', until, reminds } : { status: 'open' }
}

/** Returns whether a conversation still has what the change set. */
function hasChange(chat: ChangeableChat, change: ChatsChange): boolean {
  switch (change.kind) {
    case 'move':
      return (
        chat.status === change.move.status &&
        (change.move.status !== 'snoozed' ||
          chat.snoozed_until?.getTime() === change.move.until.getTime())
      )
    case 'assign':
      return chat.assignee_id === change.assigneeId
    case 'team':
      return chat.team_id === change.teamId
    case 'priority':
      return chat.priority === change.priority
    case 'mark':
      return chat.unread_count > 0 === change.isUnread
    // The change of a participant or a tag is in the thread.
    case 'participant_added':
    case 'participant_removed':
    case 'tag':
    case 'untag':
      return true
  }
}

const PARTICIPANTS = ['participant_added', 'participant_removed'] as const
const TAGS = ['tagged', 'untagged'] as const

/** The changes of a thread in the respect of each change of many. */
const KINDS: Record<Exclude<ChatsChange['kind'], 'mark'>, readonly ChatChanges['kind'][]> = {
  move: MOVES,
  assign: ['assigned'],
  team: ['team'],
  priority: ['priority'],
  participant_added: PARTICIPANTS,
  participant_removed: PARTICIPANTS,
  tag: TAGS,
  untag: TAGS,
}

/** Finds the id of the last change of each conversation in the respect of `change`. */
async function findLastChanges(
  tx: Scope,
  ids: string[],
  change: ChatsChange,
): Promise<Map<string, string>> {
  if (change.kind === 'mark') return new Map()
  const kinds = KINDS[change.kind]
  const { rows } = await sql<{ chat_id: string; id: string }>`
    select distinct on (chat_id) chat_id, id from chat_changes
    where workspace_id = ${tx.workspaceId} and chat_id = any (${ids}::uuid[])
      and kind = any (${kinds}::text[]) ${'tagId' in change ? sql`and data ->> 'tag_id' = ${change.tagId}` : sql``}
      ${'membershipId' in change ? sql`and data ->> 'membership_id' = ${change.membershipId}` : sql``}
    order by chat_id, occurred_at desc, id desc`.execute(tx.db)
  return new Map(rows.map((row) => [row.chat_id, row.id]))
}
