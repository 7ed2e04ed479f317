import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Messages } from '#db/tables/messages.ts'
import type { NewEvent } from '#events/new-event.ts'
import { toMessage } from '../schema.ts'

/** A row of `messages`. */
export type MessageRow = Selectable<Messages>

/** A message before and after a change of its status. */
export type MessageChange = { before: MessageRow; after: MessageRow }

const columns = [
  'status',
  'sent_at',
  'delivered_at',
  'read_at',
  'error_code',
  'error_message',
  'platform_message_id',
  'send_due_at',
  'send_attempts',
  'pricing',
] as const

/** Locks the messages with these ids in id order and returns them. */
export async function lockMessages(tx: Scope, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return tx.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Writes changes of locked messages in one statement; returns `message.status_changed` for each with another status,
 * and for each whose price became known only after its delivery was.
 */
export async function saveMessageChanges(tx: Scope, changes: MessageChange[]): Promise<NewEvent[]> {
  const real = changes.filter(({ before, after }) =>
    columns.some((name) => !isSame(before[name], after[name])),
  )
  if (real.length === 0) return []
  const given = bulkRows(
    'given',
    real.map((change) => change.after),
    {
      id: ['uuid', (after) => after.id],
      status: ['text', (after) => after.status],
      sent_at: ['timestamptz', (after) => after.sent_at],
      delivered_at: ['timestamptz', (after) => after.delivered_at],
      read_at: ['timestamptz', (after) => after.read_at],
      error_code: ['text', (after) => after.error_code],
      error_message: ['text', (after) => after.error_message],
      platform_message_id: ['text', (after) => after.platform_message_id],
      send_due_at: ['timestamptz', (after) => after.send_due_at],
      send_attempts: ['integer', (after) => after.send_attempts],
      pricing: ['jsonb', (after) => after.pricing && JSON.stringify(after.pricing)],
    },
  )
  await sql`
    update messages
    set status = given.status, sent_at = given.sent_at, delivered_at = given.delivered_at,
      read_at = given.read_at, error_code = given.error_code, error_message = given.error_message,
      platform_message_id = given.platform_message_id, send_due_at = given.send_due_at,
      send_attempts = given.send_attempts, pricing = given.pricing
    from ${given}
    where messages.workspace_id = ${tx.workspaceId} and messages.id = given.id`.execute(tx.db)
  return real
    .filter(({ before, after }) => before.status !== after.status || isPricedLate(before, after))
    .map(({ after }) => ({ type: 'message.status_changed', data: toMessage(tx, after) }))
}

function isPricedLate(before: MessageRow, after: MessageRow): boolean {
  const isOut = before.status === 'delivered' || before.status === 'read'
  return isOut && !isSame(before.pricing, after.pricing)
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  return typeof a === 'object' ? isDeepStrictEqual(a, b) : a === b
}
