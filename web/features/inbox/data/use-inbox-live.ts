import { useEffect, useRef } from 'react'
import { useSession } from '../../../lib/session.ts'
import {
  earlyEvents,
  hasRepeatedEvents,
  isSignal,
  useLive,
  useLiveGap,
  useLiveState,
} from '../../../lib/live.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { retryAllSends } from '../send.ts'
import { forgetChat } from './forget-chat.ts'
import { INBOX } from './inbox-cache.ts'
import { setOwner } from './outbox-store.ts'
import { readNewest } from './thread-query.ts'
import { useDraftsLive } from './use-drafts-live.ts'
import { applyEventsToCache } from './apply-events-to-cache.ts'
import { createGatherTime } from './gather-time.ts'

/** Whether the inbox was shown since the page was opened. */
let wasShown = false

/** Keeps the inbox live while it is shown. */
export function useInboxLive(): void {
  const { membership } = useSession()
  setOwner(membership.id)
  useDraftsLive()
  const waiting = useRef<LiveEvent[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const gatherMs = useRef(createGatherTime())
  useLive((event) => {
    if (event.type === 'removed') {
      const { conversation_id: id } = event.data as { conversation_id: string | null }
      if (id !== null) forgetChat(id)
    }
    if (isSignal(event.type)) return
    waiting.current.push(event)
    const delay = gatherMs.current(performance.now())
    // Without a delay, too, events of one piece of the stream come together.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const events = waiting.current
      waiting.current = []
      applyEventsToCache(events, membership.id)
    }, delay)
  })
  useEffect(() => {
    // Events are not followed while the inbox is hidden, so its data is refetched when it is shown again.
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      waiting.current = []
      queryClient.removeQueries({ queryKey: [...INBOX, 'thread'] })
      void queryClient.invalidateQueries({ queryKey: INBOX, refetchType: 'none' })
    }
  }, [])
  // The shell refetches lists and conversations; older parts of a thread may have changed too.
  useLiveGap(() => {
    const threads = queryClient.getQueryCache().findAll({ queryKey: [...INBOX, 'thread'] })
    for (const query of threads)
      if (query.isActive()) void readNewest(String(query.queryKey[2])).catch(() => undefined)
      else queryClient.removeQueries({ queryKey: query.queryKey })
  })
  const state = useLiveState()
  const wasLive = useRef(state === 'live')
  useEffect(() => {
    if (state !== 'live') return
    retryAllSends()
    if (wasLive.current) return
    wasLive.current = true
    // Data fetched before the stream of another tab was followed may miss events in between.
    if (!hasRepeatedEvents()) void queryClient.invalidateQueries({ queryKey: INBOX })
  }, [state])
  useEffect(() => {
    // The data may have been read before the first events, and the code of the inbox loaded after them.
    if (wasShown) return
    wasShown = true
    const early = earlyEvents()?.filter(({ type }) => !isSignal(type))
    if (!early) void queryClient.invalidateQueries({ queryKey: INBOX })
    else if (early.length > 0) applyEventsToCache(early, membership.id)
  }, [membership.id])
}
