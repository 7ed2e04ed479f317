import { useEffect } from 'react'
import { createStore, useStore } from '../../../lib/create-store.ts'

const wanted = createStore<{ chatId: string; messageId: string } | null>(null)

/** Scrolls the open conversation to a message. */
export function showMessage(chatId: string, messageId: string): void {
  wanted.set({ chatId, messageId })
}

/** Calls `show` with the message that the open conversation is to scroll to, once it `isReady`. */
export function useShownMessage(
  chatId: string,
  isReady: boolean,
  show: (messageId: string) => void,
): void {
  const request = useStore(wanted)
  useEffect(() => {
    if (!isReady || request?.chatId !== chatId) return
    wanted.set(null)
    show(request.messageId)
  }, [request, chatId, isReady])
}
