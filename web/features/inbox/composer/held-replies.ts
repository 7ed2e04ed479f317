import { queryOptions } from '@tanstack/react-query'
import type { HeldReply } from '#inbox/held-replies/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { addOutgoing, dropOutgoing, failOutgoing } from '../data/outbox.ts'
import type { Outgoing, OutgoingQuestion } from '../data/outbox.ts'
import { changeOutbox, readOutbox } from '../data/outbox-store.ts'
import type { SendBody } from '../data/types.ts'
import { untilStored } from '../send.ts'
import { restoreFiles } from './attachments.ts'
import { addToDraft } from './draft-sync.ts'

type Held = Wire<HeldReply>

/**
 * Reads the member's replies that are not sent yet or could not be sent, and shows them in their conversations, also after a reload and on
 * another device. The key begins with that of own drafts: a signal about these reads both again.
 */
export const heldRepliesQuery = (membershipId: string) =>
  queryOptions({
    queryKey: ['own-drafts', membershipId, 'held'],
    queryFn: async ({ signal }) => {
      const before = readOutbox().entries.flatMap(({ heldId }) => heldId ?? [])
      const { data } = await api.get<{ data: Held[] }>('/api/app/held-replies', {}, signal)
      for (const held of data) show(held)
      // It was sent or undone elsewhere.
      for (const { key, heldId } of readOutbox().entries)
        if (heldId && before.includes(heldId) && !data.some(({ id }) => id === heldId))
          changeOutbox((outbox) => dropOutgoing(outbox, key))
      return data
    },
  })

function show(held: Held): void {
  const known = readOutbox().entries.find(({ heldId }) => heldId === held.id)
  const entry = known ?? toOutgoing(held)
  if (!known) changeOutbox((outbox) => addOutgoing(outbox, entry))
  const { error } = held
  if (error)
    changeOutbox((outbox) =>
      failOutgoing(outbox, entry.key, {
        error: error.message,
        isRetryable: false,
        question: error.code === 'already_answered' ? (error.code as OutgoingQuestion) : null,
      }),
    )
}

function toOutgoing({ id, conversation_id: chatId, message, closes, created_at }: Held): Outgoing {
  const { filename, media_id: mediaId } = message as SendBody
  return {
    key: id,
    heldId: id,
    chatId,
    kind: 'message',
    body: message as SendBody,
    closes,
    mentions: [],
    retryOf: null,
    file: mediaId ? { url: null, name: filename ?? '', mimeType: '', size: 0 } : null,
    createdAt: created_at,
    since: created_at,
    state: 'sending',
    error: null,
    isRetryable: false,
    matchedId: null,
  }
}

/**
 * Undoes held replies: their texts and files return to the composer. @throws {ParleyError} the server's error, also when one has been sent
 */
export async function takeBack(membershipId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const find = () => readOutbox().entries.find((each) => each.key === key)
    await untilStored(find()?.chatId ?? '')
    const entry = find()
    if (!entry?.heldId) continue
    await api.delete(`/api/app/held-replies/${entry.heldId}`)
    changeOutbox((outbox) => dropOutgoing(outbox, key))
    const { chatId, body, file } = entry
    if (body.message) addToDraft(membershipId, chatId, body.message)
    if (file && body.media_id)
      restoreFiles(chatId, {
        ...file,
        mediaId: body.media_id,
        type: body.type ?? null,
      })
  }
}
