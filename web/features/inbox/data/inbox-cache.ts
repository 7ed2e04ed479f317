import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Page } from '../../../lib/wire.ts'
import { addPage, applyChanges, firstPage } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import { createEventLog } from './event-log.ts'
import { belongsTo, toQuery } from './filters.ts'
import type { ChatFilters } from './filters.ts'
import { withPatches } from './patches.ts'
import { addNewer, addOlder, applyToThread, openThread, refreshTail } from './thread.ts'
import type { Thread } from './thread.ts'
import { toListChanges, toThreadChanges } from './to-changes.ts'
import type { Chat, ThreadPage } from './types.ts'

/** Everything that the inbox keeps begins with this. */
export const INBOX = ['inbox'] as const

/** What happened lately; `use-inbox-live.ts` writes it. */
export const eventLog = createEventLog()

/** An answer that was under way while events came, brought up to date by `apply`. */
export async function readFollowed<T>(
  read: () => Promise<T>,
  apply: (value: T, events: LiveEvent[]) => T,
): Promise<T> {
  const from = eventLog.position()
  const value = await read()
  const events = eventLog.since(from)
  return events ? apply(value, events) : readFollowed(read, apply)
}

/** The key of a list. */
export function listKey(filters: ChatFilters, membershipId: string) {
  return [...INBOX, 'list', filters, membershipId] as const
}

/** A list after `events`. */
export function followList(
  list: ChatList,
  events: readonly LiveEvent[],
  of: { filters: ChatFilters; membershipId: string },
  known?: (id: string) => Chat | undefined,
): { list: ChatList; unknown: string[] } {
  const changes = toListChanges(events).map((change) =>
    change.kind === 'chat' ? { ...change, chat: withPatches(change.chat) } : change,
  )
  return applyChanges(list, changes, belongsTo(of.filters, of.membershipId), known)
}

/** A thread after `events` of any chat. */
export function followThread(thread: Thread, chatId: string, events: readonly LiveEvent[]): Thread {
  return applyToThread(thread, toThreadChanges(chatId, events))
}

/** A chat after `events` of any chat. */
export function followChat(chat: Chat, events: readonly LiveEvent[]): Chat {
  const list = { chats: [chat], cursor: null, floor: null }
  const own = toListChanges(events).filter(
    (change) =>
      (change.kind === 'chat' ? change.chat.id : change.message.conversation_id) === chat.id,
  )
  const followed = applyChanges(list, own, () => true).list.chats[0]!
  return withPatches(followed)
}

/** The list of a view: its first page, and more by `readMoreChats`. */
export function chatListQuery(filters: ChatFilters, membershipId: string) {
  const of = { filters, membershipId }
  return queryOptions({
    queryKey: listKey(filters, membershipId),
    queryFn: ({ signal }) =>
      readFollowed(
        async () => {
          const page = await api.get<Page<Chat>>('/api/v1/chats', toQuery(filters), signal)
          return firstPage({ ...page, data: page.data.map(withPatches) })
        },
        (list, events) => followList(list, events, of).list,
      ),
    staleTime: Infinity,
  })
}

/** Reads the next page of a list. */
export async function readMoreChats(filters: ChatFilters, membershipId: string): Promise<void> {
  const key = listKey(filters, membershipId)
  const cursor = queryClient.getQueryData<ChatList>(key)?.cursor
  if (!cursor) return
  const from = eventLog.position()
  const page = await api.get<Page<Chat>>('/api/v1/chats', { ...toQuery(filters), cursor })
  const events = eventLog.since(from) ?? []
  queryClient.setQueryData<ChatList>(key, (list) => {
    // It was read anew meanwhile.
    if (!list || list.cursor !== cursor) return list
    const known = new Map(list.chats.map((chat) => [chat.id, chat]))
    const added = addPage(list, { ...page, data: page.data.map(withPatches) })
    const followed = followList(added, events, { filters, membershipId }).list
    // Those that were listed have been followed already.
    return { ...followed, chats: followed.chats.map((chat) => known.get(chat.id) ?? chat) }
  })
}

/** One chat. */
export function chatQuery(id: string) {
  return queryOptions({
    queryKey: [...INBOX, 'chat', id],
    queryFn: ({ signal }) =>
      readFollowed(() => api.get<Chat>(`/api/v1/chats/${id}`, {}, signal), followChat),
    staleTime: Infinity,
  })
}

/** The key of a thread. */
export function threadKey(chatId: string) {
  return [...INBOX, 'thread', chatId] as const
}

