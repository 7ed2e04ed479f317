import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { changeDueChats } from './change-due-chats.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/** Reopens the snoozed conversations that are due, until none is left or `signal` is aborted. */
export async function wakeSnoozedChats(
  context: Context,
  signal?: AbortSignal,
): Promise<{ opened: number }> {
  const opened = await changeDueChats(context, {
    dueAt: 'snoozed_until',
    isDue: (now) => sql`status = 'snoozed' and snoozed_until <= ${now}`,
    set: sql`status = 'open', snoozed_until = null`,
    record(tx, chatIds, now) {
      const data = { from: 'snoozed' }
      const changes = chatIds.map((chatId) => ({ chatId, kind: 'reopened' as const, data }))
      return recordChatChanges(tx, changes, now)
    },
    signal,
  })
  return { opened }
}
