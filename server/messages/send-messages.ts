import { sql } from 'kysely'
import type { Actor, Context, Scope } from '../context.ts'
import { systemScope } from '../context.ts'
import { createEvent } from '../events/event-body.ts'
import { eventCtes, wakeEndpoints } from '../events/record-events.ts'
import { AppError } from '../lib/errors.ts'
import type { Outcome } from '../lib/coalesce.ts'
import { checkFingerprint, IDEMPOTENCY_MS } from '../lib/idempotency.ts'
import type { Idempotency, StoredAnswer } from '../lib/idempotency.ts'
import { newId } from '../lib/ids.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'
import type { SendInput } from './send-input.ts'

/** One send of a batch: who sends, what, and the idempotency key it came with. */
export type Send = SendInput & { actor: Actor; idempotency: Idempotency | undefined }

/** A send that can be written: its rows and its answer are made, nothing is stored yet. */
type Prepared = {
  index: number
  send: Send
  target: ResolvedTarget
  message: Message
  event: { id: string; body: string }
  answer: string
}

type Stored = { fingerprint: Buffer; response_status: number; response_body: string }

/**
 * Sends messages of one workspace: each with its chat's new state, `message.sent`, its deliveries and its
 * idempotency key in one statement for all. The answer to each is the API's, and comes once it is durable;
 * the worker calls the platform after that.
 *
 * Each input fails by itself. Codes: conversation_not_found, conflicting_targets, idempotency_key_reused.
 */
export async function sendMessages(
  context: Context,
  workspaceId: string,
  sends: Send[],
): Promise<Outcome<StoredAnswer>[]> {
  const scope = systemScope(context, workspaceId)
  const outcomes: (Outcome<StoredAnswer> | undefined)[] = sends.map(() => undefined)
  const settle = (index: number, run: () => StoredAnswer) => {
    try {
      outcomes[index] = { status: 'fulfilled', value: run() }
    } catch (err) {
      outcomes[index] = { status: 'rejected', reason: err }
    }
  }
  const replay = (stored: Map<string, Stored>) => {
    sends.forEach((send, index) => {
      const first = send.idempotency && stored.get(keyOf(send.idempotency))
      if (first && !outcomes[index]) settle(index, () => toReplay(first, send.idempotency!))
    })
  }

  const withKeys = sends.some((send) => send.idempotency)
  if (withKeys) replay(await readStored(scope, sends))
  const fresh = sends.flatMap((send, index) => (outcomes[index] ? [] : [{ send, index }]))
  const targets = await resolveTargets(
    scope,
    fresh.map(({ send }) => send),
  )
  const claimed = new Set<string>()
  const prepared = fresh.flatMap(({ send, index }, place) => {
    const target = targets[place]!
    if (target instanceof AppError) {
      outcomes[index] = { status: 'rejected', reason: target }
      return []
    }
    if (send.idempotency) {
      if (claimed.has(keyOf(send.idempotency))) return []
      claimed.add(keyOf(send.idempotency))
    }
    return [prepare(scope, index, send, target)]
  })
  const written = prepared.length > 0 ? await write(scope, prepared) : new Set<string>()
  for (const each of prepared)
    if (written.has(each.message.id))
      settle(each.index, () => ({ status: 201, body: each.answer, replayed: false }))
  if (withKeys && outcomes.includes(undefined)) replay(await readStored(scope, sends))
  return outcomes.map(
    (outcome) =>
      outcome ?? {
        status: 'rejected',
        reason: new AppError('idempotency_key_in_flight', 'The first request is not done yet.'),
      },
  )
}

function keyOf(idempotency: Idempotency): string {
  return `${idempotency.route} ${idempotency.key}`
}

function toReplay(stored: Stored, idempotency: Idempotency): StoredAnswer {
  checkFingerprint(stored.fingerprint, idempotency)
  return { status: stored.response_status, body: stored.response_body, replayed: true }
}

async function readStored(scope: Scope, sends: Send[]): Promise<Map<string, Stored>> {
  const keys = sends.flatMap((send) => send.idempotency ?? [])
  const after = new Date(scope.clock.now().getTime() - IDEMPOTENCY_MS)
  const { rows } = await sql<Stored & { route: string; key: string }>`
    select route, key, fingerprint, response_status, response_body
    from idempotency_keys
    where workspace_id = ${scope.workspaceId} and created_at >= ${after} and (route, key) in (
      select route, key from unnest(
        ${keys.map((each) => each.route)}::text[], ${keys.map((each) => each.key)}::text[]
      ) as asked (route, key))`.execute(scope.db)
  return new Map(rows.map((row) => [keyOf({ ...row }), row]))
}

