import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { isInField } from '../../../lib/shortcuts.ts'
import type { Chat } from '../data/types.ts'
import type { ListHandle } from '../list/use-list-keys.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { useChatActions } from './use-chat-actions.ts'
import type { ChatActions, Return } from './use-chat-actions.ts'

/**
 * Returns the actions on conversations for the inbox: after the open one is closed or snoozed, the conversation that the
 * member's settings name is opened. Undoing opens the former one again, and so does a failure, unless the member has gone
 * on to another conversation or is writing: then its notice leads there.
 */
export function useDoneActions(
  place: InboxPlace,
  listHandle: RefObject<ListHandle | null>,
): ChatActions {
  const actions = useChatActions()
  const t = useTranslations('inboxActions.keys')
  const { after_done: afterDone } = useSession().membership.preferences
  const latest = useRef<InboxPlace | null>(place)
  useEffect(() => {
    latest.current = place
    // Outside of the inbox undoing opens nothing.
    return () => void (latest.current = null)
  })
  const leave = (chat: Chat): Return => {
    const { chatId } = place
    const after = afterDone === 'list' ? null : listHandle.current?.neighborOf(chat.id, afterDone)
    // Without a place in the list, nothing comes after it, and it stays open.
    const next = chatId !== chat.id || after === undefined ? chatId : after
    if (next !== chatId) place.openChat(next, { replace: true })
    const open = () => latest.current?.openChat(chat.id, { replace: true })
    return {
      onUndo: open,
      onFailed() {
        if (!latest.current || latest.current.chatId === chat.id) return undefined
        if (latest.current.chatId !== next || isInField(document.activeElement))
          return { label: t('open'), run: open }
        open()
        return undefined
      },
    }
  }
  return {
    ...actions,
    close: (chat) => actions.close(chat, leave(chat)),
    snooze: (chat, snooze) => actions.snooze(chat, snooze, leave(chat)),
    leave: (chat) => void leave(chat),
  }
}
