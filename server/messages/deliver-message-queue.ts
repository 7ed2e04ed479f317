import { sql } from 'kysely'
import type { Scope } from '../context.ts'

/** A message that waits to be handed to the platform. */
export type QueuedMessage = {
  id: string
  chat_id: string
  person_id: string
  recipient: string
  type: string
  text: string | null
  media: Record<string, unknown> | null
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
    select messages.id, chat_id, messages.person_id, recipient, type, text, media, send_due_at, send_attempts
    from messages
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = chat_id
    where messages.workspace_id = ${scope.workspaceId} and messages.channel_id = ${channelId}
      and messages.status = 'queued' ${after ? sql`and messages.id > ${after}` : sql``}
    order by messages.id
    limit ${PAGE_ROWS}`.execute(scope.db)
  return rows
}

/** How long a try stays open: until then a status with our id may still say what became of it. */
export const TRY_OPEN_MS = 60_000

/**
 * Notes, before the platform is called, that each message is being tried; gives the ids of those that still were
 * to be. A process that dies in between leaves a message that is tried again only after `TRY_OPEN_MS`.
 */
export async function markTries(
  scope: Scope,
  tries: Pick<QueuedMessage, 'id' | 'send_attempts'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update messages
    set send_attempts = messages.send_attempts + 1,
      send_due_at = ${new Date(scope.clock.now().getTime() + TRY_OPEN_MS)}::timestamptz
    from unnest(${tries.map((each) => each.id)}::uuid[], ${tries.map((each) => each.send_attempts)}::integer[])
      as given (id, send_attempts)
    where messages.workspace_id = ${scope.workspaceId} and messages.id = given.id
      and messages.status = 'queued' and messages.send_attempts = given.send_attempts
    returning messages.id`.execute(scope.db)
  return new Set(rows.map((row) => row.id))
}
