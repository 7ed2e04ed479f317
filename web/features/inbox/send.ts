import { useMemo } from 'react'
import { isPassing, ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import { addOutgoing, confirmOutgoing, dropOutgoing, failOutgoing } from './data/outbox.ts'
import type { Outgoing, OutgoingQuestion } from './data/outbox.ts'
import { changeOutbox, readOutbox } from './data/outbox-store.ts'
import { lastSentAt, readTail } from './data/thread-query.ts'
import { applyResponse } from './data/apply-response.ts'
import type { Message, Note, SendBody } from './data/types.ts'

/** A message to send; `file` is shown until the server's copy is (`url` may be a blob: address). */
export type SendInput = SendBody & { file?: NonNullable<Outgoing['file']> }

/** A note to create; `mentions` are memberships. */
type NoteInput = { text: string; mentions?: string[] }

/** The draft that a message or a note was, and the time up to which its author has seen the replies of other members. */
type Origin = Pick<Outgoing, 'draft' | 'seenUntil' | 'closes' | 'handsOverTo' | 'holdSeconds'>

/**
 * The send actions of a conversation. Each shows its effect immediately and none throws: a failure appears in the
 * thread, with actions to retry (`retrySend`, with the same idempotency key) or discard (`drop`).
 */
export type Sending = {
  /** Sends a message, and returns its key. */
  send: (input: SendInput, origin?: Origin) => string
  sendNote: (input: NoteInput, origin?: Origin) => void
  /** Sends a message that the platform failed again, as a new one. */
  retry: (message: Pick<Message, 'id' | 'type' | 'text' | 'reply_to'>) => void
  retrySend: (key: string) => void
  /** Sends what the server asked about, and what waits behind it. */
  sendAnyway: () => void
  drop: (key: string) => void
}

/** Returns the send actions of the conversation `chatId`. */
export function useSend(chatId: string): Sending {
  return useMemo(() => createSending(chatId), [chatId])
}

/** Creates the send actions of the conversation `chatId`; components use `useSend`. */
export function createSending(chatId: string): Sending {
  const start = (part: Pick<Outgoing, 'kind' | 'body'> & Partial<Outgoing>) => {
    const key = crypto.randomUUID()
    void deliver({
      key,
      chatId,
      mentions: [],
      retryOf: null,
      file: null,
      createdAt: new Date().toISOString(),
      since: lastSentAt(chatId, part.kind),
      state: 'sending',
      error: null,
      isRetryable: false,
      matchedId: null,
      ...part,
    })
    return key
  }
  return {
    send: ({ file, ...body }, origin) =>
      start({ kind: 'message', body, file: file ?? null, ...origin }),
    sendNote: ({ text, mentions = [] }, origin) =>
      void start({ kind: 'note', body: { message: text }, mentions, ...origin }),
    retry: ({ id, text, reply_to }) =>
      void start({
        kind: 'message',
        retryOf: id,
        body: { ...(text !== null && { message: text }), ...(reply_to && { reply_to }) },
      }),
    retrySend,
    sendAnyway: () => {
      for (const each of readOutbox().entries)
        if (each.chatId === chatId && each.question)
          deliverAgain({
            ...each,
            question: null,
            addsParticipants: each.question === 'mention_needs_access',
            seenUntil: null,
            draft: (each.question !== 'draft_changed' && each.draft) || null,
          })
    },
    drop: (key) => {
      const entry = findEntry(key)
      entry?.draft?.dropped()
      if (entry?.heldId) forgetHeld(entry.heldId)
      changeOutbox((outbox) => dropOutgoing(outbox, key))
    },
  }
}

function findEntry(key: string): Outgoing | undefined {
  return readOutbox().entries.find((each) => each.key === key)
}

function deliverAgain(entry: Outgoing): void {
  void deliver({ ...entry, state: 'sending', error: null })
}

/** Retries a failed request with its key. */
function retrySend(key: string): void {
  const entry = findEntry(key)
  if (entry?.state === 'failed') deliverAgain(entry)
}

/** Retries everything that could not reach the server. */
export function retryAllSends(): void {
  for (const { key, state, isRetryable: canRetry } of readOutbox().entries)
    if (state === 'failed' && canRetry) retrySend(key)
}

/** The last request of each conversation: the next one waits for it, so that messages keep their order. */
const tails = new Map<string, Promise<void>>()

async function deliver(entry: Outgoing): Promise<void> {
  changeOutbox((outbox) => addOutgoing(outbox, entry))
  const { chatId } = entry
  const own = (tails.get(chatId) ?? Promise.resolve()).then(() => attempt(entry))
  tails.set(chatId, own)
  await own
  if (tails.get(chatId) === own) tails.delete(chatId)
}

/** Waits until the last request of a conversation has been answered. */
export async function untilStored(chatId: string): Promise<void> {
  await tails.get(chatId)
}

async function attempt(entry: Outgoing): Promise<void> {
  const before = findQuestion(entry)
  if (before) return fail(entry, { error: null, isRetryable: false, question: before })
  try {
    if (entry.holdSeconds && !entry.heldId) return await hold(entry)
    const item = await applyResponse(entry, () => request(entry))
    changeOutbox((outbox) => confirmOutgoing(outbox, entry.key, item.id))
    if (entry.heldId) forgetHeld(entry.heldId)
    entry.draft?.sent()
    if (entry.file?.url) URL.revokeObjectURL(entry.file.url)
  } catch (err) {
    const question = toQuestion(err)
    fail(entry, {
      error: err instanceof ParleyError ? err.message : null,
      isRetryable: isPassing(err, 'POST') || !(err instanceof ParleyError),
      question,
      // The server's message names them by their ids.
      ...(question === 'mention_needs_access' && {
        unseenBy: String(err).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [],
      }),
    })
    // The reply that the question is about is shown above it.
    if (question === 'already_answered') await readTail(entry.chatId).catch(() => undefined)
  }
}

/** Returns what was asked about an earlier message of the same reply. */
function findQuestion({ chatId, key, seenUntil }: Outgoing): OutgoingQuestion | null {
  if (!seenUntil) return null
  const { entries } = readOutbox()
  const earlier = entries.slice(
    0,
    entries.findIndex((each) => each.key === key),
  )
  return earlier.find((each) => each.chatId === chatId && each.question)?.question ?? null
}

/** Codes with which the server asks before it stores a message or a note. */
const QUESTIONS: readonly OutgoingQuestion[] = [
  'already_answered',
  'draft_changed',
  'mention_needs_access',
]

function toQuestion(err: unknown): OutgoingQuestion | null {
  if (!(err instanceof ParleyError)) return null
  return QUESTIONS.find((code) => err.is(code)) ?? null
}

function fail({ key }: Outgoing, failure: Parameters<typeof failOutgoing>[2]): void {
  changeOutbox((outbox) => failOutgoing(outbox, key, failure))
}

/** Stores a reply on the server, which sends it after some seconds. It stays in the outbox until then. */
async function hold(entry: Outgoing): Promise<void> {
  const { key, holdSeconds } = entry
  const body = { ...(await toReply(entry)), hold_seconds: holdSeconds }
  const held = await api.post<{ id: string }>('/api/app/held-replies', body, key)
  changeOutbox((outbox) => ({
    ...outbox,
    entries: outbox.entries.map((each) => (each.key === key ? { ...each, heldId: held.id } : each)),
  }))
  entry.draft?.sent()
}

/** Deletes a reply that could not be sent at its time: it was sent again, or discarded. */
function forgetHeld(id: string): void {
  api.delete(`/api/app/held-replies/${id}`).catch(() => undefined)
}

/** Returns the body of a reply. */
async function toReply({ chatId, body, seenUntil, closes, draft, heldId }: Outgoing) {
  // The draft of a held reply was deleted when that was stored.
  const version = heldId ? null : await draft?.version
  return {
    conversation_id: chatId,
    message: body,
    ...(version && { draft_version: version }),
    ...(seenUntil && { seen_until: seenUntil }),
    ...(closes && { closes }),
  }
}

async function request(entry: Outgoing): Promise<Message | Note> {
  const { kind, chatId, body, mentions, retryOf, addsParticipants, handsOverTo, heldId } = entry
  // A held reply has one key, whichever device sends it again.
  const key = heldId ?? entry.key
  if (retryOf) return api.post<Message>(`/api/v1/messages/${retryOf}/retry`, {}, key)
  if (kind === 'note') {
    const version = await entry.draft?.version
    return api.post<Note>(
      '/api/app/notes',
      {
        conversation_id: chatId,
        ...(version && { draft_version: version }),
        ...(handsOverTo && { hand_over_to: handsOverTo }),
        note: {
          text: body.message,
          mentions,
          ...(addsParticipants && { add_participants: true }),
        },
      },
      key,
    )
  }
  return api.post<Message>('/api/app/replies', await toReply(entry), key)
}
