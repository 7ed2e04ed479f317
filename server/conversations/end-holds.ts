import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { changeDueChats } from './change-due-chats.ts'
import { countHandedBack } from './count-handed-back.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/**
 * Records that other apps no longer hold conversations, because their customers wrote nothing for 24 hours: an entry in
 * each thread, unread if the customer wrote last, and the event, which notifies members. Runs until none is left or
 * `signal` is aborted.
 */
export async function endHolds(context: Context, signal?: AbortSignal): Promise<{ ended: number }> {
  const ended = await changeDueChats(context, {
    dueAt: 'hold_ends_at',
    isDue: (now) => sql`hold_ends_at <= ${now}`,
    set: sql`hold_ends_at = null`,
    async record(tx, chatIds, now) {
      const data = { holder: null, cause: 'timeout' }
      const changes = chatIds.map((chatId) => ({ chatId, kind: 'handed_over' as const, data }))
      await recordChatChanges(tx, changes, now)
      await countHandedBack(tx, chatIds)
    },
    signal,
  })
  return { ended }
}