/** The thread of a chat from its newest end; `readOlder`, `readNewer` and `readAround` read elsewhere. */
export function threadQuery(chatId: string) {
  return queryOptions({
    queryKey: threadKey(chatId),
    queryFn: ({ signal }) =>
      readFollowed(
        async () => {
          const page = await readPage(chatId, {}, signal)
          const known = queryClient.getQueryData<Thread>(threadKey(chatId))
          return known?.after === null ? refreshTail(known, page) : openThread(page)
        },
        (thread, events) => followThread(thread, chatId, events),
      ),
    staleTime: Infinity,
  })
}

function readThread(chatId: string, place: ThreadPlace, signal?: AbortSignal): Promise<Thread> {
  return readFollowed(
    async () => openThread(await readPage(chatId, place, signal)),
    (thread, events) => followThread(thread, chatId, events),
  )
}

type ThreadPlace = { before?: string; after?: string; around?: string }

/** Items of a page: what one look shows, and some to scroll into. */
const PAGE_ITEMS = 50

function readPage(chatId: string, place: ThreadPlace, signal?: AbortSignal): Promise<ThreadPage> {
  const query = { ...place, limit: PAGE_ITEMS }
  return api.get<ThreadPage>(`/api/v1/chats/${chatId}/thread`, query, signal)
}

async function extend(
  chatId: string,
  place: ThreadPlace,
  add: (thread: Thread, page: ThreadPage) => Thread,
): Promise<void> {
  const from = eventLog.position()
  const page = await readPage(chatId, place)
  const events = eventLog.since(from) ?? []
  queryClient.setQueryData<Thread>(threadKey(chatId), (thread) => {
    if (!thread) return thread
    return followThread(add(thread, page), chatId, events)
  })
}

/** Reads what is older than the thread's part. */
export async function readOlder(chatId: string): Promise<void> {
  const before = queryClient.getQueryData<Thread>(threadKey(chatId))?.before
  if (!before) return
  await extend(chatId, { before }, (thread, page) =>
    thread.before === before ? addOlder(thread, page) : thread,
  )
}

/** Reads what is newer than the thread's part. */
export async function readNewer(chatId: string): Promise<void> {
  const after = queryClient.getQueryData<Thread>(threadKey(chatId))?.after
  if (!after) return
  await extend(chatId, { after }, (thread, page) =>
    thread.after === after ? addNewer(thread, page) : thread,
  )
}

/** Reads the newest part again, for what events do not tell. */
export async function readTail(chatId: string): Promise<void> {
  await extend(chatId, {}, refreshTail)
}

/** Opens the thread where an item stands. @throws {ApiError} message_not_found */
export async function readAround(chatId: string, itemId: string): Promise<void> {
  const thread = queryClient.getQueryData<Thread>(threadKey(chatId))
  if (thread?.items.some(({ id }) => id === itemId)) return
  const opened = await readThread(chatId, { around: itemId })
  queryClient.setQueryData<Thread>(threadKey(chatId), opened)
}

/** Opens the thread at its newest end. */
export async function readNewest(chatId: string): Promise<void> {
  const opened = await readThread(chatId, {})
  queryClient.setQueryData<Thread>(threadKey(chatId), opened)
}

/** Changes every list that is kept. */
export function changeLists(
  change: (list: ChatList, of: { filters: ChatFilters; membershipId: string }) => ChatList,
): void {
  const lists = queryClient.getQueriesData<ChatList>({ queryKey: [...INBOX, 'list'] })
  for (const [queryKey, list] of lists) {
    if (!list) continue
    const [, , filters, membershipId] = queryKey as unknown as ReturnType<typeof listKey>
    const changed = change(list, { filters, membershipId })
    if (changed !== list) queryClient.setQueryData<ChatList>(queryKey, changed)
  }
}

/** Changes a chat where it is kept by itself. */
export function changeChat(id: string, change: (chat: Chat) => Chat): void {
  queryClient.setQueryData<Chat>([...INBOX, 'chat', id], (chat) => chat && change(chat))
}

/** The chat as it is known by now: what a button or a notice holds may be older. */
export function latestChat(chat: Chat): Chat {
  const own = queryClient.getQueryData<Chat>([...INBOX, 'chat', chat.id])
  if (own) return own
  const lists = queryClient.getQueriesData<ChatList>({ queryKey: [...INBOX, 'list'] })
  for (const [, list] of lists) {
    const listed = list?.chats.find(({ id }) => id === chat.id)
    if (listed) return listed
  }
  return chat
}
