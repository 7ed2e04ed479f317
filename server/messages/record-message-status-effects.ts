import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { Messages } from '../db/types.ts'
import type { PendingEvent } from './record-inbound-messages.ts'
import { foldStatuses } from './record-message-status-fold.ts'
import type { ReportedStatus } from './record-message-status-fold.ts'
import { toMessage } from './schema.ts'

/** A message of ours and an id that the platform knows it by. */
export type KnownMessage = { messageId: string; platformMessageId: string }

/**
 * Brings messages of one channel to what their kept statuses say, and gives `message.status_changed` for each
 * whose status changed. Runs in the caller's transaction. Locks: the messages, in id order.
 */
export async function applyMessageStatuses(
  tx: Scope,
  channelId: string,
  known: KnownMessage[],
): Promise<PendingEvent[]> {
  if (known.length === 0) return []
  const messages = await tx.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', 'in', [...new Set(known.map((each) => each.messageId))])
    .orderBy('id')
    .modifyEnd(sql`for no key update`)
    .execute()
  const owners = new Map(known.map((each) => [each.platformMessageId, each.messageId]))
  for (const message of messages)
    if (message.platform_message_id) owners.set(message.platform_message_id, message.id)
  const reports = await tx.db
    .selectFrom('message_statuses')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('channel_id', '=', channelId)
    .where('platform_message_id', 'in', [...owners.keys()])
    .execute()
  const byMessage = Map.groupBy(reports, (report) => owners.get(report.platform_message_id)!)
  const changes = messages.flatMap((message) => {
    const change = toChange(message, byMessage.get(message.id) ?? [], known)
    return change ? [change] : []
  })
  return save(tx, changes)
}

type Change = { before: Selectable<Messages>; after: Selectable<Messages> }

function toChange(
  before: Selectable<Messages>,
  reports: ReportedStatus[],
  known: KnownMessage[],
): Change | undefined {
  const platformMessageId =
    before.platform_message_id ??
    known.find((each) => each.messageId === before.id)?.platformMessageId ??
    null
  const after = {
    ...before,
    ...foldStatuses(before, reports),
    platform_message_id: platformMessageId,
  }
  const isChanged = Object.entries(after).some(
    ([name, value]) => String(value) !== String(before[name as keyof Selectable<Messages>]),
  )
  return isChanged ? { before, after } : undefined
}

async function save(tx: Scope, changes: Change[]): Promise<PendingEvent[]> {
  if (changes.length === 0) return []
  const column = <T>(read: (after: Selectable<Messages>) => T) =>
    changes.map((change) => read(change.after))
  await sql`
    update messages
    set status = given.status, sent_at = given.sent_at, delivered_at = given.delivered_at,
      read_at = given.read_at, error_code = given.error_code, error_message = given.error_message,
      platform_message_id = given.platform_message_id,
      send_due_at = case when given.status = 'queued' then messages.send_due_at end
    from unnest(
      ${column((after) => after.id)}::uuid[],
      ${column((after) => after.status)}::text[],
      ${column((after) => after.sent_at)}::timestamptz[],
      ${column((after) => after.delivered_at)}::timestamptz[],
      ${column((after) => after.read_at)}::timestamptz[],
      ${column((after) => after.error_code)}::text[],
      ${column((after) => after.error_message)}::text[],
      ${column((after) => after.platform_message_id)}::text[]
    ) as given (id, status, sent_at, delivered_at, read_at, error_code, error_message, platform_message_id)
    where messages.workspace_id = ${tx.workspaceId} and messages.id = given.id`.execute(tx.db)
  return changes
    .filter(({ before, after }) => before.status !== after.status)
    .map(({ after }) => ({ type: 'message.status_changed', data: toMessage(after) }))
}
