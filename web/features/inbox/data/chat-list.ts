import type { Chat, Message } from './types.ts'

/** Where a chat stands in a list: newest activity first. */
export type Place = { at: string; id: string }

/**
 * The part of a list that was read: `chats` in order. `cursor` reads on after `floor`, the place of the last row that
 * the server gave; both are null where the list is whole. What belongs below the floor is not kept.
 */
export type ChatList = {
  readonly chats: readonly Chat[]
  readonly cursor: string | null
  readonly floor: Place | null
}

/** What changes a list: a chat as it is now, or a message whose chat says nothing of itself. */
export type ListChange =
  | { kind: 'chat'; chat: Chat }
  | { kind: 'message'; message: Message; isNews: boolean }

/** What a list shows: whether a chat belongs to it; `isListed` where the chat alone does not tell. */
export type Belongs = (chat: Chat, isListed: boolean) => boolean

/** The list of the first page. */
export function firstPage(page: { data: Chat[]; next_cursor: string | null }): ChatList {
  const empty: ChatList = { chats: [], cursor: null, floor: null }
  return addPage(empty, page)
}

/** The list with the page after it. A chat that is listed stays as it is: it was followed since. */
export function addPage(
  list: ChatList,
  page: { data: Chat[]; next_cursor: string | null },
): ChatList {
  const known = new Set(list.chats.map(({ id }) => id))
  const chats = [...list.chats, ...page.data.filter(({ id }) => !known.has(id))]
  const last = page.data.at(-1)
  return {
    chats: sortChats(chats),
    cursor: page.next_cursor,
    floor: page.next_cursor !== null && last ? placeOf(last) : null,
  }
}

/**
 * The list after `changes`, in their order. A repeat changes nothing. Read the chats `unsure`, and offer them as
 * changes: a message tells of them and nobody here knows them, or it came late, and only the server knows whether
 * it counts as unread.
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
  for (const change of changes) {
    const id = change.kind === 'chat' ? change.chat.id : change.message.conversation_id
    const index = chats.findIndex((each) => each.id === id)
    const before = chats[index] ?? known(id)
    // What the server answered may be here before the events that led to it.
    if (change.kind === 'chat' && before && change.chat.updated_at < before.updated_at) continue
    if (change.kind === 'message' && !before) {
      unsure.add(id)
      continue
    }
    if (change.kind === 'message' && change.isNews && isLate(before!, change.message))
      unsure.add(id)
    const after =
      change.kind === 'chat'
        ? change.chat
        : withMessage(before!, change.message, { isNews: change.isNews })
    if (after === chats[index]) continue
    if (change.kind === 'chat') unsure.delete(id)
    const isListed = index >= 0
    if (isListed && placeKey(chats[index]!) === placeKey(after) && belongs(after, true)) {
      chats[index] = after
      isChanged = true
      continue
    }
    if (isListed) {
      chats.splice(index, 1)
      isChanged = true
    }
    if (!belongs(after, isListed) || !isWithin(list, after)) continue
    chats.splice(findIndex(chats, after), 0, after)
    isChanged = true
  }
  return { list: isChanged ? { ...list, chats } : list, unsure: [...unsure] }
}

/**
 * The chat after a message. `isNews`: its customer wrote it now, so it is unread. The last message again, or one
 * older than that, changes nothing: the chat was read after it came.
 */
export function withMessage(chat: Chat, message: Message, { isNews }: { isNews: boolean }): Chat {
  const last = chat.last_message
  const { id, direction, text, created_at } = message
  if (last?.id === id) {
    if (last.text === text) return chat
    return { ...chat, last_message: { ...last, text } }
  }
  if (chat.last_message_at !== null && created_at < chat.last_message_at) return chat
  if (last && created_at === last.created_at && id < last.id) return chat
  return {
    ...chat,
    last_message: { id, direction, text, created_at },
    last_message_at: created_at,
    unread_count: message.origin === 'echo' ? 0 : chat.unread_count + (isNews ? 1 : 0),
  }
}

/** Whether a message came after one that is newer: it may count as unread, or have been counted. */
function isLate(chat: Chat, message: Message): boolean {
  return (
    chat.last_message?.id !== message.id &&
    chat.last_message_at !== null &&
    message.created_at <= chat.last_message_at
  )
}

/** Where a chat stands. */
export function placeOf(chat: Chat): Place {
  return { at: chat.last_message_at ?? chat.created_at, id: chat.id }
}

function placeKey(chat: Chat): string {
  const { at, id } = placeOf(chat)
  return `${at} ${id}`
}

/** Negative where `a` stands above `b`. */
export function compareChats(a: Chat, b: Chat): number {
  const [left, right] = [placeKey(a), placeKey(b)]
  return left === right ? 0 : left > right ? -1 : 1
}

function sortChats(chats: Chat[]): Chat[] {
  return chats.toSorted(compareChats)
}

function isWithin(list: ChatList, chat: Chat): boolean {
  const { floor } = list
  return floor === null || placeKey(chat) >= `${floor.at} ${floor.id}`
}

/** Where `chat` belongs among `chats`, by halving. */
function findIndex(chats: readonly Chat[], chat: Chat): number {
  let [low, high] = [0, chats.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareChats(chats[middle]!, chat) < 0) low = middle + 1
    else high = middle
  }
  return low
}
