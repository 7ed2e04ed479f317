import { useMemo } from 'react'
import { isPassing, ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import { addOutgoing, confirmOutgoing, dropOutgoing, failOutgoing } from './data/outbox.ts'
import type { Outgoing } from './data/outbox.ts'
import { changeOutbox, readOutbox } from './data/outbox-store.ts'
import { lastSentAt } from './data/thread-query.ts'
import { applyResponse } from './data/apply-response.ts'
import type { Message, Note, SendBody } from './data/types.ts'

/** A message to send; `file` is shown until the server's copy is (`url` may be a blob: address). */
export type SendInput = SendBody & { file?: NonNullable<Outgoing['file']> }

/** A note to create; `mentions` are memberships. */
type NoteInput = { text: string; mentions?: string[] }

/**
 * The send actions of a conversation. Each shows its effect immediately and none throws: a failure appears in the
 * thread, with actions to retry (`retrySend`, with the same idempotency key) or discard (`drop`).
 */
export type Sending = {
  send: (input: SendInput) => void
  sendNote: (input: NoteInput) => void
  /** Sends a message that the platform failed again, as a new one. */
  retry: (message: Pick<Message, 'id' | 'type' | 'text' | 'reply_to'>) => void
  retrySend: (key: string) => void
  drop: (key: string) => void
}

/** Returns the send actions of the conversation `chatId`. */
export function useSend(chatId: string): Sending {
  return useMemo(() => createSending(chatId), [chatId])
}

/** Creates the send actions of the conversation `chatId`; components use `useSend`. */
export function createSending(chatId: string): Sending {
  const start = (part: Pick<Outgoing, 'kind' | 'body'> & Partial<Outgoing>) =>
    void deliver({
      key: crypto.randomUUID(),
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
  return {
    send: ({ file, ...body }) => start({ kind: 'message', body, file: file ?? null }),
    sendNote: ({ text, mentions = [] }) =>
      start({ kind: 'note', body: { message: text }, mentions }),
    retry: ({ id, text, reply_to }) =>
      start({
        kind: 'message',
        retryOf: id,
        body: { ...(text !== null && { message: text }), ...(reply_to && { reply_to }) },
      }),
    retrySend,
    drop: (key) => changeOutbox((outbox) => dropOutgoing(outbox, key)),
  }
}

/** Retries a failed request with its key. */
function retrySend(key: string): void {
  const entry = readOutbox().entries.find((each) => each.key === key)
  if (entry?.state === 'failed') void deliver({ ...entry, state: 'sending', error: null })
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

async function attempt(entry: Outgoing): Promise<void> {
  try {
    const item = await applyResponse(entry, () => request(entry))
    changeOutbox((outbox) => confirmOutgoing(outbox, entry.key, item.id))
    if (entry.file?.url) URL.revokeObjectURL(entry.file.url)
  } catch (err) {
    const failure = {
      error: err instanceof ParleyError ? err.message : null,
      isRetryable: isPassing(err, 'POST') || !(err instanceof ParleyError),
    }
    changeOutbox((outbox) => failOutgoing(outbox, entry.key, failure))
  }
}

function request({
  kind,
  chatId,
  key,
  body,
  mentions,
  retryOf,
}: Outgoing): Promise<Message | Note> {
  if (kind === 'note')
    return api.post<Note>(`/api/v1/chats/${chatId}/notes`, { text: body.message, mentions }, key)
  if (retryOf) return api.post<Message>(`/api/v1/messages/${retryOf}/retry`, {}, key)
  return api.post<Message>('/api/v1/messages/send', { conversation_id: chatId, ...body }, key)
}
