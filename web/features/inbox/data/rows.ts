import type { Outbox, Outgoing } from './outbox.ts'
import { isShown } from './thread.ts'
import type { Thread } from './thread.ts'
import type { MessageItem, ThreadItem } from './types.ts'

/** What a thread shows in one place: an item, or what is on its way. */
export type Row = { kind: 'item'; item: ThreadItem } | { kind: 'outgoing'; entry: Outgoing }

/** What is known of messages from others of the thread: our reaction to them, and whether they were sent again. */
export type Marks = {
  /** By message; null: taken back. */
  reactions: ReadonlyMap<string, string | null>
  retried: ReadonlySet<string>
}

/** The rows of a thread: its items, and at the end what is on its way and shown by no item yet. */
export function toRows(thread: Thread, outgoing: readonly Outgoing[]): Row[] {
  const shown = new Set(thread.items.map(({ id }) => id))
  const items = thread.items.filter(isShown).map((item): Row => ({ kind: 'item', item }))
  const waiting = outgoing
    .filter(({ matchedId, body }) => !(matchedId && shown.has(matchedId)) && !isReaction(body))
    .map((entry): Row => ({ kind: 'outgoing', entry }))
  return waiting.length > 0 ? [...items, ...waiting] : items
}

function isReaction(body: Outgoing['body']): boolean {
  return body.reaction !== undefined
}

/** What is known of the messages of a thread from its others. */
export function toMarks(items: readonly ThreadItem[], outgoing: readonly Outgoing[]): Marks {
  const reactions = new Map<string, string | null>()
  const retried = new Set<string>()
  for (const item of items) {
    if (item.kind !== 'message' || item.direction !== 'outbound') continue
    if (item.retry_of) retried.add(item.retry_of)
    if (item.type === 'reaction' && item.reply_to && item.status !== 'failed')
      reactions.set(item.reply_to, item.text)
  }
  for (const { body, retryOf, state } of outgoing) {
    if (state === 'failed') continue
    if (retryOf) retried.add(retryOf)
    if (body.reaction) reactions.set(body.reaction.message_id, body.reaction.emoji || null)
  }
  return { reactions, retried }
}

/** How we reacted to a message: as was said last, else as the platform knows. */
export function ownReaction(message: MessageItem, { reactions }: Marks): string | null {
  const said = reactions.get(message.id)
  if (said !== undefined) return said
  return message.reactions.find(({ author }) => author.type !== 'person')?.emoji ?? null
}

/** The key under which a row is shown: what was on its way keeps its own when it arrives. */
export function keyOf(row: Row, keys: Outbox['keys']): string {
  return row.kind === 'outgoing' ? row.entry.key : (keys[row.item.id] ?? row.item.id)
}

/** When a row happened. */
export function timeOf(row: Row): string {
  return row.kind === 'outgoing' ? row.entry.createdAt : row.item.created_at
}

const GROUP_MS = 5 * 60_000

/** Whether `after` goes on with what `before` says: the same side and author, within five minutes. */
export function isSameGroup(before: Row | undefined, after: Row | undefined): boolean {
  if (!before || !after) return false
  const [left, right] = [authorOf(before), authorOf(after)]
  if (left === null || left !== right) return false
  return Date.parse(timeOf(after)) - Date.parse(timeOf(before)) < GROUP_MS
}

function authorOf(row: Row): string | null {
  if (row.kind === 'outgoing') return row.entry.kind === 'note' ? null : 'outbound me'
  const { item } = row
  if (item.kind !== 'message' || item.type === 'system') return null
  return `${item.direction} ${item.author.type} ${item.author.id}`
}

/** The message from which on a chat was unread when it had `count` unread; null where that is not in the thread. */
export function firstUnread(items: readonly ThreadItem[], count: number): string | null {
  if (count === 0) return null
  let left = count
  let first: MessageItem | null = null
  for (let index = items.length - 1; index >= 0 && left > 0; index--) {
    const item = items[index]!
    if (item.kind !== 'message' || item.direction !== 'inbound' || item.type === 'reaction')
      continue
    first = item
    left--
  }
  return left === 0 ? (first?.id ?? null) : null
}
