import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useSession } from '../../../lib/session.ts'
import type { Chat } from '../data/types.ts'
import type { ListHandle } from '../list/use-list-keys.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { useChatActions } from './use-chat-actions.ts'
import type { ChatActions } from './use-chat-actions.ts'

/**
 * Returns the actions on conversations for the inbox: after the open one is closed or snoozed, the conversation that the
 * member's settings name is opened, and undoing opens the former one again.
 */
export function useDoneActions(
  place: InboxPlace,
  listHandle: RefObject<ListHandle | null>,
): ChatActions {
  const actions = useChatActions()
  const { after_done: afterDone } = useSession().membership.preferences
  const latest = useRef<InboxPlace | null>(place)
  useEffect(() => {
    latest.current = place
    // Outside of the inbox undoing opens nothing.
    return () => void (latest.current = null)
  })
  const leave = (chat: Chat) => {
    if (place.chatId !== chat.id) return
    if (afterDone === 'list') return place.openChat(null, { replace: true })
    const next = listHandle.current?.neighborOf(chat.id, afterDone)
    // Without a place in the list, nothing comes after it, and it stays open.
    if (next !== undefined) place.openChat(next, { replace: true })
  }
  return {
    ...actions,
    close: (chat) => {
      leave(chat)
      actions.close(chat, () => latest.current?.openChat(chat.id, { replace: true }))
    },
    snooze: (chat, until) => {
      leave(chat)
      actions.snooze(chat, until, () => latest.current?.openChat(chat.id, { replace: true }))
    },
  }
}
