import { useEffect, useRef } from 'react'
import { createStore, useSelected } from '../../lib/create-store.ts'
import type { MessageItem } from './data/types.ts'

/** A request to the composer: focus it to write a reply or a note, or open the templates. */
export type ComposeRequest = { mode: 'reply' | 'note' | 'template' }

const listeners = new Set<(request: ComposeRequest) => void>()
/** The quoted message of each conversation. */
const quotes = createStore<ReadonlyMap<string, MessageItem>>(new Map())

/** A request made before the composer was mounted, and when it expires. */
let early: { request: ComposeRequest; until: number } | null = null
const EARLY_MS = 3000

/** Sends a request to the composer on the page, or to the one that mounts within `EARLY_MS`. */
export function requestCompose(request: ComposeRequest): void {
  early = listeners.size === 0 ? { request, until: performance.now() + EARLY_MS } : null
  for (const each of listeners) each(request)
}

/** Calls `onRequest` for each request to the composer while the component is mounted. */
export function useComposeRequests(onRequest: (request: ComposeRequest) => void): void {
  const latest = useRef(onRequest)
  useEffect(() => {
    latest.current = onRequest
  })
  useEffect(() => {
    const listener = (request: ComposeRequest) => latest.current(request)
    listeners.add(listener)
    if (early && early.until > performance.now()) listener(early.request)
    early = null
    return () => void listeners.delete(listener)
  }, [])
}

/** Sets the message that the next message of a conversation quotes; null for none. */
export function quoteMessage(chatId: string, message: MessageItem | null): void {
  quotes.update((before) => {
    const others = [...before].filter(([id]) => id !== chatId)
    return new Map(message ? [...others, [chatId, message]] : others)
  })
}

/** Returns the message to quote. Send its id as `reply_to`, then call `quoteMessage(chatId, null)`. */
export function useQuotedMessage(chatId: string): MessageItem | null {
  return useSelected(quotes, (all) => all.get(chatId) ?? null)
}
