import { subjectOf } from '#shared/event-types.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { applyEventsToChat, applyEventsToList, applyEventsToThread } from './apply-events.ts'
import { createChangeFinder } from './find-changed-threads.ts'
import { changeLists, eventLog, INBOX } from './inbox-cache.ts'
import type { Sent } from './outbox.ts'
import { matchSent } from './outbox-store.ts'
import { readTail } from './thread-query.ts'
import type { Thread } from './thread.ts'
import type { Chat, Note } from './types.ts'
import { fetchChats } from './fetch-chats.ts'
import { rememberMention } from './update-cached-chat.ts'

const COUNTS_EVERY_MS = 1500

/** Applies `events` to everything that the inbox caches, for the member `membershipId`. */
export function applyEventsToCache(events: readonly LiveEvent[], membershipId: string): void {
  for (const event of events) eventLog.push(event)
  matchOwnItems(events)
  for (const [queryKey, chat] of queryClient.getQueriesData<Chat>({
    queryKey: [...INBOX, 'chat'],
  }))
    if (chat) queryClient.setQueryData<Chat>(queryKey, applyEventsToChat(chat, events))
  const wanted = new Set<string>()
  changeLists((list, of) => {
    const followed = applyEventsToList(list, events, of, findChat)
    for (const id of followed.unsure) wanted.add(id)
    return followed.list
  })
  for (const [queryKey, thread] of queryClient.getQueriesData<Thread>({
    queryKey: [...INBOX, 'thread'],
  }))
    if (thread)
      queryClient.setQueryData<Thread>(
        queryKey,
        applyEventsToThread(thread, queryKey[2] as string, events),
      )
  refetchChangedThreads(events)
  addMentions(events, membershipId, wanted)
  fetchChats(wanted)
  if (events.some(({ type }) => /^(conversation|message\.received|note)/.test(type)))
    refetchCounts()
}

/** Matches our own messages whose event arrives before the response. */
function matchOwnItems(events: readonly LiveEvent[]): void {
  const own = events.filter(({ type }) => type === 'message.sent' || type === 'note.created')
  matchSent(own.map(({ data }) => data as Sent))
}

function findChat(id: string): Chat | undefined {
  return queryClient.getQueryData<Chat>([...INBOX, 'chat', id])
}

const findChanged = createChangeFinder()

/**
 * Refetches the ends of threads after a change of their conversation or of a ticket of it, because entries of changes have
 * no events of their own.
 */
function refetchChangedThreads(events: readonly LiveEvent[]): void {
  for (const id of findChanged(events)) {
    const query = queryClient.getQueryCache().find({ queryKey: [...INBOX, 'thread', id] })
    if (!query) continue
    if (query.isActive()) void readTail(id).catch(() => undefined)
    else query.invalidate()
  }
}

/** Adds a conversation to the member's mentions when a note mentions them. */
function addMentions(events: readonly LiveEvent[], me: string, wanted: Set<string>): void {
  for (const { type, data } of events) {
    if (subjectOf(type) !== 'note') continue
    const note = data as Note
    if (!note.mentions.includes(me)) continue
    rememberMention(note.conversation_id)
    wanted.add(note.conversation_id)
  }
}

let countsTimer: ReturnType<typeof setTimeout> | undefined

/** Refetches the counts of the views soon, at most once per interval. */
export function refetchCounts(): void {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined
    void queryClient.invalidateQueries({ queryKey: [...INBOX, 'counts'] })
  }, COUNTS_EVERY_MS)
}
