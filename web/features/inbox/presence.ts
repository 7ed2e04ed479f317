import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { createStore, useStore } from '../../lib/create-store.ts'
import { useLive, useLiveState } from '../../lib/live.ts'
import { useSession } from '../../lib/session.ts'
import { afterSignal, liveSignals } from './data/viewers.ts'
import type { Viewer, Signal } from './data/viewers.ts'

const VIEWING_EVERY_MS = 20_000
const TYPING_EVERY_MS = 3_000

/** The other members in the conversation that is shown. */
const present = createStore<Viewer[]>([])
const setViewers = present.update

let typedAt = { chatId: '', at: 0 }

/**
 * Shows other members that one types in a conversation, at most every three seconds. The composer calls it with each
 * change.
 */
export function announceTyping(chatId: string): void {
  const now = Date.now()
  if (typedAt.chatId === chatId && now - typedAt.at < TYPING_EVERY_MS) return
  typedAt = { chatId, at: now }
  announce(chatId, 'typing')
}

/** Shows other members that one stopped typing, for example by sending. */
export function announceIdle(chatId: string): void {
  if (typedAt.chatId !== chatId || typedAt.at === 0) return
  typedAt = { chatId: '', at: 0 }
  announce(chatId, 'viewing')
}

/** Sends a signal, also the one that the tab is closed. A failed one is ignored: the next carries the same state. */
function announce(conversation_id: string, state: Signal['state'], is_first = false): void {
  void api
    .postKept('/api/app/presence', { conversation_id, state, is_first })
    .catch(() => undefined)
}

/** Announces that one views the conversation while it is shown, and returns the other members who do. */
export function usePresence(chatId: string): Viewer[] {
  const { membership } = useSession()
  const viewers = useStore(present)
  useLive(({ type, data }) => {
    if (type !== 'presence') return
    const signal = data as Signal
    if (signal.membership_id === membership.id || signal.conversation_id !== chatId) return
    if (signal.is_first && !document.hidden) announce(chatId, 'viewing')
    setViewers((before) => afterSignal(before, signal, Date.now()))
  })
  // Without a stream, the answers of other members would be missed.
  const isLive = useLiveState() === 'live'
  useEffect(() => setViewers(() => []), [chatId])
  useEffect(() => {
    if (!isLive) return
    let isFirst = true
    const announceViewing = () => {
      if (document.hidden) return
      announce(chatId, 'viewing', isFirst)
      isFirst = false
    }
    announceViewing()
    const timer = setInterval(announceViewing, VIEWING_EVERY_MS)
    const prune = setInterval(() => setViewers((before) => liveSignals(before, Date.now())), 1_000)
    const onVisibility = () => (document.hidden ? announce(chatId, 'away') : announceViewing())
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      clearInterval(prune)
      document.removeEventListener('visibilitychange', onVisibility)
      announce(chatId, 'away')
    }
  }, [chatId, isLive])
  return viewers
}

/** Returns the other members in the conversation that is shown. `usePresence` follows them. */
export function useViewers(): Viewer[] {
  return useStore(present)
}
