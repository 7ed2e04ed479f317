import { useEffect, useState } from 'react'
import { useLive } from '../../lib/live.ts'

/** The time in which it is shown that the customer types; the widget of a web chat repeats it every three seconds. */
const SHOWN_MS = 7_000

/** A signal that the visitor of a web chat types, or no longer does. */
type Typing = { conversation_id: string; is_typing: boolean }

/** Returns whether the customer types a message in the conversation. Only visitors of web chats report it. */
export function useCustomerTyping(chatId: string): boolean {
  const [until, setUntil] = useState(0)
  useLive(({ type, data }) => {
    if (type === 'typing') {
      const { conversation_id: id, is_typing: isTyping } = data as Typing
      if (id === chatId) setUntil(isTyping ? Date.now() + SHOWN_MS : 0)
    }
    if (type === 'message.received' && (data as Partial<Typing>).conversation_id === chatId)
      setUntil(0)
  })
  useEffect(() => setUntil(0), [chatId])
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until > 0
}
