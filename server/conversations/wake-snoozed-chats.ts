import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { changeDueChats } from './change-due-chats.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** Reopens the snoozed conversations that are due, until none is left or `signal` is aborted. */
export async function wakeSnoozedChats(
  context: Context,
  signal?: AbortSignal,
): Promise<{ opened: number }> {
  const opened = await changeDueChats(context, {
    dueAt: 'snoozed_until',
    isDue: (now) => sql`status = 'snoozed' and snoozed_until <= ${now}`,
    set: sql`status = 'open', snoozed_until = null, remind_if_unanswered = false`,
    async record(tx, chatIds, now) {
      const reminders = await findReminders(tx, chatIds)
      const changes = chatIds.map((chatId): NewChatChange => {
        const data = { from: 'snoozed', ...reminders.get(chatId) }
        return { chatId, kind: 'reopened', data }
      })
      return recordChatChanges(tx, changes, now)
    },
    signal,
  })
  return { opened }
}

/** That a customer has not answered, and the member who wants to know it; null: a program. */
type Reminder = { unanswered: true; member_id: string | null }

/** Returns the reminders among conversations whose snooze has just ended: those whose customer has not written since the snooze. */
async function findReminders(tx: Scope, chatIds: string[]): Promise<Map<string, Reminder>> {
  const { rows } = await sql<{ chat_id: string; actor_type: string; actor_id: string | null }>`
    select snooze.chat_id, snooze.actor_type, snooze.actor_id from unnest(${chatIds}::uuid[]) as asked (id)
    join chats on chats.workspace_id = ${tx.workspaceId} and chats.id = asked.id
    cross join lateral (
      select chat_id, actor_type, actor_id, occurred_at, data from chat_changes
      where chat_changes.workspace_id = ${tx.workspaceId} and chat_changes.chat_id = asked.id
        and chat_changes.kind = 'snoozed'
      order by occurred_at desc, id desc limit 1
    ) as snooze
    where snooze.data -> 'remind_if_unanswered' is not null
      and (chats.customer_wrote_at is null or chats.customer_wrote_at <= snooze.occurred_at)`.execute(
    tx.db,
  )
  return new Map(
    rows.map((row) => [
      row.chat_id,
      { unanswered: true, member_id: row.actor_type === 'member' ? row.actor_id : null },
    ]),
  )
}
