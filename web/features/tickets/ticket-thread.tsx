import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { useCommands } from '../../lib/commands.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useChatActions } from '../inbox/actions/use-chat-actions.ts'
import { requestCompose } from '../inbox/compose.ts'
import { chatQuery } from '../inbox/data/chat-queries.ts'
import { openDialog, useDialog } from '../inbox/dialogs.ts'
import { InboxLive } from '../inbox/inbox-live.tsx'
import { usePresence } from '../inbox/presence.ts'
import { Messages } from '../inbox/thread/messages.tsx'
import { PresenceText } from '../inbox/thread/presence-text.tsx'
import { useInboxPlace } from '../inbox/use-inbox-place.ts'
import classes from './tickets.module.css'

const Composer = lazyPart(async () => (await import('../inbox/composer/composer.tsx')).Composer)
const InboxDialogs = lazyPart(
  async () => (await import('../inbox/actions/inbox-dialogs.tsx')).InboxDialogs,
)

/** A chat as the inbox has it, to read and to answer; `messageId` is shown once it is set. */
export function TicketThread(props: {
  chatId: string
  messageId: string | null
  onMessageShown: () => void
}) {
  const { chatId, messageId, onMessageShown } = props
  const t = useTranslations('inboxActions.keys')
  const tTickets = useTranslations('tickets.keys')
  const { data: chat, error, refetch } = useQuery(chatQuery(chatId))
  const writing = [
    {
      id: 'ticket-reply',
      keys: 'r',
      label: t('reply'),
      run: () => requestCompose({ mode: 'reply' }),
    },
    { id: 'ticket-note', keys: 'n', label: t('note'), run: () => requestCompose({ mode: 'note' }) },
  ]
  useCommands(writing.map(({ id, label, run }) => ({ id, label, run })))
  useShortcuts(
    writing.map(({ keys, label, run }) => ({ keys, label, group: tTickets('group'), run })),
  )
  if (!chat)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      <InboxLive />
      <Colleagues chatId={chatId} />
      <Messages chat={chat} messageId={messageId} onMessageShown={onMessageShown} />
      <Suspense fallback={<div className={classes.composerSpace} />}>
        <Composer chat={chat} />
      </Suspense>
      <Dialogs />
    </>
  )
}

function Colleagues({ chatId }: { chatId: string }) {
  const colleagues = usePresence(chatId)
  if (colleagues.length === 0) return null
  return (
    <div className={classes.colleagues}>
      <PresenceText colleagues={colleagues} />
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
