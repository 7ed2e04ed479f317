import type { Chat, Message } from './types.ts'

/** A conversation's position in a list. */
type Place = { at: string; id: string }

/** The order of a list: newest activity first, or longest wait first, or the SLA target that is due first. */
type ChatOrder = 'activity' | 'waiting' | 'sla'

/**
 * The loaded part of a list: `chats` in order. `cursor` loads what follows `floor`, the position of the last row that
 * the server returned; both are null when the list is complete. Conversations below the floor are not kept.
 */
export type ChatList = {
  readonly chats: readonly Chat[]
  readonly cursor: string | null
  readonly floor: Place | null
  readonly order: ChatOrder
}

/**
 * A change of a list: a conversation's current state, a message that says nothing of its conversation, or the new status
 * of a message.
 */
export type ListChange =
  | { kind: 'chat'; chat: Chat }
  | { kind: 'status'; message: Message }
  | { kind: 'message'; message: Message; isUnread: boolean }

/** Whether a conversation belongs to a list; `isListed` decides where the conversation alone does not. */
type Belongs = (chat: Chat, isListed: boolean) => boolean

/** Returns the list of the first page. */
export function firstPage(
  page: { data: Chat[]; next_cursor: string | null },
  order: ChatOrder = 'activity',
): ChatList {
  return addPage({ chats: [], cursor: null, floor: null, order }, page)
}

/** Appends a page to the list. A listed conversation keeps its state, which is newer. */
export function addPage(
  list: ChatList,
  page: { data: Chat[]; next_cursor: string | null },
): ChatList {
  const known = new Set(list.chats.map(({ id }) => id))
  const chats = [...list.chats, ...page.data.filter(({ id }) => !known.has(id))]
  const last = page.data.at(-1)
  return {
    ...list,
    chats: chats.toSorted(comparerOf(list.order)),
    cursor: page.next_cursor,
    floor: page.next_cursor !== null && last ? placeOf(last, list.order) : null,
  }
}

/**
 * Applies `changes` to the list, in order. A repetition changes nothing. The conversations in `unsure` must be fetched
 * and passed as changes: a message refers to them and they are not loaded, or it arrived late, and only the server
 * knows whether it counts as unread.
 */
export function applyChanges(
  list: ChatList,
  changes: readonly ListChange[],
  belongs: Belongs,
  known: (id: string) => Chat | undefined = () => undefined,
): { list: ChatList; unsure: string[] } {
  const chats = [...list.chats]
  const unsure = new Set<string>()
  let isChanged = false
  const keyIn = (chat: Chat) => placeKey(chat, list.order)
  for (const change of changes) {
    const id = change.kind === 'chat' ? change.chat.id : change.message.conversation_id
    const index = chats.findIndex((each) => each.id === id)
    const before = chats[index] ?? known(id)
    // The server's response may arrive before the events that led to it.
    if (change.kind === 'chat' && before && change.chat.updated_at < before.updated_at) continue
    if (change.kind === 'message' && !before) {
      unsure.add(id)
      continue
    }
    // It matters for the last message of a loaded conversation only.
    if (change.kind === 'status' && before?.last_message?.id !== change.message.id) continue
    if (change.kind === 'message' && change.isUnread && isLate(before!, change.message))
      unsure.add(id)
    const after =
      change.kind === 'chat'
        ? change.chat
        : withMessage(before!, change.message, {
            isUnread: change.kind === 'message' && change.isUnread,
          })
    if (after === chats[index]) continue
    if (change.kind === 'chat') unsure.delete(id)
    const isListed = index >= 0
    if (isListed && keyIn(chats[index]!) === keyIn(after) && belongs(after, true)) {
      chats[index] = after
      isChanged = true
      continue
    }
    if (isListed) {
      chats.splice(index, 1)
      isChanged = true
    }
    if (!belongs(after, isListed) || !isWithin(list, after)) continue
    chats.splice(findIndex(chats, after, list.order), 0, after)
    isChanged = true
  }
  return { list: isChanged ? { ...list, chats } : list, unsure: [...unsure] }
}

/**
 * Applies a message to its conversation. `isUnread`: the customer wrote it now. The last message again,
 * or an older one, changes nothing, because the conversation was read after it arrived.
 */
export function withMessage(
  chat: Chat,
  message: Message,
  { isUnread }: { isUnread: boolean },
): Chat {
  const last = chat.last_message
  const { id, direction, type, text, created_at, author, status } = message
  const file = message.media && {
    filename: message.media.filename ?? null,
    voice: message.media.voice ?? false,
    duration_seconds: message.media.duration_seconds ?? null,
  }
  if (last?.id === id) {
    const isSameLength = last.file?.duration_seconds === file?.duration_seconds
    if (last.text === text && last.status === status && isSameLength) return chat
    return { ...chat, last_message: { ...last, text, file, author, status } }
  }
  if (chat.last_message_at !== null && created_at < chat.last_message_at) return chat
  if (last && created_at === last.created_at && id < last.id) return chat
  return {
    ...chat,
    last_message: { id, direction, type, text, file, created_at, author, status },
    last_message_at: created_at,
    waiting_since:
      direction === 'outbound' ? null : (chat.waiting_since ?? (isUnread ? created_at : null)),
    unread_count: message.origin === 'echo' ? 0 : chat.unread_count + (isUnread ? 1 : 0),
  }
}

/** Returns whether a message arrived after a newer one: it may or may not count as unread. */
function isLate(chat: Chat, message: Message): boolean {
  return (
    chat.last_message?.id !== message.id &&
    chat.last_message_at !== null &&
    message.created_at <= chat.last_message_at
  )
}

/** Returns a conversation's position. */
function placeOf(chat: Chat, order: ChatOrder): Place {
  const at =
    order === 'sla'
      ? chat.sla?.due_at
      : order === 'waiting'
        ? chat.waiting_since
        : chat.last_message_at
  return { at: at ?? chat.created_at, id: chat.id }
}

function placeKey(chat: Chat, order: ChatOrder): string {
  const { at, id } = placeOf(chat, order)
  return `${at} ${id}`
}

/** Returns a function that returns a negative number if `a` is listed before `b`. */
function comparerOf(order: ChatOrder): (a: Chat, b: Chat) => number {
  const first = order === 'activity' ? 1 : -1
  return (a, b) => {
    const [left, right] = [placeKey(a, order), placeKey(b, order)]
    return left === right ? 0 : left > right ? -first : first
  }
}

function isWithin({ floor, order }: ChatList, chat: Chat): boolean {
  if (floor === null) return true
  const [key, last] = [placeKey(chat, order), `${floor.at} ${floor.id}`]
  return order === 'activity' ? key >= last : key <= last
}

/** Finds the index of `chat` among `chats` by binary search. */
function findIndex(chats: readonly Chat[], chat: Chat, order: ChatOrder): number {
  const compare = comparerOf(order)
  let [low, high] = [0, chats.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(chats[middle]!, chat) < 0) low = middle + 1
    else high = middle
  }
  return low
}
