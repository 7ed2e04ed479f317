import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { toMessage } from '../schema.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { MessageRow } from '../state/save-message-changes.ts'

/** A text that answers a received message. */
type Reply = { to: MessageRow; text: string }

/**
 * Queues automatic replies in the conversations of received messages, in one statement; the conversations stay unread.
 * Returns `message.sent` for each. Runs in the transaction that locked the conversations.
 */
export async function queueReplies(tx: Scope, replies: Reply[]): Promise<NewEvent[]> {
  if (replies.length === 0) return []
  const now = tx.clock.now()
  const given = bulkRows('given', replies, {
    id: ['uuid', () => newId()],
    chat_id: ['uuid', ({ to }) => to.chat_id],
    person_id: ['uuid', ({ to }) => to.person_id],
    channel_id: ['uuid', ({ to }) => to.channel_id],
    text: ['text', ({ text }) => text],
  })
  const { rows } = await sql<MessageRow>`
    with written as (
      insert into messages (workspace_id, ${given.columns}, direction, type, status, author_type, send_due_at, created_at, cause)
      select ${tx.workspaceId}::uuid, ${given.columns}, 'outbound', 'text', 'queued', 'system',
        ${now}::timestamptz, ${now}::timestamptz, ${writeCause(findCause())}
      from ${given}
      returning *
    ), touched as (
      update chats
      set last_message_id = written.id, last_message_direction = 'outbound', last_message_text = written.text,
        last_message_at = greatest(last_message_at, written.created_at)
      from written
      where chats.workspace_id = ${tx.workspaceId} and chats.id = written.chat_id
    )
    select * from written order by id`.execute(tx.db)
  const channels = rows.map((row) => row.channel_id)
  wakeAfterCommit(tx, 'send', channels)
  return rows.map((row) => ({ type: 'message.sent', data: toMessage(tx, row) }))
}
