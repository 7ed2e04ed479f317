import { unrestricted } from '#db/visibility/as-viewer.ts'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { bulkUpdate } from '#db/bulk-update.ts'
import { notFound } from '#db/get-by-id.ts'
import { planOnce } from '#db/plan-once.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { NewEvent } from '#events/new-event.ts'
import { findCauses } from '#lib/cause.ts'
import { entryOf } from '#lib/entry-of.ts'
import { invalidField } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { isUuid } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import type { Precondition } from '#lib/precondition.ts'
import { present } from '#lib/present.ts'
import { readTime } from '#lib/read-time.ts'
import { lockChats, MOVED, toPriorityChange, toTeamChange } from './change-chats.ts'
import type { ChangeableChat } from './change-chats.ts'
import type { ChatEvent } from './chat-events.ts'
import { checkMembers } from './check-members.ts'
import { checkTeams } from './check-teams.ts'
import { findPresentMembers } from './find-present-members.ts'
import type { PresentMembers } from './find-present-members.ts'
import { moveChat } from './move-chat.ts'
import type { ChatMove } from './move-chat.ts'
import { readChats } from './read-chats.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import { replaceParticipants } from './replace-participants.ts'
import { replaceTags } from './replace-tags.ts'
import type { Chat, UpdateChatBody } from './schema.ts'
import { settleWaiting } from './settle-waiting.ts'
import { undoChanges } from './undo-changes.ts'
import { withBots } from './with-bots.ts'

/**
 * The fields to change; missing ones stay. `snoozed_until` (RFC 3339) alone snoozes; `tag_ids` replaces all tags;
 * `unread` is not shown in the thread.
 */
export type UpdateChatInput = Static<typeof UpdateChatBody>

/**
 * A conversation to update. `precondition` gets it while it is locked. `because`: why the product itself assigns it, which its thread
 * shows.
 */
type ChatUpdate = {
  id: string
  input: UpdateChatInput
  precondition?: Precondition | undefined
  because?: Record<string, unknown> | undefined
}

/**
 * Updates conversations, each with its own input, records the changes for their threads, and `conversation.updated` for
 * each that changed, in the caller's transaction. Returns the conversation as it was after each update. `members`: those of
 * `findAssignees`.
 *
 * Updates of one conversation follow each other; all others share their statements. Locks: the conversations in id order.
 * @throws {AppError} conversation_not_found, membership_not_found, team_not_found, tag_not_found, validation_failed, and those of
 * preconditions
 */
export async function updateChats(
  caller: Scope,
  updates: ChatUpdate[],
  members: PresentMembers,
): Promise<Chat[]> {
  const given = updates.map((update) => ({
    ...update,
    id: update.id.toLowerCase(),
    given: update.id,
  }))
  const ids = [...new Set(given.map(({ id }) => id))].filter(isUuid)
  await planOnce(caller)
  const locked = new Map((await lockChats(caller, ids)).map((chat) => [chat.id, chat]))
  const unknown = given.find(({ id }) => !locked.has(id))
  if (unknown) throw notFound('chats', unknown.given)
  // The caller may not see a conversation any more that they move to another team.
  const tx = unrestricted(caller)
  const results: Chat[] = []
  const events: (ChatEvent & Pick<NewEvent, 'cause'>)[] = []
  const causes = findCauses()
  for (const round of toRounds(given)) {
    await checkPreconditions(tx, round)
    const changed = await updateEach(tx, locked, round, members)
    const chats = await readChats(
      tx,
      round.map(({ id }) => id),
    )
    for (const [index, { id, at }] of round.entries()) {
      results[at] = present(chats[index])
      if (changed.has(id))
        events.push({ type: 'conversation.updated', data: results[at], cause: causes[at] })
    }
  }
  await recordEvents(tx, events)
  return results
}

