import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { MessageItem } from './data/types.ts'

/** What the composer shall do: take the focus, to write a reply or a note, or show the templates. */
export type ComposeRequest = { mode: 'reply' | 'note' | 'template' }

const listeners = new Set<(request: ComposeRequest) => void>()
const quotes = new Map<string, MessageItem>()
const quoteListeners = new Set<() => void>()

/** What was asked before there was a composer to ask, and until when it counts. */
let early: { request: ComposeRequest; until: number } | null = null
const EARLY_MS = 3000

/** Asks the composer to take the focus: the one that is shown, or the one that is about to be. */
export function requestCompose(request: ComposeRequest): void {
  early = listeners.size === 0 ? { request, until: performance.now() + EARLY_MS } : null
  for (const each of listeners) each(request)
}

/** Calls `onRequest` when something asks for the composer while it is shown. */
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

/** Sets the message of a chat that the next one answers; null for none. */
export function quoteMessage(chatId: string, message: MessageItem | null): void {
  if (message) quotes.set(chatId, message)
  else quotes.delete(chatId)
  for (const each of quoteListeners) each()
}

/** The message of a chat that the next one answers: send it as `reply_to`, then `quoteMessage(chatId, null)`. */
export function useQuotedMessage(chatId: string): MessageItem | null {
  return useSyncExternalStore(
    (onChange) => {
      quoteListeners.add(onChange)
      return () => void quoteListeners.delete(onChange)
    },
    () => quotes.get(chatId) ?? null,
  )
}
