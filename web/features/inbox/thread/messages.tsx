import { useQuery } from '@tanstack/react-query'
import { IconArrowDown } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { VirtuosoHandle } from 'react-virtuoso'
import { useLocale, useTranslations } from 'use-intl'
import { useIsAdmin, useSession } from '../../../lib/session.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import { notifyError } from '../../../components/notify.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { readAround, readNewer, readNewest, readOlder, threadQuery } from '../data/thread-query.ts'
import { readOutbox, useOutgoing } from '../data/outbox-store.ts'
import { useFindMember } from '../../../lib/members.ts'
import { firstUnread, keyOf, ownReaction, toMarks, toRows } from '../data/rows.ts'
import type { Row } from '../data/rows.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { useToday } from '../../../lib/day.ts'
import { chatName, shorten } from '../../../lib/display-name.ts'
import { useSend } from '../send.ts'
import { ThreadActionsContext } from './thread-context.ts'
import type { RowContext, ThreadActions } from './thread-context.ts'
import { ThreadRow } from './thread-row.tsx'
import classes from './thread-pane.module.css'
import { useMarkRead } from './use-mark-read.ts'
import { useStayAtEnd } from './use-stay-at-end.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'

const MessageMenu = lazyPart(async () => (await import('./message-menu.tsx')).MessageMenu)
const HIGHLIGHT_MS = 4000

type ListContext = RowContext & { rows: Row[]; firstIndex: number; isReading: boolean }

