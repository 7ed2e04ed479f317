import type { Selectable } from 'kysely'
import type { Chats } from '#db/tables/conversations.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** The columns that decide in which part of the inbox a conversation is, and who has it. */
export type ChatState = Pick<
  Selectable<Chats>,
  | 'id'
  | 'status'
  | 'snoozed_until'
  | 'remind_if_unanswered'
  | 'opened_at'
  | 'closed_at'
  | 'created_at'
  | 'assignee_id'
>

/** The requested status of a conversation. `reminds`: the snooze ends with a reminder that the customer has not answered. */
export type ChatMove =
  | { status: 'open' | 'closed' }
  | { status: 'snoozed'; until: Date; reminds?: boolean }

/**
 * Returns the columns to set and the change to record when `move` is applied to `chat` at `now`; undefined when
 * nothing changes.
 */
export function moveChat(
  chat: ChatState,
  move: ChatMove,
  now: Date,
):
  | {
      set: Pick<
        ChatState,
        'status' | 'snoozed_until' | 'remind_if_unanswered' | 'opened_at' | 'closed_at'
      >
      change: NewChatChange
    }
  | undefined {
  const { status } = move
  const until = status === 'snoozed' ? move.until : null
  const reminds = move.status === 'snoozed' && (move.reminds ?? false)
  const isSameTime = until?.getTime() === chat.snoozed_until?.getTime()
  if (status === chat.status && isSameTime && reminds === chat.remind_if_unanswered)
    return undefined
  return {
    set: {
      status,
      snoozed_until: until,
      remind_if_unanswered: reminds,
      // Leaving the closed status starts a new round.
      opened_at: chat.status === 'closed' ? now : chat.opened_at,
      closed_at: status === 'closed' ? now : null,
    },
    change: { chatId: chat.id, ...toChange(chat, move) },
  }
}

function toChange(chat: ChatState, move: ChatMove): Omit<NewChatChange, 'chatId'> {
  switch (move.status) {
    case 'open':
      return { kind: 'reopened', data: { from: chat.status } }
    case 'closed':
      return {
        kind: 'closed',
        data: {
          opened_at: chat.opened_at ?? chat.created_at,
          ...(chat.assignee_id !== null && { assignee_id: chat.assignee_id }),
        },
      }
    case 'snoozed':
      return {
        kind: 'snoozed',
        data: { until: move.until, ...(move.reminds && { remind_if_unanswered: true }) },
      }
  }
}
