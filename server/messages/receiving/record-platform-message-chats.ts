import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { MessageRow } from './record-message-changes.ts'

/** A recorded message. `isNews`: the customer wrote it now, so the conversation becomes open and unread. */
type RecordedMessage = {
  row: MessageRow
  windowEndsAt: Date | null
  isNews: boolean
  isSilent: boolean
}

type Change = {
  unread: number
  isAnswered: boolean
  isReopened: boolean
  last: MessageRow
  windowExpiresAt: Date | null
}

/** A conversation that its customer's message reopened, and its previous status. */
type ReopenedChat = { id: string; from: 'snoozed' | 'closed'; personId: string }

/**
 * Updates the conversations of newly recorded messages: last message, unread count, window, status; returns the
 * reopened ones. A message older than the conversation's last leaves that in place. A message from another app of the
 * business marks earlier ones as read. The conversations are locked.
 */
export async function touchChats(tx: Scope, recorded: RecordedMessage[]): Promise<ReopenedChat[]> {
  const changes = toChanges(recorded)
  if (changes.length === 0) return []
  const now = tx.clock.now()
  const given = bulkRows('given', changes, {
    chat_id: ['uuid', ([id]) => id],
    unread: ['integer', ([, chat]) => chat.unread],
    is_answered: ['boolean', ([, chat]) => chat.isAnswered],
    is_reopened: ['boolean', ([, chat]) => chat.isReopened],
    last_id: ['uuid', ([, chat]) => chat.last.id],
    last_direction: ['text', ([, chat]) => chat.last.direction],
    last_text: ['text', ([, chat]) => chat.last.text],
    last_at: ['timestamptz', ([, chat]) => chat.last.created_at],
    window_expires_at: ['timestamptz', ([, chat]) => chat.windowExpiresAt],
  })
  const { rows } = await prepared<ReopenedChat>`
    with given as (
      select * from ${given}
    ), before as materialized (
      select chat_id, status, last_message_at is null or last_at >= last_message_at as is_newer from given
      join chats on chats.workspace_id = ${tx.workspaceId} and chats.id = chat_id
    ), touched as (
      update chats
      set unread_count = case when is_answered and is_newer then 0 else unread_count end + given.unread,
        status = case when is_reopened then 'open' else chats.status end,
        snoozed_until = case when is_reopened then null else snoozed_until end,
        opened_at = case when is_reopened and chats.status = 'closed' then ${now}::timestamptz else opened_at end,
        closed_at = case when is_reopened then null else closed_at end,
        last_message_id = case when is_newer then given.last_id else last_message_id end,
        last_message_direction = case when is_newer then given.last_direction else last_message_direction end,
        last_message_text = case when is_newer then given.last_text else last_message_text end,
        last_message_at = greatest(last_message_at, given.last_at),
        window_expires_at = greatest(chats.window_expires_at, given.window_expires_at),
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from (select given.*, is_newer from given join before using (chat_id)) as given
      where chats.workspace_id = ${tx.workspaceId} and chats.id = given.chat_id
      returning chats.id, last_message_at, person_id, is_reopened
    ), active as (
      update chat_activity set activity_at = touched.last_message_at
      from touched
      where chat_activity.workspace_id = ${tx.workspaceId} and chat_id = touched.id
    )
    select touched.id, before.status as "from", person_id as "personId"
    from touched join before on before.chat_id = touched.id
    where is_reopened and before.status <> 'open'
    order by touched.id`.execute(tx.db)
  return rows
}

function toChanges(recorded: RecordedMessage[]): [string, Change][] {
  const chats = new Map<string, Change>()
  for (const { row, windowEndsAt, isNews, isSilent } of recorded) {
    if (isSilent && row.origin !== 'history') continue
    const before = chats.get(row.chat_id)
    const isAnswer = row.origin === 'echo'
    chats.set(row.chat_id, {
      unread: isAnswer ? 0 : (before?.unread ?? 0) + (isNews ? 1 : 0),
      isAnswered: isAnswer || (before?.isAnswered ?? false),
      isReopened: isNews || (before?.isReopened ?? false),
      last: row,
      windowExpiresAt: windowEndsAt ?? before?.windowExpiresAt ?? null,
    })
  }
  return [...chats]
}