/** Finds the new assignees and participants of conversations, before the transaction that updates them. */
export async function findAssignees(scope: Scope, updates: ChatUpdate[]): Promise<PresentMembers> {
  const assignees = updates.flatMap(({ input }) => input.assignee_id ?? [])
  const participants = updates.flatMap(({ input }) => input.participant_ids ?? [])
  const members = await findPresentMembers(scope, [...assignees, ...participants])
  return withBots(scope, members, assignees)
}

/** Updates one conversation, in a transaction. @throws {AppError} the codes of `updateChats` */
export async function updateChat(scope: Scope, id: string, input: UpdateChatInput): Promise<Chat> {
  const updates = [{ id, input }]
  const members = await findAssignees(scope, updates)
  return firstOf(await transaction(scope, (tx) => updateChats(tx, updates, members)))
}

/** An update at its place `at` in the batch; the id is in lower case. */
type PlacedUpdate = ChatUpdate & { at: number }

/** Returns the updates in rounds of different conversations: the second update of one is in the second round. */
function toRounds(updates: ChatUpdate[]): PlacedUpdate[][] {
  const rounds: PlacedUpdate[][] = []
  const seen = new Map<string, number>()
  for (const [at, update] of updates.entries()) {
    const round = seen.get(update.id) ?? 0
    seen.set(update.id, round + 1)
    ;(rounds[round] ??= []).push({ ...update, at })
  }
  return rounds
}

async function checkPreconditions(tx: Scope, updates: ChatUpdate[]): Promise<void> {
  const checked = updates.filter(({ precondition }) => precondition)
  if (checked.length === 0) return
  const chats = await readChats(
    tx,
    checked.map(({ id }) => id),
  )
  for (const [index, { precondition }] of checked.entries()) precondition!(present(chats[index]))
}

/** Makes one update of each conversation, puts the new states into `locked`, and returns the ids of changed ones. */
async function updateEach(
  tx: Scope,
  locked: Map<string, ChangeableChat>,
  updates: ChatUpdate[],
  members: PresentMembers,
): Promise<Set<string>> {
  const now = tx.clock.now()
  const plans = updates.map((update) => planUpdate(tx, entryOf(locked, update.id), update, now))
  const assignees = plans.flatMap(({ chat }) =>
    chat.assignee_id !== entryOf(locked, chat.id).assignee_id ? (chat.assignee_id ?? []) : [],
  )
  checkMembers(members, assignees)
  await checkTeams(
    tx,
    plans.flatMap(({ chat }) =>
      chat.team_id !== entryOf(locked, chat.id).team_id ? (chat.team_id ?? []) : [],
    ),
  )
  const tagged = updates.flatMap(({ id, input: { tag_ids: tagIds } }) =>
    tagIds ? [{ id, tagIds }] : [],
  )
  const tagChanges = (await setChatTags(tx, tagged)).flat()
  const joined = updates.flatMap(({ id, input: { participant_ids: memberIds } }) =>
    memberIds ? [{ id, memberIds }] : [],
  )
  const others = [...(await replaceParticipants(tx, joined, members)), ...tagChanges]
  const wanted = [...plans.flatMap((plan) => plan.changes), ...others]
  const undone = await undoChanges(tx, wanted)
  for (const { chat, move } of plans)
    // The round goes on.
    if (move && undone.has(move)) chat.opened_at = entryOf(locked, chat.id).opened_at
  const isOther = new Set(others.map(({ chatId }) => chatId))
  const changed = plans.filter((plan) => plan.isChanged || isOther.has(plan.chat.id))
  await saveChats(
    tx,
    changed.map(({ chat }) => chat),
    now,
  )
  await settleWaiting(
    tx,
    plans.filter(({ move }) => move).map(({ chat }) => chat.id),
  )
  await recordChatChanges(
    tx,
    wanted.filter((change) => !undone.has(change)),
    now,
  )
  for (const { chat } of changed) locked.set(chat.id, chat)
  return new Set(changed.map(({ chat }) => chat.id))
}

