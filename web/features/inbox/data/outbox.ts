import type { Message, SendBody } from './types.ts'

/**
 * A message or note that was written here and is on its way. `matchedId`: the message that an event showed and that
 * it probably is; `isPassing`: trying again may help.
 */
export type Outgoing = {
  key: string
  chatId: string
  kind: 'message' | 'note'
  /** What is sent; for a note only `message` counts. */
  body: SendBody
  mentions: string[]
  /** The failed message that it is sent instead of. */
  retryOf: string | null
  /** What is shown of its file until the server has it. */
  file: { url: string | null; name: string; mimeType: string; size: number } | null
  createdAt: string
  /** The server's time of the last such message or note that was known: what it becomes is newer. */
  since: string | null
  state: 'sending' | 'failed'
  error: string | null
  isPassing: boolean
  matchedId: string | null
}

/** What is on its way, in the order in which it was sent; `keys`: under which key a message was shown before. */
export type Outbox = { entries: readonly Outgoing[]; keys: Readonly<Record<string, string>> }

/** Nothing is on its way. */
export const emptyOutbox: Outbox = { entries: [], keys: {} }

/** With one more on its way, or one that is tried again. */
export function addOutgoing(outbox: Outbox, entry: Outgoing): Outbox {
  const rest = outbox.entries.filter(({ key }) => key !== entry.key)
  return { ...outbox, entries: [...rest, entry] }
}

/** After the server answered with the message or note `id`: from now on that is shown in its place. */
export function confirmOutgoing(outbox: Outbox, key: string, id: string): Outbox {
  const entry = outbox.entries.find((each) => each.key === key)
  const keys = { ...outbox.keys, [id]: key }
  // It was taken for another one, such as the same words from another window of ours.
  if (entry?.matchedId && entry.matchedId !== id) delete keys[entry.matchedId]
  return { entries: outbox.entries.filter((each) => each.key !== key), keys }
}

/** After the server refused it or could not be reached: it is shown again, with the reason. */
export function failOutgoing(
  outbox: Outbox,
  key: string,
  failure: { error: string | null; isPassing: boolean },
): Outbox {
  const keys = { ...outbox.keys }
  const entries = outbox.entries.map((each) => {
    if (each.key !== key) return each
    if (each.matchedId) delete keys[each.matchedId]
    return { ...each, ...failure, state: 'failed' as const, matchedId: null }
  })
  return { entries, keys }
}

/** Without one that its writer gave up. */
export function dropOutgoing(outbox: Outbox, key: string): Outbox {
  return { ...outbox, entries: outbox.entries.filter((each) => each.key !== key) }
}

/** After an event or a read showed `item` before the server's answer came: what it stands for is not shown twice. */
export function matchOutgoing(outbox: Outbox, item: Sent, membershipId: string): Outbox {
  if (item.author.type !== 'member' || item.author.id !== membershipId) return outbox
  if (outbox.keys[item.id]) return outbox
  const found = outbox.entries.find(
    (each) => each.state === 'sending' && each.matchedId === null && isSame(each, item),
  )
  if (!found) return outbox
  return {
    entries: outbox.entries.map((each) =>
      each === found ? { ...each, matchedId: item.id } : each,
    ),
    keys: { ...outbox.keys, [item.id]: found.key },
  }
}

/** What of a message or note tells which outgoing one it is. */
export type Sent = Pick<Message, 'id' | 'conversation_id' | 'text' | 'author' | 'created_at'> &
  Partial<Pick<Message, 'type' | 'reply_to' | 'retry_of'>>

function isSame(entry: Outgoing, item: Sent): boolean {
  if (entry.chatId !== item.conversation_id) return false
  if (entry.since !== null && item.created_at <= entry.since) return false
  if ((entry.kind === 'note') !== (item.type === undefined)) return false
  if (entry.retryOf !== null || (item.retry_of ?? null) !== null)
    return entry.retryOf === (item.retry_of ?? null)
  const { body } = entry
  if (entry.kind === 'message' && (body.reply_to ?? null) !== (item.reply_to ?? null)) return false
  if (body.type && body.type !== item.type) return false
  // What is said by a template is the platform's to word.
  return body.template ? item.type === 'template' : (body.message ?? null) === item.text
}
