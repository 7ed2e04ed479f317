import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkUpdate } from '#db/bulk-update.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Messages } from '#db/tables/messages.ts'
import type { NewEvent } from '#events/new-event.ts'
import { toMessage } from '../schema.ts'

/** A row of `messages`. */
export type MessageRow = Selectable<Messages>

/** A message before and after a change of its status. */
export type MessageChange = { before: MessageRow; after: MessageRow }

const COLUMNS = {
  status: 'text',
  sent_at: 'timestamptz',
  delivered_at: 'timestamptz',
  read_at: 'timestamptz',
  error_code: 'text',
  error_message: 'text',
  platform_message_id: 'text',
  send_due_at: 'timestamptz',
  send_attempts: 'integer',
  pricing: 'jsonb',
} as const
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Locks the messages with these ids in id order and returns them. */
export async function lockMessages(tx: Scope, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return selectFrom(tx, 'messages')
    .selectAll()
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
    NAMES.some((name) => !isSame(before[name], after[name])),
  )
  if (real.length === 0) return []
  const rows = real.map(({ after }) => after)
  await bulkUpdate(tx, 'messages', rows, COLUMNS).execute(tx.db)
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
