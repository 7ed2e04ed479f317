import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { announceTyping } from '../presence.ts'

/** The platform shows for 25 seconds that somebody types. Source: Cloud API, "Typing indicators". */
const TELL_EVERY_MS = 20_000

/** What to call with each change: tells colleagues that one types, and the customer too where `isForCustomer`. */
export function useTyping(chatId: string, isForCustomer: boolean): () => void {
  const toldAt = useRef(0)
  return () => {
    announceTyping(chatId)
    const now = Date.now()
    if (!isForCustomer || now - toldAt.current < TELL_EVERY_MS) return
    toldAt.current = now
    // It is worth no error: the message itself is what counts.
    void api.post(`/api/v1/chats/${chatId}/typing`).catch(() => undefined)
  }
}
