import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'
import { retryConflicts } from '#db/retry-conflicts.ts'
import { eventCtes, tellOfEvents } from '#events/record-events.ts'
import { AppError } from '#lib/errors.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { idempotencyText, readStoredAnswers } from './prepare-sends.ts'
import type { PreparedSend } from './prepare-sends.ts'

/**
 * Writes sends of one workspace, each with its chat's new state, `message.sent`, its deliveries and its
 * idempotency key, and answers once that is durable. A key that another request stored meanwhile gives that
 * request's answer. Codes: idempotency_key_reused, idempotency_key_in_flight.
 */
export async function writeSends(
  scope: Scope,
  all: PreparedSend[],
): Promise<Outcome<StoredAnswer>[]> {
  const written = await write(scope, withoutRepeats(all))
  const isWritten = (each: PreparedSend) => written.has(each.message.id)
  const stored = all.every(isWritten)
    ? undefined
    : await readStoredAnswers(
        scope,
        all.map((each) => each.send),
      )
  return all.map((each) => {
    if (isWritten(each))
      return { status: 'fulfilled', value: { status: 201, body: each.answer, replayed: false } }
    try {
      const first = stored!(each.send)
      if (first) return { status: 'fulfilled', value: first }
      throw new AppError('idempotency_key_in_flight', 'The first request is not done yet.')
    } catch (err) {
      return { status: 'rejected', reason: err }
    }
  })
}

/** The sends without those that repeat the idempotency key of an earlier one. */
function withoutRepeats(all: PreparedSend[]): PreparedSend[] {
  const seen = new Set<string>()
  return all.filter(({ send: { idempotency } }) => {
    if (!idempotency) return true
    const text = idempotencyText(idempotency)
    return seen.has(text) ? false : seen.add(text)
  })
}

/**
 * One statement, so all of it is durable or none. Locks: idempotency keys in key order, chats in id order, the
 * event counter last. A key that somebody else has stored drops its message; gives the ids that were written.
 */
async function write(scope: Scope, all: PreparedSend[]): Promise<Set<string>> {
  const now = scope.clock.now()
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS)
  const { workspaceId } = scope
  const chatIds = [...new Set(all.map((each) => each.target.chatId))]
  const column = <T>(read: (each: PreparedSend) => T) => all.map(read)
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
    id: ['uuid', (each) => each.event.id],
    body: ['text', (each) => each.event.body],
    route: ['text', (each) => each.send.idempotency?.route ?? null],
    key: ['text', (each) => each.send.idempotency?.key ?? null],
    fingerprint: ['bytea', (each) => each.send.idempotency?.fingerprint ?? null],
    answer: ['text', (each) => (each.send.idempotency ? each.answer : null)],
    sent_at: ['timestamptz', (each) => each.message.created_at],
    ordinality: ['integer', (_, index) => index],
  })
  const statement = prepared<{ ids: string[]; endpoints: string[] | null }>`
    with given as (
      select * from ${given}
    ), keys as (
      insert into idempotency_keys as stored
        (workspace_id, route, key, fingerprint, response_status, response_body, created_at)
      select ${workspaceId}, route, key, fingerprint, 201, answer, ${now}::timestamptz
      from given where key is not null
      order by route, key
      on conflict (workspace_id, route, key) do update
        set fingerprint = excluded.fingerprint, response_status = excluded.response_status,
          response_body = excluded.response_body, created_at = excluded.created_at
        where stored.created_at < ${expired}::timestamptz
      returning route, key
    ), accepted as materialized (
      select *, 'message.sent' as type from given
      where key is null or (route, key) in (select route, key from keys)
    ), locked as materialized (
      select id from chats
      where workspace_id = ${workspaceId} and id = any (${chatIds}::uuid[])
      order by id for no key update
    ), new_messages as (
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, media,
        content, reply_to_id, retry_of_id, status, author_type, author_id, send_due_at, created_at)
      select ${workspaceId}, message_id, chat_id, person_id, channel_id, 'outbound', message_type, text, media,
        content, reply_to_id, retry_of_id, 'queued', author_type, author_id, sent_at, sent_at
      from accepted
      returning 1
    ), touched as (
      update chats
      set last_message_id = last.message_id, last_message_direction = 'outbound',
        last_message_text = last.text, last_message_at = last.sent_at,
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from (select distinct on (chat_id) * from accepted order by chat_id, ordinality desc) as last
      where chats.workspace_id = ${workspaceId} and chats.id = any (${chatIds}::uuid[])
        and chats.id = last.chat_id and (select count(*) from locked) >= 0
      returning 1
    ), active as (
      update chat_activity
      set activity_at = greatest(activity_at, ${now}::timestamptz)
      where workspace_id = ${workspaceId} and chat_id = any (${chatIds}::uuid[])
        and (select count(*) from locked) >= 0
      returning 1
    ), ${eventCtes(workspaceId, now, ['new_messages', 'touched', 'active'])}
    select array(select message_id from accepted) as ids,
      (select array_agg(distinct endpoint_id) from new_deliveries) as endpoints`
  // What comes in changes chats too, not always in this order.
  const { rows } = await retryConflicts(scope.db, () => statement.execute(scope.db))
  const { ids, endpoints } = rows[0]!
  tellOfEvents(scope, endpoints ?? [])
  const lanes = [...new Set(column((each) => each.target.channelId))].map((targetId) => ({
    kind: 'send' as const,
    workspaceId,
    targetId,
  }))
  afterCommit(scope, () => scope.wake(lanes))
  return new Set(ids)
}
