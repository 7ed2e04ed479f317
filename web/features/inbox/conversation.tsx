import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { NoticePlace } from '../../components/notice-place.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { useCommands } from '../../lib/commands.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useChatName } from '../../lib/use-visitor-name.ts'
import { useChatActions } from './actions/use-chat-actions.ts'
import { requestCompose } from './compose.ts'
import { chatQuery } from './data/chat-queries.ts'
import type { Chat } from './data/types.ts'
import { openDialog, useDialog } from './dialogs.ts'
import { InboxLive } from './inbox-live.tsx'
import { usePresence } from './presence.ts'
import { Messages } from './thread/messages.tsx'
import { PresenceText } from './thread/presence-text.tsx'
import { useCustomerTyping } from './use-customer-typing.ts'
import { useInboxPlace } from './use-inbox-place.ts'
import classes from './conversation.module.css'

const Composer = lazyPart(async () => (await import('./composer/composer.tsx')).Composer)
const InboxDialogs = lazyPart(
  async () => (await import('./actions/inbox-dialogs.tsx')).InboxDialogs,
)

/**
 * A conversation outside the inbox page: its thread, composer and dialogs, kept live. `messageId` is scrolled into
 * view; `shortcutGroup` is the heading of its keys in the list of shortcuts.
 */
export function Conversation(props: {
  chatId: string
  messageId: string | null
  onMessageShown: () => void
  shortcutGroup: string
}) {
  const { chatId, messageId, onMessageShown, shortcutGroup } = props
  const t = useTranslations('inboxActions.keys')
  const { data: chat, error, refetch } = useQuery(chatQuery(chatId))
  const replies = [
    {
      id: 'conversation-reply',
      shortcut: 'conversation_reply' as const,
      label: t('reply'),
      run: () => requestCompose({ mode: 'reply' }),
    },
    {
      id: 'conversation-note',
      shortcut: 'conversation_note' as const,
      label: t('note'),
      run: () => requestCompose({ mode: 'note' }),
    },
  ]
  useCommands(replies)
  useShortcuts(
    replies.map(({ shortcut: id, label, run }) => ({ id, label, group: shortcutGroup, run })),
  )
  if (!chat)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      <InboxLive />
      <Viewers chat={chat} />
      <Messages chat={chat} messageId={messageId} onMessageShown={onMessageShown} />
      <NoticePlace />
      <Suspense fallback={<div className={classes.composerSpace} />}>
        <Composer chat={chat} />
      </Suspense>
      <Dialogs />
    </>
  )
}

function Viewers({ chat }: { chat: Chat }) {
  const nameOf = useChatName()
  const viewers = usePresence(chat.id)
  const isTyping = useCustomerTyping(chat.id)
  if (viewers.length === 0 && !isTyping) return null
  const customer = isTyping ? nameOf(chat) : undefined
  return (
    <div className={classes.viewers}>
      <PresenceText colleagues={viewers} customer={customer} />
    </div>
  )
}

function Dialogs() {
  const dialog = useDialog()
  const actions = useChatActions()
  const place = useInboxPlace()
  useEffect(() => () => openDialog(null), [])
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <InboxDialogs dialog={dialog} actions={actions} place={place} />
    </Suspense>
  )
}
