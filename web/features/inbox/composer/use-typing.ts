import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { announceTyping } from '../presence.ts'

/** The platform shows a typing indicator for 25 seconds. Source: Cloud API, "Typing indicators". */
const SEND_EVERY_MS = 20_000

/**
 * Returns a function to call with each change: it shows other members that one types, and the customer too if
 * `isForCustomer`.
 */
export function useTyping(chatId: string, isForCustomer: boolean): () => void {
  const sentAt = useRef(0)
  return () => {
    announceTyping(chatId)
    const now = Date.now()
    if (!isForCustomer || now - sentAt.current < SEND_EVERY_MS) return
    sentAt.current = now
    // An error is ignored, because only the message itself matters.
    void api.post(`/api/v1/chats/${chatId}/typing`).catch(() => undefined)
  }
}
