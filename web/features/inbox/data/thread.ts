import { isAbout, subjectOf } from '#shared/event-types.ts'
import type { EventTypeOf } from '#shared/event-types.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import type { Message, MessageItem, Note, ThreadItem, ThreadPage } from './types.ts'

/**
 * The loaded part of a thread, oldest first. `before` and `after` load more; null: nothing is beyond. `newerCount`: how
 * many items arrived after the part, if it does not reach the newest.
 */
export type Thread = {
  readonly items: readonly ThreadItem[]
  readonly before: string | null
  readonly after: string | null
  readonly newerCount: number
  /** The item it was opened at; a change opens the thread again. */
  readonly openedAs: string
}

/** A thread's change from an event. */
export type ThreadChange = { item: ThreadItem; isNew: boolean }

/** Returns whether an item has its own row: our reactions are shown with their message, unless they failed. */
export function isShown(item: ThreadItem): boolean {
  return item.kind !== 'message' || item.type !== 'reaction' || item.status === 'failed'
}

/** Returns the thread of a loaded part. */
export function openThread(page: ThreadPage): Thread {
  const items = page.data.toSorted(compareItems)
  return {
    items,
    openedAs: items[0]?.id ?? '',
    before: page.before_cursor,
    after: page.after_cursor,
    newerCount: 0,
  }
}

/** Adds the part before it. Known items keep their state, which is newer. */
export function addOlder(thread: Thread, page: ThreadPage): Thread {
  const known = new Set(thread.items.map(({ id }) => id))
  const older = page.data.filter(({ id }) => !known.has(id))
  return {
    ...thread,
    items: [...older, ...thread.items].toSorted(compareItems),
    before: page.before_cursor,
  }
}

/** Adds the part after it. */
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

/** Applies the refetched newest part: events contain no changes of the conversation, and an undone change is gone. */
export function refreshTail(thread: Thread, page: ThreadPage): Thread {
  if (thread.after !== null) return thread
  const first = page.data[0]
  const isWhole = page.before_cursor === null
  if (!first && !isWhole) return thread
  const given = new Map(page.data.map((item) => [item.id, item]))
  const isCovered = (item: ThreadItem) => isWhole || compareItems(item, first!) >= 0
  const last = thread.items.at(-1)
  // The two parts do not overlap, so items between them would be missing.
  if (first && last && !isWhole && compareItems(first, last) > 0 && thread.items.length > 0)
    return openThread(page)
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

/** Applies `changes` to the thread, in order. A repetition changes nothing. */
export function applyToThread(thread: Thread, changes: readonly ThreadChange[]): Thread {
  if (changes.length === 0) return thread
  const items = [...thread.items]
  const indexes = new Map(items.map((item, index) => [item.id, index]))
  let { newerCount } = thread
  let isSorted = true
  for (const { item, isNew } of changes) {
    const index = indexes.get(item.id)
    if (index !== undefined) {
      if (items[index]!.created_at !== item.created_at) isSorted = false
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
  const { type, data } = event
  if (isAbout('message', type)) return { item: toItem(data as Message), isNew: isNewMessage(type) }
  switch (subjectOf(type)) {
    case 'note':
      return { item: { kind: 'note', ...(data as Note) }, isNew: type === 'note.created' }
    case 'conversation':
    case 'contact':
    case 'ticket':
    case 'ticket_comment':
    case 'member':
    case 'csat':
    case 'sla':
    case 'bot':
    case 'automation':
    case 'presence':
    case 'typing':
    case 'notifications':
    case 'tags':
    case 'drafts':
    case 'own-drafts':
    case 'removed':
      return undefined
  }
}

function isNewMessage(type: EventTypeOf<'message'>): boolean {
  switch (type) {
    case 'message.sent':
    case 'message.received':
    case 'message.echoed':
      return true
    case 'message.updated':
    case 'message.status_changed':
      return false
  }
}

/** Converts a message to an item; the quoted message is looked up where it is shown. */
export function toItem(message: Message): MessageItem {
  return { kind: 'message', ...message, reply_preview: null, reply_deleted: false }
}

/** Returns whether `item` comes after `other`, or is the only one of the two. */
export function isLater(item: ThreadItem | undefined, other: ThreadItem | undefined): boolean {
  return item !== undefined && (other === undefined || compareItems(item, other) > 0)
}

/** Compares items by time, then by id. */
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
  return {
    ...after,
    reply_preview: after.reply_preview ?? before.reply_preview,
    reply_deleted: after.reply_deleted || before.reply_deleted,
  }
}
