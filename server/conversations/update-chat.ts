import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { readTime } from '#lib/time.ts'
import { chatEvents } from './chat-events.ts'
import { checkMember } from './check-member.ts'
import { getChat } from './get-chat.ts'
import { lockChat } from './lock-chat.ts'
import { moveChat } from './move-chat.ts'
import type { ChatMove } from './move-chat.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import type { Chat, UpdateChatBody } from './schema.ts'
import { undoClose } from './undo-close.ts'
import { setChatTags } from './set-chat-tags.ts'

/**
 * The fields to change; missing ones stay. `snoozed_until` (RFC 3339) alone snoozes; `tag_ids` replaces all tags;
 * `unread` is not shown in the thread.
 */
export type UpdateChatInput = Static<typeof UpdateChatBody>

/**
 * Updates a conversation, records the changes for its thread, and `conversation.updated`, in one transaction. Without
 * a change nothing is recorded.
 *
 * @throws {AppError} conversation_not_found, membership_not_found, tag_not_found, validation_failed
 */
export async function updateChat(scope: Scope, id: string, input: UpdateChatInput): Promise<Chat> {
  return transaction(scope, async (tx) => {
    const chat = await lockChat(tx, id)
    const now = tx.clock.now()
    const changes: NewChatChange[] = []
    const move = readMove(tx, chat, input)
    const moved = move && moveChat(chat, move, now)
    const undone = moved && (await undoClose(tx, chat, moved.set))
    if (moved && !undone) changes.push(moved.change)
    const assignee = input.assignee_id?.toLowerCase() ?? null
    const isAssigned = input.assignee_id !== undefined && assignee !== chat.assignee_id
    if (isAssigned) {
      if (assignee !== null) await checkMember(tx, assignee)
      const data = { assignee_id: assignee, previous_assignee_id: chat.assignee_id }
      changes.push({ chatId: chat.id, kind: 'assigned', data })
    }
    if (input.tag_ids) changes.push(...(await setChatTags(tx, chat.id, input.tag_ids)))
    const isMarked = input.unread !== undefined && input.unread !== chat.unread_count > 0
    if (changes.length === 0 && !undone && !isMarked) return getChat(tx, chat.id)
    await tx.db
      .updateTable('chats')
      .set({
        ...moved?.set,
        ...undone,
        ...(isAssigned && { assignee_id: assignee }),
        ...(isMarked && { unread_count: input.unread ? 1 : 0 }),
        // Never decreases, even when the clocks of machines differ: readers recognise the newer state by it.
        updated_at: sql`greatest(updated_at, ${now})`,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', chat.id)
      .execute()
    await recordChatChanges(tx, changes, now)
    const events = await chatEvents(tx, 'conversation.updated', [chat.id])
    await recordEvents(tx, events)
    return events[0]!.data
  })
}

/** Returns the requested status, if the input has one. */
function readMove(
  tx: Scope,
  chat: Selectable<Chats>,
  { status, snoozed_until: text }: UpdateChatInput,
): ChatMove | undefined {
  const until = text === undefined || text === null ? undefined : readTime(text, 'snoozed_until')
  const refuse = (message: string) => fieldError('validation_failed', 'snoozed_until', message)
  if (status === 'open' || status === 'closed') {
    if (until) throw refuse(`cannot be combined with status ${status}`)
    return { status }
  }
  if (until) {
    // A repetition or an undo of the same snooze may have a time in the past.
    const isSame = chat.status === 'snoozed' && until.getTime() === chat.snoozed_until?.getTime()
    if (!isSame && until <= tx.clock.now()) throw refuse('must be in the future')
    return { status: 'snoozed', until }
  }
  if (status === 'snoozed' || (text === null && chat.status === 'snoozed'))
    throw refuse('is required for status snoozed')
  return undefined
}