function prepare(scope: Scope, index: number, send: Send, target: ResolvedTarget): Prepared {
  const now = scope.clock.now()
  const message = toMessage({
    id: newId(),
    chat_id: target.chatId,
    person_id: target.personId,
    direction: 'outbound',
    type: send.mediaUrl === undefined ? 'text' : mediaType(send.mediaUrl),
    text: send.text,
    media: send.mediaUrl === undefined ? null : { url: send.mediaUrl },
    status: 'queued',
    error_code: null,
    error_message: null,
    author_type: send.actor.type,
    author_id: send.actor.id,
    created_at: now,
    sent_at: null,
    delivered_at: null,
    read_at: null,
  })
  return {
    index,
    send,
    target,
    message,
    event: createEvent(scope.workspaceId, 'message.sent', message, now),
    answer: JSON.stringify({ ...message, target: { matched_by: target.matchedBy } }),
  }
}

const mediaTypes: [pattern: RegExp, type: string][] = [
  [/\.(jpe?g|png|webp|gif)$/i, 'image'],
  [/\.(mp4|3gpp?|mov|webm)$/i, 'video'],
  [/\.(mp3|ogg|opus|m4a|aac|amr|wav)$/i, 'audio'],
]

/** The type of a message by the ending of its media's address; a document where that says nothing. */
function mediaType(url: string): string {
  const { pathname } = new URL(url)
  return mediaTypes.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'document'
}

/**
 * One statement, so all of it is durable or none. Locks: idempotency keys in key order, chats in id order, the
 * event counter last. A key that somebody else has stored drops its message; gives the ids that were written.
 */
async function write(scope: Scope, all: Prepared[]): Promise<Set<string>> {
  const now = scope.clock.now()
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS)
  const { workspaceId } = scope
  const column = <T>(read: (each: Prepared) => T) => all.map(read)
  const { rows } = await sql<{ ids: string[]; endpoints: string[] | null }>`/* prepared */
    with given as (
      select * from unnest(
        ${column((each) => each.message.id)}::uuid[],
        ${column((each) => each.target.chatId)}::uuid[],
        ${column((each) => each.target.personId)}::uuid[],
        ${column((each) => each.target.channelId)}::uuid[],
        ${column((each) => each.message.type)}::text[],
        ${column((each) => each.send.text)}::text[],
        ${column((each) => each.message.media && JSON.stringify(each.message.media))}::jsonb[],
        ${column((each) => each.send.actor.type)}::text[],
        ${column((each) => each.send.actor.id)}::uuid[],
        ${column((each) => each.event.id)}::uuid[],
        ${column((each) => each.event.body)}::text[],
        ${column((each) => each.send.idempotency?.route ?? null)}::text[],
        ${column((each) => each.send.idempotency?.key ?? null)}::text[],
        ${column((each) => each.send.idempotency?.fingerprint ?? null)}::bytea[],
        ${column((each) => (each.send.idempotency ? each.answer : null))}::text[]
      ) with ordinality as given (message_id, chat_id, person_id, channel_id, message_type, text, media,
        author_type, author_id, id, body, route, key, fingerprint, answer, ordinality)
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
      where workspace_id = ${workspaceId} and id in (select chat_id from accepted)
      order by id for no key update
    ), new_messages as (
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, media,
        status, author_type, author_id, send_due_at, created_at)
      select ${workspaceId}, message_id, chat_id, person_id, channel_id, 'outbound', message_type, text, media,
        'queued', author_type, author_id, ${now}::timestamptz, ${now}::timestamptz
      from accepted
    ), touched as (
      update chats
      set last_message_id = last.message_id, last_message_direction = 'outbound',
        last_message_text = last.text, last_message_at = ${now}::timestamptz,
        updated_at = ${now}::timestamptz
      from (select distinct on (chat_id) * from accepted order by chat_id, ordinality desc) as last
      where chats.workspace_id = ${workspaceId} and chats.id = last.chat_id
        and last.chat_id in (select id from locked)
    ), active as (
      update chat_activity
      set activity_at = greatest(activity_at, ${now}::timestamptz)
      where workspace_id = ${workspaceId} and chat_id in (select id from locked)
    ), ${eventCtes(workspaceId, now, sql`locked`)}
    select array(select message_id from accepted) as ids,
      (select array_agg(distinct endpoint_id) from new_deliveries) as endpoints`.execute(scope.db)
  const { ids, endpoints } = rows[0]!
  wakeEndpoints(
    scope,
    (endpoints ?? []).map((endpoint_id) => ({ endpoint_id })),
  )
  scope.wake(
    [...new Set(column((each) => each.target.channelId))].map((targetId) => ({
      kind: 'send' as const,
      workspaceId,
      targetId,
    })),
  )
  return new Set(ids)
}
