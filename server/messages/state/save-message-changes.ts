import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { Messages } from '#db/tables/messages.ts'
import type { NewEvent } from '#events/new-event.ts'
import { toMessage } from '../schema.ts'

/** A row of `messages`. */
export type MessageRow = Selectable<Messages>

/** A message before and after a change of its status. */
export type MessageChange = { before: MessageRow; after: MessageRow }

const NAMES = [
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
const SET_COLUMNS = sql.raw(NAMES.map((name) => `${name} = given.${name}`).join(', '))

/** Locks the messages with these ids in id order and returns them. */
export async function lockMessages(tx: Scope, ids: string[]): Promise<MessageRow[]> {
  return lockGiven(tx, ids)
}

const lockGiven = gathered<string, MessageRow>((tx, ids) => {
  const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
  return prepared<MessageRow>`
    select ${rowColumns('messages', 'messages')} from ${asked}
    join messages on messages.workspace_id = asked.workspace_id and messages.id = asked.id
    order by messages.id for no key update of messages`.execute(tx.db)
})

/**
 * Writes changes of locked messages in one statement; returns `message.status_changed` for each with another status,
 * and for each whose price became known only after its delivery was.
 */
export async function saveMessageChanges(tx: Scope, changes: MessageChange[]): Promise<NewEvent[]> {
  const real = changes.filter(({ before, after }) =>
    NAMES.some((name) => !isSame(before[name], after[name])),
  )
  await updateGiven(
    tx,
    real.map(({ after }) => after),
  )
  return real
    .filter(({ before, after }) => before.status !== after.status || isPricedLate(before, after))
    .map(({ after }) => ({ type: 'message.status_changed', data: toMessage(tx, after) }))
}

const updateGiven = gathered<MessageRow, never>((tx, rows) => {
  const given = rows.rows('given', {
    id: ['uuid', (row) => row.id],
    status: ['text', (row) => row.status],
    sent_at: ['timestamptz', (row) => row.sent_at],
    delivered_at: ['timestamptz', (row) => row.delivered_at],
    read_at: ['timestamptz', (row) => row.read_at],
    error_code: ['text', (row) => row.error_code],
    error_message: ['text', (row) => row.error_message],
    platform_message_id: ['text', (row) => row.platform_message_id],
    send_due_at: ['timestamptz', (row) => row.send_due_at],
    send_attempts: ['integer', (row) => row.send_attempts],
    pricing: ['jsonb', (row) => row.pricing && JSON.stringify(row.pricing)],
  })
  return prepared<never>`
    update messages set ${SET_COLUMNS} from ${given}
    where messages.workspace_id = given.workspace_id and messages.id = given.id`.later(tx.db)
})

function isPricedLate(before: MessageRow, after: MessageRow): boolean {
  const isOut = before.status === 'delivered' || before.status === 'read'
  return isOut && !isSame(before.pricing, after.pricing)
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  return typeof a === 'object' ? isDeepStrictEqual(a, b) : a === b
}
