import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import {
  changeLists,
  eventLog,
  followChat,
  followList,
  followThread,
  INBOX,
} from './inbox-cache.ts'
import type { Sent } from './outbox.ts'
import { matchSent } from './outbox-store.ts'
import { readTail } from './thread-query.ts'
import type { Thread } from './thread.ts'
import type { Chat, Note } from './types.ts'
import { noteMention, wantChats } from './want-chats.ts'

const COUNTS_EVERY_MS = 1500

/** Brings all that is kept of the inbox up to date with `events`, for the member `membershipId`. */
export function takeEvents(events: readonly LiveEvent[], membershipId: string): void {
  for (const event of events) eventLog.push(event)
  takeOwn(events)
  for (const [queryKey, chat] of queryClient.getQueriesData<Chat>({
    queryKey: [...INBOX, 'chat'],
  }))
    if (chat) queryClient.setQueryData<Chat>(queryKey, followChat(chat, events))
  const wanted = new Set<string>()
  changeLists((list, of) => {
    const followed = followList(list, events, of, findChat)
    for (const id of followed.unsure) wanted.add(id)
    return followed.list
  })
  for (const [queryKey, thread] of queryClient.getQueriesData<Thread>({
    queryKey: [...INBOX, 'thread'],
  }))
    if (thread)
      queryClient.setQueryData<Thread>(
        queryKey,
        followThread(thread, queryKey[2] as string, events),
      )
  readChanged(events)
  addMentions(events, membershipId, wanted)
  wantChats(wanted)
  if (events.some(({ type }) => /^(conversation|message\.received|note)/.test(type))) readCounts()
}

/** What was sent from here and an event shows before its answer comes. */
function takeOwn(events: readonly LiveEvent[]): void {
  const own = events.filter(({ type }) => type === 'message.sent' || type === 'note.created')
  matchSent(own.map(({ data }) => data as Sent))
}

function findChat(id: string): Chat | undefined {
  return queryClient.getQueryData<Chat>([...INBOX, 'chat', id])
}

/** What was done with a chat is told by no event of its own: the end of its thread is read again. */
function readChanged(events: readonly LiveEvent[]): void {
  const changed = new Set(
    events.flatMap(({ type, data }) =>
      type === 'conversation.updated' ? [(data as Chat).id] : [],
    ),
  )
  for (const id of changed) {
    const query = queryClient.getQueryCache().find({ queryKey: [...INBOX, 'thread', id] })
    if (!query) continue
    if (query.isActive()) void readTail(id).catch(() => undefined)
    else query.invalidate()
  }
}

/** A note that names the member brings its chat into their mentions. */
function addMentions(events: readonly LiveEvent[], me: string, wanted: Set<string>): void {
  for (const { type, data } of events) {
    if (!type.startsWith('note.')) continue
    const note = data as Note
    if (!note.mentions.includes(me)) continue
    noteMention(note.conversation_id)
    wanted.add(note.conversation_id)
  }
}

let countsTimer: ReturnType<typeof setTimeout> | undefined

/** Reads the counts of the views again, soon and not often. */
export function readCounts(): void {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined
    void queryClient.invalidateQueries({ queryKey: [...INBOX, 'counts'] })
  }, COUNTS_EVERY_MS)
}
