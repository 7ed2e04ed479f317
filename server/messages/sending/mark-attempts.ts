import { sql } from 'kysely'
import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { updateTable } from '#db/select-from.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import type { QueuedMessage } from './read-queued.ts'

/** An attempt that was recorded. */
export type MarkedAttempt = { attemptId: string; isOptedOut: boolean; isHandedOver: boolean }

/** A queued message to attempt, in any workspace of a server. */
export type MessageToMark = InWorkspace<
  Pick<QueuedMessage, 'id' | 'chat_id' | 'send_attempts' | 'holder_version'>
>

/** How long an attempt stays open: until then a status with our id may still settle it. */
export const ATTEMPT_OPEN_MS = 60_000

/**
 * Records an attempt of each message before the platform is called; returns the attempts in the order of the messages, undefined for
 * each that is no longer due. Of several turns that give the same message, one gets the attempt. `isOptedOut`: the message is a
 * marketing template, or one of an unknown category, and the contact is opted out by now. `isHandedOver`: a bot wrote it, and its
 * conversation has been handed over since. When the process dies, the next attempt follows after `ATTEMPT_OPEN_MS`.
 *
 * Locks: conversations of bots' messages, in id order, so that each of them is handed over before or after the attempt; then messages.
 */
export async function markAttempts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  messages: MessageToMark[],
): Promise<(MarkedAttempt | undefined)[]> {
  const now = clock.now()
  const attemptIds = messages.map(() => newId(now))
  const given = bulkRows('given', messages, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    id: ['uuid', (each) => each.id],
    chat_id: ['uuid', (each) => each.chat_id],
    holder_version: ['integer', (each) => each.holder_version],
    send_attempts: ['integer', (each) => each.send_attempts],
    attempt_id: ['uuid', (_, index) => itemAt(attemptIds, index)],
  })
  const { rows } = await prepared<MarkedAttempt>`
    with given as materialized (
      select ${given.columns} from ${given}
    ), held as materialized (
      select chats.workspace_id, chats.id, chats.holder_version
      from (select distinct workspace_id, chat_id from given where holder_version is not null) as of_bots
      join chats on chats.workspace_id = of_bots.workspace_id and chats.id = of_bots.chat_id
      order by chats.id for no key update of chats
    ), marked as (
      update messages
      set send_attempts = messages.send_attempts + 1,
        send_due_at = ${new Date(now.getTime() + ATTEMPT_OPEN_MS)}::timestamptz
      from given
      left join held on held.workspace_id = given.workspace_id and held.id = given.chat_id
      where messages.workspace_id = given.workspace_id and messages.id = given.id
        and messages.status = 'queued' and messages.send_attempts = given.send_attempts
      returning messages.workspace_id, messages.id, attempt_id,
        messages.type = 'template' and ${isOptedOutSql} as is_opted_out,
        messages.holder_version is not null and messages.holder_version is distinct from held.holder_version as is_handed_over
    ), started as (
      insert into message_attempts (workspace_id, message_id, id, started_at)
      select workspace_id, id, attempt_id, ${now}::timestamptz from marked
      returning 1
    )
    select attempt_id as "attemptId", is_opted_out as "isOptedOut", is_handed_over as "isHandedOver" from marked`.execute(
    db,
  )
  const marked = new Map(rows.map((row) => [row.attemptId, row]))
  return attemptIds.map((id) => marked.get(id))
}

/** Whether, as SQL, a template in `messages` of the row `given` may be marketing to a contact that is opted out. */
const isOptedOutSql = sql`exists (
    select from chats
    join people on people.workspace_id = given.workspace_id and people.id = chats.person_id
    where chats.workspace_id = given.workspace_id and chats.id = messages.chat_id and not chats.is_group
      and people.opted_out_at is not null
  ) and not exists (
    select from channels
    join templates on templates.workspace_id = given.workspace_id
      and templates.business_account = channels.business_account
      and templates.name = messages.content #>> '{template,name}'
      and templates.language = messages.content #>> '{template,language,code}'
    where channels.workspace_id = given.workspace_id and channels.id = messages.channel_id
      and templates.category <> 'MARKETING'
  )`

/** Postpones a queued message until `at`, unless it was attempted or settled meanwhile. */
export async function postpone(
  scope: Scope,
  message: Pick<QueuedMessage, 'id' | 'send_attempts'>,
  at: Date,
): Promise<void> {
  await updateTable(scope, 'messages')
    .set({ send_due_at: at })
    .where('id', '=', message.id)
    .where('status', '=', 'queued')
    .where('send_attempts', '=', message.send_attempts)
    .execute()
}
