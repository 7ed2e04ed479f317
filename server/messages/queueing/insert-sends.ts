import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { isTestKey } from '#channels/is-test-key.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { claimKeysSql, encryptAnswer } from '#db/claim-key.ts'
import { prepared } from '#db/prepared.ts'
import { retryConflicts } from '#db/retry-conflicts.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { closeAnswered } from '#conversations/is-unhandled.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { toWokenEndpoint, wokenEndpoints } from '#events/handed-deliveries.ts'
import type { WokenEndpoint } from '#events/handed-deliveries.ts'
import { announceAfterCommit, eventCtes } from '#events/record-events.ts'
import type { PreparedSend } from './prepare-send.ts'

/**
 * Inserts sends of one workspace with their idempotency keys, the conversations' new state, `message.sent` events and
 * deliveries. Leaves out a send whose key another request has claimed; returns the ids of the inserted messages.
 *
 * One statement, so all of it is durable or none. Locks: idempotency keys in key order, chats in id order, the event
 * counter last.
 */
export async function insertSends(scope: Scope, all: PreparedSend[]): Promise<Set<string>> {
  const now = scope.clock.now()
  const { workspaceId } = scope
  const ofCaller = findCause()
  const chatIds = [...new Set(all.map((each) => each.target.chatId))]
  const given = bulkRows('given', all, {
    message_id: ['uuid', (each) => each.message.id],
    chat_id: ['uuid', (each) => each.target.chatId],
    person_id: ['uuid', (each) => each.target.personId],
    channel_id: ['uuid', (each) => each.target.channelId],
    message_type: ['text', (each) => each.message.type],
    text: ['text', (each) => each.message.text],
    media: ['jsonb', (each) => each.stored.media],
    content: ['jsonb', (each) => each.stored.content],
    reply_to_id: ['uuid', (each) => each.message.reply_to],
    retry_of_id: ['uuid', (each) => each.message.retry_of],
    author_type: ['text', (each) => each.send.actor.type],
    author_id: ['uuid', (each) => each.send.actor.id],
    is_test: ['boolean', (each) => isTestKey(each.send.actor)],
    id: ['uuid', (each) => each.event.id],
    body: ['text', (each) => each.event.body],
    cause: ['text', (each) => writeCause(each.send.cause ?? ofCaller)],
    route: ['text', (each) => each.send.idempotency?.route ?? null],
    key: ['text', (each) => each.send.idempotency?.key ?? null],
    fingerprint: ['bytea', (each) => each.send.idempotency?.fingerprint ?? null],
    answer: ['text', (each) => storedAnswer(scope, each)],
    sent_at: ['timestamptz', (each) => each.message.created_at],
    ordinality: ['integer', (_, index) => index],
  })
  const claims = sql`
    select route, key, fingerprint, 201 as response_status, answer as response_body
    from given where key is not null`
  const statement = prepared<{ skipped: string[] | null; endpoints: WokenEndpoint[] | null }>`
    with given as (
      select ${given.columns} from ${given}
    ), keys as (
      ${claimKeysSql(scope, claims)}
    ), accepted as materialized (
      select ${given.columns}, 'message.sent' as type from given
      where key is null or (route, key) in (select route, key from keys)
    ), locked as materialized (
      select id from chats
      where workspace_id = ${workspaceId} and id = any (${chatIds}::uuid[])
      order by id for no key update
    ), new_messages as (
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, media,
        content, reply_to_id, retry_of_id, status, author_type, author_id, is_test, send_due_at, created_at, cause)
      select ${workspaceId}, message_id, chat_id, person_id, channel_id, 'outbound', message_type, text, media,
        content, reply_to_id, retry_of_id, 'queued', author_type, author_id, is_test, sent_at, sent_at,
        cause
      from accepted
      returning 1
    ), touched as (
      update chats
      set last_message_id = last.message_id, last_message_direction = 'outbound',
        last_message_text = last.text, last_message_at = last.sent_at,
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from (
        select distinct on (chat_id) chat_id, message_id, text, sent_at from accepted order by chat_id, ordinality desc
      ) as last
      where chats.workspace_id = ${workspaceId} and chats.id = any (${chatIds}::uuid[])
        and chats.id = last.chat_id and (select count(*) from locked) >= 0
      returning 1
    ), active as (
      update chat_activity
      set activity_at = greatest(activity_at, ${now}::timestamptz)
      where workspace_id = ${workspaceId} and chat_id = any (${chatIds}::uuid[])
        and (select count(*) from locked) >= 0
      returning 1
    ), answered as (
      ${closeAnswered(workspaceId, sql`${chatIds}::uuid[]`)}
    ), ${eventCtes(workspaceId, now, ['new_messages', 'touched', 'active', 'answered'])}
    select (
        select array_agg(message_id) from given
        where key is not null and (route, key) not in (select route, key from keys)
      ) as skipped,
      (select json_agg(woken) from (${wokenEndpoints}) as woken) as endpoints`
  // Received messages lock conversations too, not always in this order.
  const { rows } = await retryConflicts(scope.db, () => statement.execute(scope.db))
  const { skipped, endpoints } = rows[0]!
  const inserted = new Set(all.map(({ message }) => message.id))
  for (const id of skipped ?? []) inserted.delete(id)
  const made = all.flatMap(({ message, event, send }) => {
    const cause = send.cause ?? ofCaller
    return inserted.has(message.id) ? { ...event, type: 'message.sent' as const, cause } : []
  })
  announceAfterCommit(scope, () => (endpoints ?? []).map((each) => toWokenEndpoint(each, made)))
  const channels = all.map((each) => each.target.channelId)
  wakeAfterCommit(scope, 'send', channels)
  return inserted
}

function storedAnswer(scope: Scope, { send, answer }: PreparedSend): string | null {
  return send.idempotency ? encryptAnswer(scope, send.idempotency, answer) : null
}
