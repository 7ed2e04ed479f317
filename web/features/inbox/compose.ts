import { useEffect, useRef } from 'react'
import { createStore, useSelected } from '../../lib/create-store.ts'
import { keepEarlyKeys } from '../../lib/early-keys.ts'
import { PHONE } from '../../lib/use-width.ts'
import type { MessageItem } from './data/types.ts'

/**
 * A request to the composer: focus it to write a reply, a note or what is chosen there (`current`), or open the templates.
 *
 * chatId: the conversation of the composer; without it, any.
 * typed: characters typed since the request, before there was a field.
 */
export type ComposeRequest = {
  mode: 'reply' | 'note' | 'current' | 'template'
  chatId?: string
  typed?: string
}

const listeners = new Set<{ chatId: string; listen: (request: ComposeRequest) => void }>()
/** The quoted message of each conversation. */
const quotes = createStore<ReadonlyMap<string, MessageItem>>(new Map())

/** A request made before the composer was mounted, which it takes once; null after it expired. */
let early: { chatId?: string; take: () => ComposeRequest | null } | null = null

/** Sends a request to the composer on the page, or to the one that mounts within three seconds. */
export function requestCompose(request: ComposeRequest): void {
  early?.take()
  const takers = [...listeners].filter(({ chatId }) => isFor(request, chatId))
  early = takers.length === 0 ? keepRequest(request) : null
  for (const { listen } of takers) listen(request)
}

/**
 * Requests the composer of a conversation that is opened from elsewhere, so that what a member types at once is text and
 * calls no shortcuts. Not on a phone, whose keyboard would cover the messages.
 */
export function requestReplyIn(chatId: string): void {
  if (!matchMedia(PHONE).matches) requestCompose({ mode: 'current', chatId })
}

function isFor({ chatId }: { chatId?: string }, openId: string): boolean {
  return chatId === undefined || chatId === openId
}

/** Keeps a request, and what is typed before it is sent. */
function keepRequest(request: ComposeRequest): NonNullable<typeof early> {
  const keys = keepEarlyKeys(request.mode !== 'template')
  return {
    ...(request.chatId !== undefined && { chatId: request.chatId }),
    take: () => {
      const typed = keys.take()
      return typed === null ? null : { ...request, ...(typed && { typed }) }
    },
  }
}

/** Calls `onRequest` for each request to the composer of a conversation while the component is mounted. */
export function useComposeRequests(
  chatId: string,
  onRequest: (request: ComposeRequest) => void,
): void {
  const latest = useRef(onRequest)
  useEffect(() => {
    latest.current = onRequest
  })
  useEffect(() => {
    const listener = { chatId, listen: (request: ComposeRequest) => latest.current(request) }
    listeners.add(listener)
    if (early && isFor(early, chatId)) {
      const request = early.take()
      early = null
      if (request) listener.listen(request)
    }
    return () => void listeners.delete(listener)
  }, [chatId])
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
