import { IconCheck, IconClockPause, IconDots, IconInbox } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMay } from '../../../lib/use-may.ts'
import { useChatActions } from '../actions/use-chat-actions.ts'
import { findListed } from '../data/inbox-cache.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { ChatMenu } from '../thread/chat-menu.tsx'
import classes from './row-swipe.module.css'
import { listenToSwipes } from './listen-to-swipes.ts'
import type { Swipes } from './listen-to-swipes.ts'

type Shown = { chat: Chat; row: HTMLElement }

/**
 * Shows the actions of a row of the list that a finger moves aside: to the right, to close or to snooze the conversation, and to the left,
 * to choose another action. The head of the conversation has buttons of the same actions.
 */
export function RowSwipe() {
  const t = useTranslations('inboxHeader')
  const actions = useChatActions()
  const mayChange = useMay()('chats:write')
  const [shown, setShown] = useState<Shown | null>(null)
  const [menu, setMenu] = useState<(Shown & { top: number }) | null>(null)
  const swipes = useRef<Swipes | null>(null)
  const close = (chat: Chat) =>
    chat.status === 'closed' ? actions.reopen(chat) : actions.close(chat)
  const latest = useRef({ close, mayChange })
  latest.current = { close, mayChange }
  useEffect(() => {
    const listening = listenToSwipes({
      mayMove: (way) => way === 'left' || latest.current.mayChange,
      onMove(row) {
        const chat = row && findListed(row.dataset['chatRow'] ?? '')
        setShown(row && chat ? { chat, row } : null)
      },
      onFar(row) {
        const chat = findListed(row.dataset['chatRow'] ?? '')
        if (chat) latest.current.close(chat)
      },
    })
    swipes.current = listening
    return listening.stop
  }, [])
  const run = (action: () => void) => () => {
    swipes.current?.reset()
    action()
  }
  const openMenu = ({ chat, row }: Shown) => {
    const { top, height } = row.getBoundingClientRect()
    setMenu({ chat, row, top: top + height })
  }
  const isClosed = shown?.chat.status === 'closed'
  return (
    <>
      {shown &&
        createPortal(
          <div className={classes.under} data-swipe-actions>
            {mayChange && (
              <>
                <button type="button" data-action="close" onClick={run(() => close(shown.chat))}>
                  {isClosed ? (
                    <IconInbox size={20} aria-hidden />
                  ) : (
                    <IconCheck size={20} aria-hidden />
                  )}
                  {isClosed ? t('reopen') : t('close')}
                </button>
                <button
                  type="button"
                  data-action="snooze"
                  onClick={run(() => openDialog({ kind: 'snooze', chat: shown.chat }))}
                >
                  <IconClockPause size={20} aria-hidden />
                  {t('snooze')}
                </button>
              </>
            )}
            <button type="button" data-action="more" onClick={run(() => openMenu(shown))}>
              <IconDots size={20} aria-hidden />
              {t('more')}
            </button>
          </div>,
          shown.row,
        )}
      {menu && (
        <div className={classes.menu} style={{ top: menu.top }}>
          <ChatMenu chat={menu.chat} actions={actions} onClose={() => setMenu(null)} />
        </div>
      )}
    </>
  )
}
