import { sql } from 'kysely'
import type { Context, WithConfig, WokenLane } from '#db/context.ts'
import { isTestKey } from '#channels/is-test-key.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { claimKeysSql, encryptAnswer } from '#db/claim-key.ts'
import { prepared } from '#db/prepared.ts'
import { retryConflicts } from '#db/retry-conflicts.ts'
import { afterCommit } from '#db/transaction.ts'
import { closeAnswered } from '#conversations/is-unhandled.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { wokenEndpoints } from '#events/handed-deliveries.ts'
import type { WokenEndpoint } from '#events/handed-deliveries.ts'
import { announceAfterCommit, eventCtes } from '#events/record-events.ts'
import type { PreparedSend } from './prepare-send.ts'

/**
 * Inserts sends of any workspaces of a server with their idempotency keys, the conversations' new state, `message.sent` events and
 * deliveries. Leaves out a send whose key another request has claimed; returns the ids of the inserted messages.
 *
 * One statement, so all of it is durable or none. Locks: idempotency keys in key order, chats in id order, the event
 * counters last.
 */
export async function insertSends(context: Context, all: PreparedSend[]): Promise<Set<string>> {
  const now = context.clock.now()
  const ofCaller = findCause()
  const given = bulkRows('given', all, {
    workspace_id: ['uuid', (each) => each.workspaceId],
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
    is_aside: ['boolean', (each) => each.send.isAside ?? false],
    is_automatic: ['boolean', (each) => each.send.isAutomatic ?? false],
    holder_version: ['integer', (each) => versionOf(each)],
    id: ['uuid', (each) => each.event.id],
    body: ['text', (each) => each.event.body],
    cause: ['text', (each) => writeCause(each.send.cause ?? ofCaller)],
    route: ['text', (each) => each.send.idempotency?.route ?? null],
    key: ['text', (each) => each.send.idempotency?.key ?? null],
    fingerprint: ['bytea', (each) => each.send.idempotency?.fingerprint ?? null],
    answer: ['text', (each) => storedAnswer(context, each)],
    sent_at: ['timestamptz', (each) => each.message.created_at],
    ordinality: ['integer', (_, index) => index],
  })
  const claims = sql`
    select workspace_id, route, key, fingerprint, 201 as response_status, answer as response_body
    from given where key is not null`
  const statement = prepared<{ skipped: string[] | null; endpoints: WokenEndpoint[] | null }>`
    with given as (
      select ${given.columns} from ${given}
    ), keys as (
      ${claimKeysSql(context, claims)}
    ), accepted as materialized (
      select ${given.columns}, 'message.sent' as type from given
      where key is null or (workspace_id, route, key) in (select workspace_id, route, key from keys)
    ), written as (
      select workspace_id, chat_id, bool_or(not is_aside) as is_shown,
        bool_or(not is_aside and not is_automatic) as is_answered
      from given
      group by workspace_id, chat_id
    ), answering as (
      select workspace_id, chat_id from written where is_answered
    ), locked as materialized (
      select chats.workspace_id, chats.id
      from written
      join chats on chats.workspace_id = written.workspace_id and chats.id = written.chat_id
      order by chats.id for no key update of chats
    ), new_messages as (
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, media,
        content, reply_to_id, retry_of_id, status, author_type, author_id, is_test, holder_version, send_due_at,
        created_at, cause)
      select workspace_id, message_id, chat_id, person_id, channel_id, 'outbound', message_type, text, media,
        content, reply_to_id, retry_of_id, 'queued', author_type, author_id, is_test, holder_version, sent_at,
        sent_at, cause
      from accepted
      returning 1
    ), touched as (
      update chats
      set last_message_id = last.message_id, last_message_direction = 'outbound',
        last_message_text = last.text, last_message_at = last.sent_at,
        automatic_reply_id = case when last.is_automatic then last.message_id else chats.automatic_reply_id end,
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from (
        select distinct on (workspace_id, chat_id) workspace_id, chat_id, message_id, text, sent_at, is_automatic
        from accepted where not is_aside order by workspace_id, chat_id, ordinality desc
      ) as last
      where chats.workspace_id = last.workspace_id and chats.id = last.chat_id
        and (select count(*) from locked) >= 0
      returning 1
    ), active as (
      update chat_activity
      set activity_at = greatest(activity_at, ${now}::timestamptz),
        waiting_since = case when not is_answered then waiting_since end
      from written
      where chat_activity.workspace_id = written.workspace_id and chat_activity.chat_id = written.chat_id
        and is_shown and (select count(*) from locked) >= 0
      returning 1
    ), answered as (
      ${closeAnswered('answering')}
    ), ${eventCtes(now, ['new_messages', 'touched', 'active', 'answered'])}
    select (
        select array_agg(message_id) from given
        where key is not null and (workspace_id, route, key) not in (select workspace_id, route, key from keys)
      ) as skipped,
      (select json_agg(woken) from (${wokenEndpoints}) as woken) as endpoints`
  // Received messages lock conversations too, not always in this order.
  const { rows } = await retryConflicts(context.db, () => statement.execute(context.db))
  const { skipped, endpoints } = rows[0]!
  const inserted = new Set(all.map(({ message }) => message.id))
  for (const id of skipped ?? []) inserted.delete(id)
  const made = all.flatMap(({ workspaceId, message, event, send }) => {
    const cause = send.cause ?? ofCaller
    return inserted.has(message.id)
      ? { ...event, workspaceId, type: 'message.sent' as const, cause }
      : []
  })
  announceAfterCommit(context, made, () => endpoints ?? [])
  const channels = new Map(all.map((each) => [each.target.channelId, toLane(each)]))
  afterCommit(context, () => context.wake([...channels.values()]))
  return inserted
}

function toLane({ workspaceId, target }: PreparedSend): WokenLane {
  return { kind: 'send', workspaceId, targetId: target.channelId }
}

/** Returns the version of the holder with which a bot's message was accepted. */
function versionOf({ send: { actor, holderVersion } }: PreparedSend): number | null {
  if (actor.type !== 'bot') return null
  if (holderVersion === undefined) throw new Error('A message of a bot must pass claimVoice.')
  return holderVersion
}

function storedAnswer(
  { config }: WithConfig,
  { workspaceId, send, answer }: PreparedSend,
): string | null {
  const { idempotency } = send
  return idempotency ? encryptAnswer({ config, workspaceId }, idempotency, answer) : null
}
