import { IconCheck, IconClockPause, IconInbox } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { RowSwipe } from '../../../components/swipe/row-swipe.tsx'
import { useMay } from '../../../lib/use-may.ts'
import { useChatActions } from '../actions/use-chat-actions.ts'
import { findListed } from '../data/inbox-cache.ts'
import { openDialog } from '../dialogs.ts'
import { ChatMenu } from '../thread/chat-menu.tsx'

/**
 * Shows the actions of a conversation in the list that a finger moves aside: to close or to snooze it, and others. The head of the
 * conversation has buttons of the same actions.
 */
export function ChatSwipe() {
  const t = useTranslations('inboxHeader')
  const actions = useChatActions()
  const mayChange = useMay()('chats:write')
  return (
    <RowSwipe
      rows='[data-chat-row][data-selecting="false"]'
      body="[data-chat]"
      moreLabel={t('more')}
      actionsOf={(row) => {
        const chat = findListed(row.dataset['chatRow'] ?? '')
        if (!chat) return null
        const isClosed = chat.status === 'closed'
        const Icon = isClosed ? IconInbox : IconCheck
        return {
          right: mayChange
            ? [
                {
                  id: 'close',
                  label: t(isClosed ? 'reopen' : 'close'),
                  icon: <Icon size={20} aria-hidden />,
                  tone: 'accent',
                  run: () => (isClosed ? actions.reopen(chat) : actions.close(chat)),
                },
                {
                  id: 'snooze',
                  label: t('snooze'),
                  icon: <IconClockPause size={20} aria-hidden />,
                  tone: 'note',
                  run: () => openDialog({ kind: 'snooze', chat }),
                },
              ]
            : [],
          menu: (onClose) => <ChatMenu chat={chat} actions={actions} onClose={onClose} />,
        }
      }}
    />
  )
}
