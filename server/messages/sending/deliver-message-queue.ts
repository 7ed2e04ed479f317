import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'

/**
 * A message that waits to be handed to the platform; `reply_platform_id`: of the message that it answers,
 * `retried_error_code`: of the one that it is sent instead of.
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
}

const PAGE_ROWS = 500
const PAGES_MAX = 20

/**
 * The messages of a channel that may be sent now, chat by chat, each chat in order; about 500 at most. A chat
 * whose oldest queued message has to wait is left out, so that nothing overtakes it; `nextAt` is when the first
 * of those may go, null when none waits.
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
      replied.platform_message_id as reply_platform_id, retried.error_code as retried_error_code, messages.send_due_at, messages.send_attempts
    from messages
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = messages.chat_id
    left join messages as replied
      on replied.workspace_id = ${scope.workspaceId} and replied.id = messages.reply_to_id
    left join messages as retried
      on retried.workspace_id = ${scope.workspaceId} and retried.id = messages.retry_of_id
    where messages.workspace_id = ${scope.workspaceId} and messages.channel_id = ${channelId}
      and messages.status = 'queued' ${after ? sql`and messages.id > ${after}` : sql``}
    order by messages.id
    limit ${PAGE_ROWS}`.execute(scope.db)
  return rows
}

/** How long a try stays open: until then a status with our id may still say what became of it. */
export const TRY_OPEN_MS = 60_000

/**
 * Notes, before the platform is called, that each message is being tried; gives the id of the try of each that still
 * was to be. A process that dies in between leaves a message that is tried again only after `TRY_OPEN_MS`.
 */
export async function markTries(
  scope: Scope,
  tries: Pick<QueuedMessage, 'id' | 'send_attempts'>[],
): Promise<Map<string, string>> {
  const now = scope.clock.now()
  const given = bulkRows('given', tries, {
    id: ['uuid', (each) => each.id],
    send_attempts: ['integer', (each) => each.send_attempts],
    attempt_id: ['uuid', () => newId(now)],
  })
  const { rows } = await sql<{ message_id: string; id: string }>`
    with marked as (
      update messages
      set send_attempts = messages.send_attempts + 1,
        send_due_at = ${new Date(now.getTime() + TRY_OPEN_MS)}::timestamptz
      from ${given}
      where messages.workspace_id = ${scope.workspaceId} and messages.id = given.id
        and messages.status = 'queued' and messages.send_attempts = given.send_attempts
      returning messages.id, attempt_id
    )
    insert into message_attempts (workspace_id, message_id, id, started_at)
    select ${scope.workspaceId}, id, attempt_id, ${now}::timestamptz from marked
    returning message_id, id`.execute(scope.db)
  return new Map(rows.map((row) => [row.message_id, row.id]))
}

/** Has a queued message wait until `at`, unless it is being tried or done meanwhile. */
export async function postpone(
  scope: Scope,
  message: Pick<QueuedMessage, 'id' | 'send_attempts'>,
  at: Date,
): Promise<void> {
  await scope.db
    .updateTable('messages')
    .set({ send_due_at: at })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', message.id)
    .where('status', '=', 'queued')
    .where('send_attempts', '=', message.send_attempts)
    .execute()
}
