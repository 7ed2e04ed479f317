import { sql } from 'kysely'
import type { Actor, Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { createEvent } from '#events/event-body.ts'
import { AppError } from '#lib/errors.ts'
import { describeUpload } from '../uploads/upload-kinds.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { checkFingerprint, IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { newId } from '#lib/ids.ts'
import { checkWindow } from './check-window.ts'
import { readReferences } from './read-references.ts'
import type { SendReferences } from './read-references.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import { toMessage } from '../schema.ts'
import type { Message } from '../schema.ts'
import type { SendInput } from './send-input.ts'

/** One send: who sends, what, the idempotency key it came with, and the failed message that it is sent instead of. */
export type Send = SendInput & {
  actor: Actor
  idempotency: Idempotency | undefined
  retryOf?: string
}

/** A send that can be written: its rows and its answer are made, nothing is stored yet. */
export type PreparedSend = {
  send: Send
  target: ResolvedTarget
  message: Message
  event: { id: string; body: string }
  answer: string
  /** What the row keeps as JSON: of a file not its link, which is made for each answer. */
  stored: { media: string | null; content: string | null }
}

/**
 * Makes sends ready to be written, or gives the stored answer to one that was written before.
 *
 * Each input fails by itself. Codes: conversation_not_found, conflicting_targets, idempotency_key_reused,
 * window_closed, and those of `readReferences`.
 */
export async function prepareSends(
  scope: Scope,
  sends: Send[],
): Promise<Outcome<PreparedSend | StoredAnswer>[]> {
  const [stored, targets] = await Promise.all([
    readStoredAnswers(scope, sends),
    resolveTargets(scope, sends),
  ])
  const references = await readReferences(scope, sends, targets)
  return sends.map((send, index) => {
    try {
      const first = stored(send)
      if (first) return { status: 'fulfilled', value: first }
      const target = targets[index]!
      if (target instanceof AppError) throw target
      checkWindow(send, target, scope.clock.now())
      const prepared = prepareSend(scope, send, target, references(send, target))
      return { status: 'fulfilled', value: prepared }
    } catch (err) {
      return { status: 'rejected', reason: err }
    }
  })
}

/**
 * The answers that were stored for the idempotency keys of `sends`: a look-up that gives the answer to a send,
 * undefined when its key is new, and throws idempotency_key_reused.
 */
export async function readStoredAnswers(
  scope: Scope,
  sends: Send[],
): Promise<(send: Send) => StoredAnswer | undefined> {
  const keys = sends.flatMap((send) => send.idempotency ?? [])
  if (keys.length === 0) return () => undefined
  const after = new Date(scope.clock.now().getTime() - IDEMPOTENCY_MS)
  const asked = bulkRows('asked', keys, {
    route: ['text', (each) => each.route],
    key: ['text', (each) => each.key],
  })
  const { rows } = await sql<{
    route: string
    key: string
    fingerprint: Buffer
    response_status: number
    response_body: string
  }>`
    select route, key, fingerprint, response_status, response_body
    from idempotency_keys
    where workspace_id = ${scope.workspaceId} and created_at >= ${after} and (route, key) in (
      select route, key from ${asked})`.execute(scope.db)
  const byKey = new Map(rows.map((row) => [idempotencyText(row), row]))
  return ({ idempotency }) => {
    const row = idempotency && byKey.get(idempotencyText(idempotency))
    if (!row) return undefined
    checkFingerprint(row.fingerprint, idempotency)
    return { status: row.response_status, body: row.response_body, replayed: true }
  }
}

/** Route and key as one text, to tell keys apart by. */
export function idempotencyText(idempotency: Pick<Idempotency, 'route' | 'key'>): string {
  return `${idempotency.route} ${idempotency.key}`
}

/** The rows and the answer of one send, nothing stored. @throws {AppError} media_not_usable */
export function prepareSend(
  scope: Scope,
  send: Send,
  target: ResolvedTarget,
  references: SendReferences,
): PreparedSend {
  const now = scope.clock.now()
  const { upload } = references
  const file = upload && describeUpload(send, upload)
  const media = file?.media ?? toMedia(send)
  const message = toMessage(scope, {
    id: newId(),
    chat_id: target.chatId,
    person_id: target.personId,
    direction: 'outbound',
    type:
      send.type ?? file?.type ?? (send.mediaUrl === undefined ? 'text' : mediaType(send.mediaUrl)),
    text: send.text ?? references.templateText,
    media,
    status: 'queued',
    error_code: null,
    error_message: null,
    author_type: send.actor.type,
    author_id: send.actor.id,
    created_at: now,
    content: send.content ?? null,
    origin: null,
    reply_to_id: send.replyTo ?? null,
    reactions: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    edited_at: null,
    revoked_at: null,
    retry_of_id: send.retryOf ?? null,
  })
  return {
    send,
    target,
    message,
    event: createEvent(scope.workspaceId, 'message.sent', message, now),
    answer: JSON.stringify({ ...message, target: { matched_by: target.matchedBy } }),
    stored: {
      media: media && JSON.stringify(media),
      content: send.content ? JSON.stringify(send.content) : null,
    },
  }
}

function toMedia({ mediaUrl, filename }: Send): Record<string, unknown> | null {
  return mediaUrl === undefined
    ? null
    : { url: mediaUrl, ...(filename !== undefined && { filename }) }
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
