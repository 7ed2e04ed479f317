import type { LiveEvent } from '../../../lib/live.ts'
import type { Message, MessageItem, Note, ThreadItem, ThreadPage } from './types.ts'

/**
 * The part of a thread that was read, the oldest first. `before` and `after` read on; null: nothing is beyond.
 * `firstIndex` is the number of its first row, which falls by one for each that is put before it. `newerCount`: how
 * many came after the part, where that does not reach the newest.
 */
export type Thread = {
  readonly items: readonly ThreadItem[]
  readonly before: string | null
  readonly after: string | null
  readonly firstIndex: number
  readonly newerCount: number
  /** Where it was opened; another one is another look at the thread. */
  readonly openedAs: string
}

/** What an event says of a thread. */
export type ThreadChange = { item: ThreadItem; isNew: boolean }

const FIRST_INDEX = 1_000_000

/** Whether an item has a place of its own: our reactions stand at what they are for, unless they failed. */
export function isShown(item: ThreadItem): boolean {
  return item.kind !== 'message' || item.type !== 'reaction' || item.status === 'failed'
}

/** The thread of a part of it. */
export function openThread(page: ThreadPage): Thread {
  const items = page.data.toSorted(compareItems)
  return {
    items,
    openedAs: items[0]?.id ?? '',
    before: page.before_cursor,
    after: page.after_cursor,
    firstIndex: FIRST_INDEX,
    newerCount: 0,
  }
}

/** The thread with the part before it. Items that are known stay as they are: they were followed since. */
export function addOlder(thread: Thread, page: ThreadPage): Thread {
  const known = new Set(thread.items.map(({ id }) => id))
  const older = page.data.filter(({ id }) => !known.has(id))
  return {
    ...thread,
    items: [...older, ...thread.items].toSorted(compareItems),
    before: page.before_cursor,
    firstIndex: thread.firstIndex - older.filter(isShown).length,
  }
}

/** The thread with the part after it. */
export function addNewer(thread: Thread, page: ThreadPage): Thread {
  const known = new Set(thread.items.map(({ id }) => id))
  const newer = page.data.filter(({ id }) => !known.has(id))
  return {
    ...thread,
    items: [...thread.items, ...newer].toSorted(compareItems),
    after: page.after_cursor,
    newerCount: page.after_cursor === null ? 0 : Math.max(0, thread.newerCount - newer.length),
  }
}

/**
 * The thread after its newest part was read again: what was done with the chat is not told by events, and a slip
 * that was taken back is gone.
 */
export function refreshTail(thread: Thread, page: ThreadPage): Thread {
  if (thread.after !== null) return thread
  const first = page.data[0]
  const isWhole = page.before_cursor === null
  if (!first && !isWhole) return thread
  const given = new Map(page.data.map((item) => [item.id, item]))
  const isCovered = (item: ThreadItem) => isWhole || compareItems(item, first!) >= 0
  const last = thread.items.at(-1)
  // Nothing joins the two: what is between them would be missing.
  if (first && last && !isWhole && compareItems(first, last) > 0 && thread.items.length > 0)
    return { ...openThread(page), firstIndex: thread.firstIndex }
  const kept = thread.items.filter(
    (item) => given.has(item.id) || item.kind !== 'change' || !isCovered(item),
  )
  const known = new Set(kept.map(({ id }) => id))
  const added = page.data.filter(
    (item) => !known.has(item.id) && (thread.before === null || isAfterFirst(thread, item)),
  )
  const items = [...kept.map((item) => given.get(item.id) ?? item), ...added]
  return { ...thread, items: items.toSorted(compareItems) }
}

/** The thread after `changes`, in their order. A repeat changes nothing. */
export function applyToThread(thread: Thread, changes: readonly ThreadChange[]): Thread {
  if (changes.length === 0) return thread
  const items = [...thread.items]
  const indexes = new Map(items.map((item, index) => [item.id, index]))
  let { newerCount } = thread
  let isSorted = true
  for (const { item, isNew } of changes) {
    const index = indexes.get(item.id)
    if (index !== undefined) {
      items[index] = withItem(items[index]!, item)
      continue
    }
    if (thread.before !== null && !isAfterFirst(thread, item)) continue
    if (thread.after !== null && !isBeforeLast(thread, item)) {
      if (isNew) newerCount++
      continue
    }
    indexes.set(item.id, items.length)
    const last = items.at(-1)
    if (last && compareItems(last, item) > 0) isSorted = false
    items.push(item)
  }
  return { ...thread, items: isSorted ? items : items.toSorted(compareItems), newerCount }
}

/** Returns the change of its chat's thread that an event asks for; undefined when it asks for none. */
export function toThreadChange(event: Omit<LiveEvent, 'id'>): ThreadChange | undefined {
  switch (event.type) {
    case 'message.sent':
    case 'message.received':
    case 'message.echoed':
      return { item: toItem(event.data as Message), isNew: true }
    case 'message.updated':
    case 'message.status_changed':
      return { item: toItem(event.data as Message), isNew: false }
    case 'note.created':
    case 'note.updated':
      return {
        item: { kind: 'note', ...(event.data as Note) },
        isNew: event.type === 'note.created',
      }
    case 'conversation.created':
    case 'conversation.updated':
    case 'contact.created':
    case 'contact.updated':
    case 'ticket.created':
    case 'ticket.updated':
    case 'presence':
      return undefined
  }
}

/** A message as an item; what it quotes is looked up where it is shown. */
export function toItem(message: Message): MessageItem {
  return { kind: 'message', ...message, reply_preview: null }
}

/** Order of time, then of ids. */
export function compareItems(a: ThreadItem, b: ThreadItem): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

function isAfterFirst(thread: Thread, item: ThreadItem): boolean {
  const first = thread.items[0]
  return !first || compareItems(item, first) > 0
}

function isBeforeLast(thread: Thread, item: ThreadItem): boolean {
  const last = thread.items.at(-1)
  return last !== undefined && compareItems(item, last) < 0
}

function withItem(before: ThreadItem, after: ThreadItem): ThreadItem {
  if (before.kind !== 'message' || after.kind !== 'message') return after
  return { ...after, reply_preview: after.reply_preview ?? before.reply_preview }
}
