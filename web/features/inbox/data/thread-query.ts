import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Sent } from './outbox.ts'
import { matchSent } from './outbox-store.ts'
import { applyEventsToThread } from './apply-events.ts'
import { eventLog, readWithEvents, threadKey } from './inbox-cache.ts'
import { addNewer, addOlder, openThread, refreshTail } from './thread.ts'
import type { Thread } from './thread.ts'
import type { ThreadItem, ThreadPage } from './types.ts'

/** Reads a conversation's thread from its newest end; `readOlder`, `readNewer` and `readAround` read elsewhere. */
export function threadQuery(chatId: string) {
  return queryOptions({
    queryKey: threadKey(chatId),
    queryFn: ({ signal }) =>
      readWithEvents(
        async () => {
          const page = await readPage(chatId, {}, signal)
          const known = queryClient.getQueryData<Thread>(threadKey(chatId))
          return known?.after === null ? refreshTail(known, page) : openThread(page)
        },
        (thread, events) => applyEventsToThread(thread, chatId, events),
      ),
    staleTime: Infinity,
    meta: { isFollowed: true },
  })
}

function readThread(chatId: string, place: ThreadPlace, signal?: AbortSignal): Promise<Thread> {
  return readWithEvents(
    async () => openThread(await readPage(chatId, place, signal)),
    (thread, events) => applyEventsToThread(thread, chatId, events),
  )
}

type ThreadPlace = { before?: string; after?: string; around?: string }

/** Items per page: one screen, and more to scroll to. */
const PAGE_ITEMS = 50

async function readPage(
  chatId: string,
  place: ThreadPlace,
  signal?: AbortSignal,
): Promise<ThreadPage> {
  const query = { ...place, limit: PAGE_ITEMS }
  const page = await api.get<ThreadPage>(`/api/v1/chats/${chatId}/thread`, query, signal)
  matchSent(page.data.flatMap((item) => (item.kind === 'change' ? [] : toSent(item))))
  return page
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
    return applyEventsToThread(add(thread, page), chatId, events)
  })
}

/** Reads the items before the loaded part. */
export async function readOlder(chatId: string): Promise<void> {
  const before = queryClient.getQueryData<Thread>(threadKey(chatId))?.before
  if (!before) return
  await extend(chatId, { before }, (thread, page) =>
    thread.before === before ? addOlder(thread, page) : thread,
  )
}

/** Reads the items after the loaded part. */
export async function readNewer(chatId: string): Promise<void> {
  const after = queryClient.getQueryData<Thread>(threadKey(chatId))?.after
  if (!after) return
  await extend(chatId, { after }, (thread, page) =>
    thread.after === after ? addNewer(thread, page) : thread,
  )
}

/** Refetches the newest part, for what events do not contain. */
export async function readTail(chatId: string): Promise<void> {
  await extend(chatId, {}, refreshTail)
}

/** Opens the thread at an item. @throws {ParleyError} message_not_found */
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

/** A note has no type, which distinguishes it from a message. */
function toSent(item: Exclude<ThreadItem, { kind: 'change' }>): Sent {
  return item.kind === 'note' ? { ...item, author: item.author } : item
}

/** Returns the server's time of our last known message or note in a conversation. */
export function lastSentAt(chatId: string, kind: 'message' | 'note'): string | null {
  const items = queryClient.getQueryData<Thread>(threadKey(chatId))?.items
  const last = items?.findLast((item) =>
    kind === 'note'
      ? item.kind === 'note'
      : item.kind === 'message' && item.direction === 'outbound',
  )
  return last?.created_at ?? null
}
