import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/**
 * Message that waits to be sent. `reply_platform_id` is the platform's id of the message that it answers,
 * `retried_error_code` the error of the message that it retries.
 */
export type QueuedMessage = {
  id: string
  chat_id: string
  person_id: string
  recipient: string
  type: string
  text: string | null
  media: Record<string, unknown> | null
  content: unknown
  is_group: boolean
  reply_to_id: string | null
  reply_platform_id: string | null
  retried_error_code: string | null
  send_due_at: Date
  send_attempts: number
  is_test: boolean
  cause: string | null
}

const PAGE_ROWS = 500
const PAGES_MAX = 20

/**
 * Finds the messages of a channel that may be sent now, by conversation and in order; about 500 at most. Skips a
 * conversation whose oldest queued message has to wait, so that nothing overtakes it. `nextAt` is the time of the first
 * of those messages, null when none waits.
 */
export async function findDueMessages(
  scope: Scope,
  channelId: string,
): Promise<{ chats: QueuedMessage[][]; nextAt: Date | null }> {
  const now = scope.clock.now()
  const waiting = new Set<string>()
  let nextAt: Date | null = null
  const due = new Map<string, QueuedMessage[]>()
  let after: string | undefined
  let count = 0
  for (let page = 0; page < PAGES_MAX && count < PAGE_ROWS; page++) {
    const rows = await readPage(scope, channelId, after)
    for (const row of rows) {
      if (waiting.has(row.chat_id)) continue
      if (row.send_due_at > now) {
        waiting.add(row.chat_id)
        if (!nextAt || row.send_due_at < nextAt) nextAt = row.send_due_at
        continue
      }
      due.set(row.chat_id, [...(due.get(row.chat_id) ?? []), row])
      count++
    }
    if (rows.length < PAGE_ROWS) break
    after = rows.at(-1)!.id
  }
  return { chats: [...due.values()], nextAt }
}

async function readPage(
  scope: Scope,
  channelId: string,
  after: string | undefined,
): Promise<QueuedMessage[]> {
  const { rows } = await sql<QueuedMessage>`
    select messages.id, messages.chat_id, messages.person_id, recipient, messages.type, messages.text,
      messages.media, messages.content, is_group, messages.reply_to_id,
      replied.platform_message_id as reply_platform_id, retried.error_code as retried_error_code, messages.send_due_at, messages.send_attempts, messages.is_test, messages.cause
    from messages
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = messages.chat_id
    left join messages as replied
      on replied.workspace_id = ${scope.workspaceId} and replied.id = messages.reply_to_id
    left join messages as retried
      on retried.workspace_id = ${scope.workspaceId} and retried.id = messages.retry_of_id
    where messages.workspace_id = ${scope.workspaceId} and messages.channel_id = ${channelId}
      and messages.status = 'queued' and messages.send_due_at is not null ${after ? sql`and messages.id > ${after}` : sql``}
    order by messages.id
    limit ${PAGE_ROWS}`.execute(scope.db)
  return rows
}
