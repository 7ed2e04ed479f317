import { useEffect, useRef } from 'react'
import { createStore, useSelected } from '../../lib/create-store.ts'
import { keepEarlyKeys } from '../../lib/early-keys.ts'
import type { MessageItem } from './data/types.ts'

/**
 * A request to the composer: focus it to write a reply or a note, or open the templates. `typed`: characters typed since
 * the request, before there was a field.
 */
export type ComposeRequest = { mode: 'reply' | 'note' | 'template'; typed?: string }

const listeners = new Set<(request: ComposeRequest) => void>()
/** The quoted message of each conversation. */
const quotes = createStore<ReadonlyMap<string, MessageItem>>(new Map())

/** A request made before the composer was mounted, which it takes once; null after it expired. */
let early: { take: () => ComposeRequest | null } | null = null

/** Sends a request to the composer on the page, or to the one that mounts within three seconds. */
export function requestCompose(request: ComposeRequest): void {
  early?.take()
  early = listeners.size === 0 ? keepRequest(request) : null
  for (const each of listeners) each(request)
}

/** Keeps a request, and what is typed before it is sent. */
function keepRequest(request: ComposeRequest): { take: () => ComposeRequest | null } {
  const keys = keepEarlyKeys(request.mode !== 'template')
  return {
    take: () => {
      const typed = keys.take()
      return typed === null ? null : { ...request, ...(typed && { typed }) }
    },
  }
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
    const request = early?.take()
    early = null
    if (request) listener(request)
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
