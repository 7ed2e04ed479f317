import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { NoticePlace } from '../../../components/notice-place.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import type { ChatActions } from '../actions/use-chat-actions.ts'
import { chatQuery } from '../data/chat-queries.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import type { InboxPlace } from '../use-inbox-place.ts'
import { Messages } from './messages.tsx'
import { ThreadHeader } from './thread-header.tsx'
import classes from './thread-pane.module.css'
import { lazyPart } from '../../../lib/lazy-part.ts'

const Composer = lazyPart(async () => (await import('../composer/composer.tsx')).Composer)

/** The properties of the middle pane. */
export type ThreadPaneProps = {
  chatId: string
  place: InboxPlace
  actions: ChatActions
  isPersonShown: boolean
  onTogglePerson: () => void
}

/** Shows the middle pane: the open conversation with its messages and the composer. */
export function ThreadPane(props: ThreadPaneProps) {
  const { chatId, place, actions, isPersonShown, onTogglePerson } = props
  const t = useTranslations('inbox')
  const query = useQuery(chatQuery(chatId))
  const chat = query.data
  const nameOf = useChatName()
  usePageTitle(chat ? nameOf(chat) : t('title'))
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone, the list with the focus is not shown any more.
    const focused = document.activeElement
    if (focused === document.body || focused?.checkVisibility() === false)
      pane.current?.focus({ preventScroll: true })
  }, [chatId])
  const { openChat } = place
  const onBack = () => openChat(null)
  const onMessageShown = useCallback(() => openChat(chatId, { replace: true }), [chatId])
  if (!chat)
    return (
      <section ref={pane} className={classes.pane} aria-label={t('thread')} tabIndex={-1}>
        <div className={classes.bare}>
          <IconButton label={t('backToList')} onClick={onBack}>
            <IconArrowLeft size={20} aria-hidden />
          </IconButton>
        </div>
        {query.isError ? (
          <ErrorState
            error={query.error}
            onRetry={() => void query.refetch()}
            back={
              <Button variant="light" onClick={onBack}>
                {t('backToList')}
              </Button>
            }
          />
        ) : (
          <LoadingRows count={5} height={48} />
        )}
        <NoticePlace />
      </section>
    )
  return (
    <section ref={pane} className={classes.pane} aria-label={t('thread')} tabIndex={-1}>
      <ThreadHeader {...{ chat, actions, isPersonShown, onTogglePerson, onBack }} />
      <Messages
        key={chatId}
        chat={chat}
        messageId={place.messageId}
        onMessageShown={onMessageShown}
      />
      <NoticePlace />
      <Suspense fallback={<div className={classes.composerSpace} />}>
        <Composer key={chatId} chat={chat} onClosed={() => actions.leave?.(chat)} />
      </Suspense>
    </section>
  )
}
