import type { Outbox, Outgoing } from './outbox.ts'
import { isShown } from './thread.ts'
import type { Thread } from './thread.ts'
import type { MessageItem, ThreadItem } from './types.ts'

/** A row of a thread: an item, or an outgoing message. */
export type Row = { kind: 'item'; item: ThreadItem } | { kind: 'outgoing'; entry: Outgoing }

/** Facts about messages that follow from others: our reaction to them, and whether they were sent again. */
export type Marks = {
  /** Our reaction by message id; null if it was removed. */
  reactions: ReadonlyMap<string, string | null>
  retried: ReadonlySet<string>
}

/** Returns the rows of a thread: its items, and at the end the outgoing messages without an item. */
export function toRows(thread: Thread, outgoing: readonly Outgoing[]): Row[] {
  const shown = new Set(thread.items.map(({ id }) => id))
  const items = thread.items.filter(isShown).map(toRow)
  const waiting = outgoing
    .filter(({ matchedId, body }) => !(matchedId && shown.has(matchedId)) && !isReaction(body))
    .map((entry): Row => ({ kind: 'outgoing', entry }))
  return waiting.length > 0 ? [...items, ...waiting] : items
}

const rowsOfItems = new WeakMap<ThreadItem, Row>()

/** Returns the row of an item: the same one each time, so that it is drawn once. */
function toRow(item: ThreadItem): Row {
  const row = rowsOfItems.get(item) ?? { kind: 'item', item }
  rowsOfItems.set(item, row)
  return row
}

function isReaction(body: Outgoing['body']): boolean {
  return body.reaction !== undefined
}

/** Returns the facts about a thread's messages that follow from its others. */
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

/** Returns our reaction to a message: the last one sent, else the platform's. */
export function ownReaction(message: MessageItem, { reactions }: Marks): string | null {
  const said = reactions.get(message.id)
  if (said !== undefined) return said
  return message.reactions.find(({ author }) => author.type !== 'person')?.emoji ?? null
}

/** Returns the key of a row: a confirmed outgoing message keeps its key. */
export function keyOf(row: Row, keys: Outbox['keys']): string {
  return row.kind === 'outgoing' ? row.entry.key : (keys[row.item.id] ?? row.item.id)
}

/** Returns the time of a row. */
export function timeOf(row: Row): string {
  return row.kind === 'outgoing' ? row.entry.createdAt : row.item.created_at
}

const GROUP_MS = 5 * 60_000

/** Returns whether `after` continues `before`: the same side and author, within five minutes. */
export function isSameGroup(before: Row | undefined, after: Row | undefined): boolean {
  if (!before || !after) return false
  const [left, right] = [authorOf(before), authorOf(after)]
  if (left === null || left !== right) return false
  return Date.parse(timeOf(after)) - Date.parse(timeOf(before)) < GROUP_MS
}

/** Returns a text that names the side and the author of a row; null if the row belongs to no run. */
export function authorOf(row: Row): string | null {
  if (row.kind === 'outgoing') return row.entry.kind === 'note' ? null : 'outbound me'
  const { item } = row
  if (item.kind !== 'message' || item.type === 'system') return null
  return `${item.direction} ${item.author.type} ${item.author.id}`
}

/** Returns the first unread message when `count` are unread; null when it is not in the thread. */
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
