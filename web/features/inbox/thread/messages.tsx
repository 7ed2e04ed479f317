import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import { useToday } from '../../../lib/day.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useFindMember } from '../../../lib/members.ts'
import { useIsAdmin, useSession } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useOutgoing } from '../data/outbox-store.ts'
import { ownReaction, toMarks, toRows } from '../data/rows.ts'
import { threadQuery } from '../data/thread-query.ts'
import type { Thread } from '../data/thread.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { Announcer } from './announcer.tsx'
import { NewestButton } from './newest-button.tsx'
import { ThreadActionsContext } from './thread-context.ts'
import type { RowContext } from './thread-context.ts'
import { ThreadList } from './thread-list.tsx'
import classes from './thread-pane.module.css'
import { useShownMessage } from './shown-message.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useMessagePress } from './use-message-press.ts'
import { useThreadActions } from './use-thread-actions.ts'
import { useThreadScrolling } from './use-thread-scrolling.ts'
import { useUnreadAtOpening } from './use-unread-at-opening.ts'

const MessageMenu = lazyPart(async () => (await import('./message-menu.tsx')).MessageMenu)

/** The messages of a conversation, from the newest end or at `messageId`; more are read while one scrolls. */
export function Messages(props: {
  chat: Chat
  messageId: string | null
  onMessageShown: () => void
}) {
  const { chat, messageId, onMessageShown } = props
  const chatId = chat.id
  const t = useTranslations('inboxThread')
  const query = useQuery(threadQuery(chatId))
  const thread = query.data
  const outgoing = useOutgoing(chatId)
  const [isAtBottom, setAtBottom] = useState(true)
  const [menu, setMenu] = useState<{ message: MessageItem; anchor: HTMLElement } | null>(null)
  const customer = useChatName()(chat)
  const rows = useMemo(() => (thread ? toRows(thread, outgoing) : []), [thread, outgoing])
  const marks = useMemo(() => toMarks(thread?.items ?? [], outgoing), [thread?.items, outgoing])
  const latest = useRef({ rows, thread })
  latest.current = { rows, thread }
  const scrolling = useThreadScrolling(chatId, latest)
  const { goal, goTo, goToNewest, highlightId } = scrolling
  const isReady = thread !== undefined
  useEffect(() => {
    if (messageId === null || !isReady) return
    void goTo(messageId)
    onMessageShown()
  }, [messageId, isReady, goTo, onMessageShown])
  useShownMessage(chatId, isReady, (id) => void goTo(id))
  useNewestShortcut(goToNewest)
  // The member's own message is always scrolled into view.
  const lastKey = outgoing.at(-1)?.key
  useEffect(() => {
    if (lastKey) void goToNewest()
  }, [lastKey, goToNewest])
  useMarkRead(chat, isReady && thread.after === null && isAtBottom)
  const openMenu = useCallback(
    (message: MessageItem, anchor: HTMLElement) => setMenu({ message, anchor }),
    [],
  )
  const press = useMessagePress((id, element) => {
    const message = actions.findItem(id)
    if (message)
      setMenu({ message, anchor: element.querySelector('button[aria-haspopup]') ?? element })
  })
  const actions = useThreadActions(chat, { customer, latest, goTo, openMenu })
  const context = useRowContext({ chat, thread, customer, highlightId })

  if (!thread)
    return query.isError ? (
      <div className={classes.loading}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <div className={classes.loading}>
        <LoadingRows count={5} height={48} />
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={classes.loading}>
        <EmptyState title={t('empty')} text={t('emptyText')} />
      </div>
    )
  return (
    <ThreadActionsContext value={actions}>
      <Announcer items={thread.items} isWhole={thread.after === null} {...{ chat, customer }} />
      <div className={classes.messages} {...press}>
        <ThreadList
          key={thread.openedAs}
          {...{ chatId, thread, rows, marks, context, goal }}
          onAtBottom={setAtBottom}
        />
        {(!isAtBottom || thread.after !== null) && (
          <NewestButton
            count={thread.after === null ? chat.unread_count : thread.newerCount}
            onClick={() => void goToNewest()}
          />
        )}
      </div>
      {menu && (
        <Suspense fallback={null}>
          <MessageMenu
            chat={chat}
            message={menu.message}
            anchor={menu.anchor}
            ownReaction={ownReaction(menu.message, marks)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </ThreadActionsContext>
  )
}

function useNewestShortcut(goToNewest: () => Promise<void>): void {
  const t = useTranslations('inboxActions')
  useShortcuts([
    {
      id: 'conversation_newest',
      label: t('keys.newest'),
      group: t('groups.chat'),
      run: () => void goToNewest(),
    },
  ])
}

/**
 * Returns the values that all rows share. The object changes only when one of them changes, so that rows do not
 * rerender needlessly.
 */
function useRowContext(parts: {
  chat: Chat
  thread: Thread | undefined
  customer: string
  highlightId: string | null
}): RowContext {
  const { chat, thread, customer, highlightId } = parts
  const locale = useLocale()
  const today = useToday()
  const me = useSession().membership.id
  const isAdmin = useIsAdmin()
  const findMember = useFindMember()
  const unread = useUnreadAtOpening(chat, thread?.items)
  return useMemo(
    () => ({
      me,
      isAdmin,
      findMember,
      customer,
      today,
      locale,
      unreadId: unread.id,
      unreadCount: unread.count,
      highlightId,
    }),
    [me, isAdmin, findMember, customer, today, locale, unread, highlightId],
  )
}
