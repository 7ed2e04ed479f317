import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { decideOptOuts } from '#opt-outs/decide-opt-outs.ts'
import { createRequestFinder, isShort } from '#opt-outs/create-request-finder.ts'
import { getOptOutSettings } from '#opt-outs/get-opt-out-settings.ts'
import type { NewEvent } from '#events/new-event.ts'
import { toMessage } from '../schema.ts'
import type { PlatformMessage } from './platform-message.ts'
import type { MessageRow } from '../state/save-message-changes.ts'

/** A message that was just recorded; `isAnnounced`: its contact is not blocked, and it is not history. */
type Recorded = { input: PlatformMessage; row: MessageRow; isAnnounced: boolean }

/**
 * Opts contacts out of marketing messages, or in again, whose new message is one of the workspace's words for it, and
 * queues the replies if the workspace sends them. Messages of groups and of history are no requests.
 *
 * Runs in the transaction that recorded the messages and locked their contacts and conversations.
 */
export async function recordOptOutRequests(tx: Scope, recorded: Recorded[]): Promise<NewEvent[]> {
  const candidates = recorded.filter(
    ({ input, row }) =>
      input.direction === 'inbound' &&
      input.origin === null &&
      input.groupId === undefined &&
      row.text !== null &&
      isShort(row.text),
  )
  if (candidates.length === 0) return []
  const settings = await getOptOutSettings(tx)
  const find = createRequestFinder(settings.languages)
  const requests = candidates.flatMap((each) => {
    const request = find(each.row.text!)
    return request ? [{ ...each, request }] : []
  })
  const changed = await decideOptOuts(
    tx,
    requests.map(({ row, request: { isOut } }) => ({
      personId: row.person_id,
      isOut,
      by: 'keyword' as const,
      at: row.created_at,
      data: { text: row.text, message_id: row.id },
    })),
  )
  const events: NewEvent[] = [...changed.values()]
  if (!settings.sends_replies) return events
  // The last request of a contact is the one that counts.
  const last = new Map(requests.map((each) => [each.row.person_id, each]))
  const replies = [...last.values()].flatMap(({ row, isAnnounced, request }) => {
    const isOut = changed.get(row.person_id)?.type === 'contact.opted_out'
    return isAnnounced &&
      changed.has(row.person_id) &&
      isOut === request.isOut &&
      request.reply !== ''
      ? [{ to: row, text: request.reply }]
      : []
  })
  return [...events, ...(await queueReplies(tx, replies))]
}

/** A text that answers a received message. */
type Reply = { to: MessageRow; text: string }

/**
 * Queues automatic replies in the conversations of received messages, in one statement; the conversations stay unread.
 * Returns `message.sent` for each. Runs in the transaction that locked the conversations.
 */
async function queueReplies(tx: Scope, replies: Reply[]): Promise<NewEvent[]> {
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
