import { useMemo, useState } from 'react'
import { firstUnread } from '../data/rows.ts'
import type { Chat, ThreadItem } from '../data/types.ts'

/** Returns the first unread message and their count as of opening the conversation; the mark stays while it is open. */
export function useUnreadAtOpening(
  chat: Chat,
  items: readonly ThreadItem[] | undefined,
): { id: string | null; count: number } {
  const [opened, setOpened] = useState({ chatId: '', count: 0, id: null as string | null })
  const isReady = items !== undefined
  if (isReady && opened.chatId !== chat.id)
    setOpened({
      chatId: chat.id,
      count: chat.unread_count,
      id: firstUnread(items, chat.unread_count),
    })
  return useMemo(() => ({ id: opened.id, count: opened.count }), [opened])
}
