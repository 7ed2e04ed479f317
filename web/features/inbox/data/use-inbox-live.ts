import { useEffect, useRef } from 'react'
import { useSession } from '../../../app/session.ts'
import { api } from '../../../lib/api.ts'
import { useLive, useLiveState } from '../../../lib/live.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { tryAllAgain } from '../send.ts'
import { isLate } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import {
  changeChat,
  changeLists,
  eventLog,
  followChat,
  followList,
  followThread,
  INBOX,
  readTail,
} from './inbox-cache.ts'
import { matchOutgoing } from './outbox.ts'
import { changeOutbox } from './outbox-store.ts'
import type { Thread } from './thread.ts'
import type { Chat, Message, Note } from './types.ts'

/** Events that come within this time are shown together. */
const GATHER_MS = 12
/** Chats that are read one by one; for more of them at once the lists are read anew. */
const READ_SINGLY_MAX = 12
const COUNTS_EVERY_MS = 1500

/** Keeps everything that the inbox shows live, while it is shown. */
export function useInboxLive(): void {
  const { membership } = useSession()
  const waiting = useRef<LiveEvent[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive((event) => {
    if (event.type === 'presence') return
    waiting.current.push(event)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const events = waiting.current
      waiting.current = []
      takeEvents(events, membership.id)
    }, GATHER_MS)
  })
  useEffect(() => {
    // What happens while the inbox is not shown is not followed: it is read anew when it is shown again.
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: INBOX, refetchType: 'none' })
    }
  }, [])
  const state = useLiveState()
  const wasLive = useRef(state === 'live')
  useEffect(() => {
    if (state !== 'live') return
    tryAllAgain()
    if (wasLive.current) return
    wasLive.current = true
    // What was read before the stream began may miss what happened between.
    void queryClient.invalidateQueries({ queryKey: INBOX })
  }, [state])
}

/** Brings all that is kept of the inbox up to date with `events`, for the member `membershipId`. */
export function takeEvents(events: readonly LiveEvent[], membershipId: string): void {
  for (const event of events) eventLog.push(event)
  takeOwn(events, membershipId)
  for (const [queryKey, chat] of queryClient.getQueriesData<Chat>({
    queryKey: [...INBOX, 'chat'],
  }))
    if (chat) queryClient.setQueryData<Chat>(queryKey, followChat(chat, events))
  const wanted = new Set<string>()
  changeLists((list, of) => {
    for (const id of lateChats(list, events)) wanted.add(id)
    const followed = followList(list, events, of, findChat)
    for (const id of followed.unknown) wanted.add(id)
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
  readWanted(wanted)
  if (events.some(({ type }) => /^(conversation|message\.received|note)/.test(type))) readCounts()
}

/** What was sent from here and an event shows before its answer comes. */
function takeOwn(events: readonly LiveEvent[], membershipId: string): void {
  for (const { type, data } of events)
    if (type === 'message.sent' || type === 'note.created')
      changeOutbox((outbox) => matchOutgoing(outbox, data as Message, membershipId))
}

function findChat(id: string): Chat | undefined {
  return queryClient.getQueryData<Chat>([...INBOX, 'chat', id])
}

function lateChats(list: ChatList, events: readonly LiveEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'message.received') return []
    const message = data as Message
    const chat = list.chats.find(({ id }) => id === message.conversation_id)
    return chat && isLate(chat, message) ? [chat.id] : []
  })
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
    else void query.invalidate()
  }
}

/** A note that names the member brings its chat into their mentions. */
function addMentions(events: readonly LiveEvent[], me: string, wanted: Set<string>): void {
  for (const { type, data } of events) {
    if (!type.startsWith('note.')) continue
    const note = data as Note
    if (!note.mentions.includes(me)) continue
    mentioned.add(note.conversation_id)
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

let isReading = false
let queue = new Set<string>()

/** Reads chats that nobody here knows and offers them to all lists. */
function readWanted(ids: ReadonlySet<string>): void {
  for (const id of ids) queue.add(id)
  if (isReading || queue.size === 0) return
  isReading = true
  void readQueue().finally(() => {
    isReading = false
    readWanted(new Set())
  })
}

async function readQueue(): Promise<void> {
  const ids = [...queue]
  queue = new Set()
  if (ids.length > READ_SINGLY_MAX) {
    await queryClient.invalidateQueries({ queryKey: [...INBOX, 'list'] })
    return
  }
  await Promise.all(
    ids.map(async (id) => {
      const from = eventLog.position()
      const chat = await api.get<Chat>(`/api/v1/chats/${id}`).catch(() => undefined)
      const events = eventLog.since(from)
      if (chat && events) offerChat(followChat(chat, events))
    }),
  )
}

/** Chats of which only an event told that a note names the member. */
const mentioned = new Set<string>()

/** Shows a chat, as it is now, wherever it belongs. */
export function offerChat(chat: Chat): void {
  const event: LiveEvent = { type: 'conversation.updated', data: chat, id: null }
  changeChat(chat.id, (known) => followChat(known, [event]))
  changeLists((list, { filters, membershipId }) => {
    const isMention = filters.mentioned === true && mentioned.has(chat.id)
    const of = { filters: isMention ? {} : filters, membershipId }
    return followList(list, [event], of).list
  })
}
