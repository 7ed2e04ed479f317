import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { eventLog, latestChat } from '../data/inbox-cache.ts'
import { applyEventsToChat } from '../data/apply-events.ts'
import { useMay } from '../../../lib/use-may.ts'
import { holdChange } from '../../../lib/pending-changes.ts'
import type { Chat } from '../data/types.ts'
import { updateCachedChat } from '../data/update-cached-chat.ts'
import { refetchCounts } from '../data/apply-events-to-cache.ts'

/** Marks the conversation as read, here and for its customer, while its newest messages are `seen`. */
export function useMarkRead(chat: Chat, seen: boolean): void {
  const isVisible = useVisible()
  const may = useMay()('messages:write')
  const isAsking = useRef(false)
  // A conversation that is marked as unread while it is open stays unread until it is opened again.
  const kept = useRef<string | null>(null)
  const isUnread = chat.unread_count > 0
  const before = useRef({ id: chat.id, isUnread, last: chat.last_message?.id })
  useEffect(() => {
    const { id, last } = before.current
    const isSame = id === chat.id
    const hasNewMessage = last !== chat.last_message?.id
    if (isSame && isUnread && !before.current.isUnread && !hasNewMessage) kept.current = chat.id
    if (!isSame || hasNewMessage) kept.current = null
    before.current = { id: chat.id, isUnread, last: chat.last_message?.id }
    if (!seen || !isVisible || !isUnread || !may || isAsking.current || kept.current === chat.id)
      return
    isAsking.current = true
    void markRead(chat).finally(() => (isAsking.current = false))
  }, [chat, seen, isVisible, isUnread])
}

async function markRead(chat: Chat): Promise<void> {
  const release = holdChange(chat.id, { unread_count: 0 })
  updateCachedChat({ ...latestChat(chat), unread_count: 0 })
  const from = eventLog.position()
  try {
    await api.post(`/api/v1/chats/${chat.id}/read`)
    release()
    updateCachedChat(
      applyEventsToChat({ ...latestChat(chat), unread_count: 0 }, eventLog.since(from) ?? []),
    )
  } catch {
    // The server did not mark it as read; the next message or visit tries again.
    release()
  } finally {
    refetchCounts()
  }
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const onChange = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return isVisible
}
