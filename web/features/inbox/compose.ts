import { useEffect, useRef } from 'react'
import { createStore, useSelected } from '../../lib/create-store.ts'
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
const EARLY_MS = 3000

/** Sends a request to the composer on the page, or to the one that mounts within `EARLY_MS`. */
export function requestCompose(request: ComposeRequest): void {
  early?.take()
  early = listeners.size === 0 ? keepRequest(request) : null
  for (const each of listeners) each(request)
}

/** Keeps a request, and what is typed meanwhile, which would otherwise call shortcuts. */
function keepRequest(request: ComposeRequest): { take: () => ComposeRequest | null } {
  let typed = ''
  let kept: ComposeRequest | null = request
  const onKey = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    if (!isText || request.mode === 'template' || isInField(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    typed += event.key
  }
  const take = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    const taken = kept && { ...kept, ...(typed && { typed }) }
    kept = null
    return taken
  }
  const timer = setTimeout(take, EARLY_MS)
  window.addEventListener('keydown', onKey, true)
  return { take }
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
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