/** The messages of a chat: from their newest end, or where `messageId` stands; more is read as one scrolls. */
export function Messages(props: {
  chat: Chat
  messageId: string | null
  onMessageShown: () => void
}) {
  const { chat, messageId, onMessageShown } = props
  const chatId = chat.id
  const t = useTranslations('inboxThread')
  const tInbox = useTranslations('inbox')
  const tActions = useTranslations('inboxActions')
  const locale = useLocale()
  const today = useToday()
  const { membership } = useSession()
  const isAdmin = useIsAdmin()
  const findMember = useFindMember()
  const query = useQuery(threadQuery(chatId))
  const thread = query.data
  const outgoing = useOutgoing(chatId)
  const sending = useSend(chatId)
  const virtuoso = useRef<VirtuosoHandle>(null)
  const stay = useStayAtEnd(thread?.after === null)
  const [isAtBottom, setAtBottom] = useState(true)
  /** Where the list begins when it is drawn anew. */
  const startsAt = useRef<'unread' | 'end'>('unread')
  const [highlightId, setHighlight] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ message: MessageItem; anchor: HTMLElement } | null>(null)
  const customer = chatName(chat) ?? tInbox('unknownPerson')

  const rows = useMemo(() => (thread ? toRows(thread, outgoing) : []), [thread, outgoing])
  const marks = useMemo(() => toMarks(thread?.items ?? [], outgoing), [thread?.items, outgoing])
  const unread = useUnreadAtOpening(chat, thread?.items)
  const latest = useRef({ rows, thread })
  latest.current = { rows, thread }

  const goTo = useCallback(
    async (id: string) => {
      try {
        await readAround(chatId, id)
      } catch (err) {
        return notifyError(t('quoteGone'), err)
      }
      setHighlight(id)
      // The list has drawn what was read by the next frame but one.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const index = latest.current.rows.findIndex(
            (row) => row.kind === 'item' && row.item.id === id,
          )
          if (index >= 0) virtuoso.current?.scrollToIndex({ index, align: 'center' })
        }),
      )
    },
    [chatId, t],
  )
  useEffect(() => {
    if (highlightId === null) return
    const timer = setTimeout(() => setHighlight(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlightId])
  const isReady = thread !== undefined
  useEffect(() => {
    if (messageId === null || !isReady) return
    void goTo(messageId)
    onMessageShown()
  }, [messageId, isReady, goTo, onMessageShown])

  const goToNewest = useCallback(async () => {
    startsAt.current = 'end'
    setHighlight(null)
    if (latest.current.thread?.after) await readNewest(chatId).catch(() => undefined)
    requestAnimationFrame(() =>
      virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end', behavior: 'auto' }),
    )
  }, [chatId])
  useShortcuts([
    {
      keys: 'shift+g',
      label: tActions('keys.newest'),
      group: tActions('groups.chat'),
      run: () => void goToNewest(),
    },
  ])
  // What one sends oneself is always seen.
  const lastKey = outgoing.at(-1)?.key
  useEffect(() => {
    if (lastKey) void goToNewest()
  }, [lastKey, goToNewest])
  useMarkRead(chat, isReady && thread.after === null && isAtBottom)

  const actions = useMemo<ThreadActions>(
    () => ({
      chatId,
      sending,
      openImage: (message, index) =>
        openDialog({ kind: 'image', chatId, messageId: message.id, index }),
      openMenu: (message, anchor) => setMenu({ message, anchor }),
      openTrail: (message) => openDialog({ kind: 'trail', message }),
      openNote: ({ id, text, mentions }) => openDialog({ kind: 'edit-note', id, text, mentions }),
      goTo: (id) => void goTo(id),
      findItem: (id) => {
        const found = latest.current.thread?.items.find((item) => item.id === id)
        return found?.kind === 'message' ? found : undefined
      },
    }),
    [chatId, sending, goTo],
  )
  const context = useMemo<ListContext>(
    () => ({
      me: membership.id,
      isAdmin,
      findMember,
      customer,
      marks,
      today,
      locale,
      unreadId: unread.id,
      unreadCount: unread.count,
      highlightId,
      rows,
      firstIndex: thread?.firstIndex ?? 0,
      isReading: Boolean(thread?.before),
    }),
    [
      membership.id,
      isAdmin,
      findMember,
      customer,
      marks,
      today,
      locale,
      unread,
      highlightId,
      rows,
      thread,
    ],
  )

  if (!thread)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div className={classes.loading}>
        <LoadingRows count={5} height={48} />
      </div>
    )
  if (rows.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />
  const unreadIndex = rows.findIndex((row) => row.kind === 'item' && row.item.id === unread.id)
  const targetIndex = rows.findIndex((row) => row.kind === 'item' && row.item.id === highlightId)
  const newCount = thread.after === null ? chat.unread_count : thread.newerCount
  return (
    <ThreadActionsContext value={actions}>
      <Announcer items={thread.items} isWhole={thread.after === null} customer={customer} />
      <div className={classes.messages}>
        <Virtuoso<Row, ListContext>
          key={`${chatId} ${thread.openedAs}`}
          ref={virtuoso}
          className={classes.scroller}
          data={rows}
          context={context}
          firstItemIndex={thread.firstIndex}
          initialTopMostItemIndex={
            targetIndex >= 0
              ? { index: targetIndex, align: 'center' }
              : unreadIndex >= 0 && startsAt.current === 'unread'
                ? { index: unreadIndex, align: 'start', offset: -48 }
                : { index: rows.length - 1, align: 'end' }
          }
          alignToBottom
          computeItemKey={computeKey}
          itemContent={renderRow}
          components={listComponents}
          increaseViewportBy={{ top: 900, bottom: 500 }}
          atBottomThreshold={60}
          atBottomStateChange={setAtBottom}
          scrollerRef={stay}
          followOutput={(isBottom) => (isBottom && thread.after === null ? 'auto' : false)}
          startReached={() => void readOlder(chatId).catch(() => undefined)}
          endReached={() => void readNewer(chatId).catch(() => undefined)}
          aria-label={t('messages')}
          role="log"
          aria-live="off"
          tabIndex={0}
        />
        {(!isAtBottom || thread.after !== null) && (
          <button type="button" className={classes.newest} onClick={() => void goToNewest()}>
            <IconArrowDown size={16} aria-hidden />
            {newCount > 0 ? t('newestCount', { count: newCount }) : t('newest')}
          </button>
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

function computeKey(_: number, row: Row): string {
  return keyOf(row, readOutbox().keys)
}

function renderRow(index: number, row: Row, context: ListContext) {
  const at = index - context.firstIndex
  return (
    <ThreadRow
      row={row}
      before={context.rows[at - 1]}
      after={context.rows[at + 1]}
      context={context}
    />
  )
}

const listComponents = {
  Header: ({ context }: { context?: ListContext }) =>
    context?.isReading ? <OlderMark /> : <div className={classes.edge} />,
  Footer: () => <div className={classes.edge} />,
}

function OlderMark() {
  const t = useTranslations('inboxThread')
  return <div className={classes.older}>{t('loadingOlder')}</div>
}

/** What was unread when the chat was opened: its first message is marked for as long as one looks. */
function useUnreadAtOpening(
  chat: Chat,
  items: readonly MessageItemLike[] | undefined,
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

type MessageItemLike = Parameters<typeof firstUnread>[0][number]

/** Tells who cannot see what the customer writes while the chat is shown. */
function Announcer(props: {
  items: readonly MessageItemLike[]
  isWhole: boolean
  customer: string
}) {
  const { items, isWhole, customer } = props
  const t = useTranslations('inbox')
  const last = items.at(-1)
  const seen = useRef(last?.id)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!last || last.id === seen.current || !isWhole) return
    seen.current = last.id
    if (last.kind !== 'message' || last.direction !== 'inbound') return
    setSaid(
      last.text === null
        ? t('announceFile', { name: customer })
        : t('announceMessage', { name: customer, text: shorten(last.text, 200) }),
    )
  }, [last, isWhole, customer, t])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  )
}