/** The state of a conversation after an update, and what its thread shows of it, except tags and participants. `move` is one of `changes`. */
type Plan = {
  chat: ChangeableChat
  move: NewChatChange | undefined
  changes: NewChatChange[]
  isChanged: boolean
}

function planUpdate(
  tx: Scope,
  chat: ChangeableChat,
  { input, because }: ChatUpdate,
  now: Date,
): Plan {
  const move = readMove(tx, chat, input)
  const moved = move && moveChat(chat, move, now)
  const assignee = input.assignee_id?.toLowerCase() ?? null
  const isAssigned = input.assignee_id !== undefined && assignee !== chat.assignee_id
  const data = { assignee_id: assignee, previous_assignee_id: chat.assignee_id, ...because }
  const assigned: NewChatChange = { chatId: chat.id, kind: 'assigned', data }
  const team = input.team_id?.toLowerCase() ?? null
  const isMoved = input.team_id !== undefined && team !== chat.team_id
  const { priority = chat.priority } = input
  const isRanked = priority !== chat.priority
  const isMarked = input.unread !== undefined && input.unread !== chat.unread_count > 0
  return {
    chat: {
      ...chat,
      ...moved?.set,
      ...(isAssigned && { assignee_id: assignee }),
      ...(isMoved && { team_id: team }),
      priority,
      ...(isMarked && { unread_count: input.unread ? 1 : 0 }),
    },
    move: moved?.change,
    changes: [
      ...(moved ? [moved.change] : []),
      ...(isMoved ? [toTeamChange(chat, team)] : []),
      ...(isAssigned ? [assigned] : []),
      ...(isRanked ? [toPriorityChange(chat, priority)] : []),
    ],
    isChanged: moved !== undefined || isAssigned || isMoved || isRanked || isMarked,
  }
}

/** Stores the states of locked conversations. Readers recognise the newer one by `updated_at`, which never decreases. */
async function saveChats(tx: Scope, chats: ChangeableChat[], now: Date): Promise<void> {
  if (chats.length === 0) return
  const columns = {
    ...MOVED,
    assignee_id: 'uuid',
    team_id: 'uuid',
    priority: 'text',
    unread_count: 'integer',
  } as const
  const touched = sql`updated_at = greatest(chats.updated_at, ${now}::timestamptz)`
  await prepared`${bulkUpdate(tx, 'chats', chats, columns, touched)}`.later(tx.db)
}

/** Returns the requested status, if the input has one. */
function readMove(
  tx: Scope,
  chat: ChangeableChat,
  { status, snoozed_until: text, remind_if_unanswered: reminds }: UpdateChatInput,
): ChatMove | undefined {
  const until = text === undefined || text === null ? undefined : readTime(text, 'snoozed_until')
  const refuse = (message: string) => invalidField('snoozed_until', message)
  if (reminds && !until) throw invalidField('remind_if_unanswered', 'requires snoozed_until')
  if (status === 'open' || status === 'closed') {
    if (until) throw refuse(`cannot be combined with status ${status}`)
    return { status }
  }
  if (until) {
    // A repetition or an undo of the same snooze may have a time in the past.
    const isSame = chat.status === 'snoozed' && until.getTime() === chat.snoozed_until?.getTime()
    if (!isSame && until <= tx.clock.now()) throw refuse('must be in the future')
    return { status: 'snoozed', until, reminds: reminds ?? false }
  }
  if (status === 'snoozed' || (text === null && chat.status === 'snoozed'))
    throw refuse('is required for status snoozed')
  return undefined
}

/**
 * Replaces the tags of locked conversations, each by those with its `tagIds`, and returns the changes to record for each.
 *
 * @throws {AppError} tag_not_found
 */
async function setChatTags(
  tx: Scope,
  chats: { id: string; tagIds: string[] }[],
): Promise<NewChatChange[][]> {
  const changes = await replaceTags(tx, 'chat_tags', chats)
  return chats.map(({ id }, index) =>
    itemAt(changes, index).map((each) => ({ chatId: id, ...each })),
  )
}
