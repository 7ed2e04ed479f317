import type { TakenDraft } from '../composer/draft-sync.ts'
import type { Message, SendBody } from './types.ts'

/**
 * A message or note that this page sent and the server has not confirmed. `matchedId` is the message of an event that
 * it probably is; `isRetryable`: a retry may succeed.
 */
export type Outgoing = {
  key: string
  chatId: string
  kind: 'message' | 'note'
  /** The request body; for a note only `message` counts. */
  body: SendBody
  mentions: string[]
  /** The failed message that it replaces. */
  retryOf: string | null
  /** Its file as it is shown until the server has it. */
  file: {
    url: string | null
    name: string
    mimeType: string
    size: number
    /** The chosen file, for the composer if the message returns to it. */
    source?: File
  } | null
  createdAt: string
  /**
   * The server's time of the newest message or note that this member sent before this one; the time of this one will be
   * later.
   */
  since: string | null
  state: 'sending' | 'failed'
  error: string | null
  isRetryable: boolean
  matchedId: string | null
  /** Its author has seen the replies of other members up to this time. */
  seenUntil?: string | null
  /** The server holds it for so many seconds before it is sent. */
  holdSeconds?: number
  /** The held reply that the server has stored. */
  heldId?: string | null
  /** Closes the conversation with it. */
  closes?: boolean
  /** Hands the conversation over with it. */
  handsOverTo?: Receiver | null
  /** The draft that it was. */
  draft?: TakenDraft | null
  /** Why its author is asked before it is sent; otherwise absent. */
  question?: OutgoingQuestion | null
  /** The memberships of those who are mentioned and cannot see the conversation. */
  unseenBy?: string[]
  /** Adds those who are mentioned to the conversation. */
  addsParticipants?: boolean
}

/** A membership or a team that gets a conversation. */
export type Receiver = { type: 'member' | 'team'; id: string }

/**
 * Why the server asks before it stores a message or a note: another member has replied, the draft was sent or changed elsewhere, or
 * somebody who is mentioned cannot see the conversation.
 */
export type OutgoingQuestion = 'already_answered' | 'draft_changed' | 'mention_needs_access'

/** The outgoing messages in order of sending; `keys`: the row key of each confirmed message. */
export type Outbox = { entries: readonly Outgoing[]; keys: Readonly<Record<string, string>> }

/** An empty outbox. */
export const emptyOutbox: Outbox = { entries: [], keys: {} }

/** Adds an outgoing message, or replaces it when it is retried. */
export function addOutgoing(outbox: Outbox, entry: Outgoing): Outbox {
  const rest = outbox.entries.filter(({ key }) => key !== entry.key)
  return { ...outbox, entries: [...rest, entry] }
}

/** Confirms that the server stored a message or note as `id`, which is shown in its place from now on. */
export function confirmOutgoing(outbox: Outbox, key: string, id: string): Outbox {
  const entry = outbox.entries.find((each) => each.key === key)
  const keys = { ...outbox.keys, [id]: key }
  // It had been matched with another message, such as the same text from another window.
  if (entry?.matchedId && entry.matchedId !== id) delete keys[entry.matchedId]
  return { entries: outbox.entries.filter((each) => each.key !== key), keys }
}

/** Marks a message as failed, with the reason, so that it is shown again. */
export function failOutgoing(
  outbox: Outbox,
  key: string,
  failure: Pick<Outgoing, 'error' | 'isRetryable' | 'question' | 'unseenBy'>,
): Outbox {
  const keys = { ...outbox.keys }
  const entries = outbox.entries.map((each) => {
    if (each.key !== key) return each
    if (each.matchedId) delete keys[each.matchedId]
    return { ...each, ...failure, state: 'failed' as const, matchedId: null }
  })
  return { entries, keys }
}

/** Removes a message that its author discarded. */
export function dropOutgoing(outbox: Outbox, key: string): Outbox {
  return { ...outbox, entries: outbox.entries.filter((each) => each.key !== key) }
}

/** Matches `item` from an event or a read that arrived before the server's response, so that it is not shown twice. */
export function matchOutgoing(outbox: Outbox, item: Sent, membershipId: string): Outbox {
  if (item.author.type !== 'member' || item.author.id !== membershipId) return outbox
  if (outbox.keys[item.id]) return outbox
  const found = outbox.entries.find(
    (each) => each.state === 'sending' && each.matchedId === null && isSame(each, item),
  )
  if (!found) return outbox
  if (found.heldId) return confirmOutgoing(outbox, found.key, item.id)
  return {
    entries: outbox.entries.map((each) =>
      each === found ? { ...each, matchedId: item.id } : each,
    ),
    keys: { ...outbox.keys, [item.id]: found.key },
  }
}

/** The fields of a message or note that identify the outgoing one. */
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
  // The platform renders the text of a template.
  return body.template ? item.type === 'template' : (body.message ?? null) === item.text
}
