import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, Ref, RefObject } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ListProps, ItemProps, VirtuosoHandle } from 'react-virtuoso'
import { useLocale, useTranslations } from 'use-intl'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { useSession } from '../../../lib/session.ts'
import { chatListQuery, readMoreChats } from '../data/chat-queries.ts'
import { useFindMember } from '../../../lib/members.ts'
import type { Chat } from '../data/types.ts'
import { useToday } from '../../../lib/day.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { ChatRow, ROW_HEIGHT } from './chat-row.tsx'
import classes from './chat-list.module.css'
import { EmptyList } from './empty-list.tsx'
import { useAnchor } from './use-anchor.ts'
import { useCursor } from './use-cursor.ts'

/** Rows rendered before the list is measured. */
const FIRST_ROWS = 8

/** Moves through the list by keys. */
export type ListHandle = {
  move: (by: number) => void
  openCursor: () => void
  focus: () => void
  cursorChat: () => Chat | undefined
}

type RowContext = {
  openId: string | null
  cursorId: string | null
  today: number
  locale: string
  nameOf: (chat: Chat) => string | null
  hrefOf: (chatId: string) => string
}

const components = {
  List: ({
    ref,
    context: _,
    ...props
  }: ListProps & { ref?: Ref<HTMLDivElement>; context?: unknown }) => (
    <div {...props} ref={ref} role="list" />
  ),
  Item: ({ item: _, context: __, ...props }: ItemProps<Chat> & { context?: unknown }) => (
    <div {...props} role="listitem" />
  ),
}

/** Shows the conversations of the view, newest activity first, and loads more while scrolling. */
export function ChatList(props: {
  place: InboxPlace
  cursorId: string | null
  onCursor: (id: string) => void
  handle: RefObject<ListHandle | null>
}) {
  const { place, cursorId, onCursor, handle } = props
  const t = useTranslations('inbox')
  const locale = useLocale()
  const today = useToday()
  const { membership } = useSession()
  const findMember = useFindMember()
  const list = useQuery(chatListQuery(place.filters, membership.id))
  const chats = useMemo(() => list.data?.chats ?? [], [list.data])
  const virtuoso = useRef<VirtuosoHandle>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const container = useRef<HTMLDivElement>(null)
  useAnchor(chats, scroller)

  const isReading = useRef(false)
  const readOn = useCallback(() => {
    if (isReading.current) return
    isReading.current = true
    void readMoreChats(place.filters, membership.id)
      .catch(() => undefined)
      .finally(() => (isReading.current = false))
  }, [place.filters, membership.id])

  const listKey = JSON.stringify(place.filters)
  const { id: shownCursor, isMoved } = useCursor(chats, {
    cursorId,
    openId: place.chatId,
    key: listKey,
  })
  const focusRow = (id: string) => {
    const row = container.current?.querySelector<HTMLElement>(`[data-chat="${id}"]`)
    row?.focus({ preventScroll: true })
    return row !== null && row !== undefined
  }
  const moveTo = (index: number) => {
    const chat = chats[index]
    if (!chat) return
    onCursor(chat.id)
    virtuoso.current?.scrollIntoView({
      index,
      done: () => requestAnimationFrame(() => focusRow(chat.id)),
    })
    focusRow(chat.id)
  }
  useEffect(() => {
    handle.current = {
      move: (by) => {
        const index = chats.findIndex(({ id }) => id === shownCursor)
        const isIn = container.current?.contains(document.activeElement) ?? false
        // The first press shows the current row; without one it starts at the open conversation.
        const isFirst = !isIn && (isMoved ? by > 0 : cursorId === null && place.chatId === null)
        const next = isFirst ? index : index + by
        moveTo(Math.max(0, Math.min(chats.length - 1, next)))
      },
      openCursor: () => {
        if (shownCursor) place.openChat(shownCursor)
      },
      focus: () => {
        if (shownCursor) moveTo(chats.findIndex(({ id }) => id === shownCursor))
      },
      cursorChat: () => chats.find(({ id }) => id === shownCursor),
    }
  })
  // A removed row loses the focus, so the row in its place gets it.
  const focused = container.current?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-chat]')?.dataset['chat']
    : undefined
  const isLeaving = focused !== undefined && !chats.some(({ id }) => id === focused)
  useEffect(() => {
    if (isLeaving) handle.current?.focus()
  }, [isLeaving, handle])
  const { chatId, hrefOf } = place
  const context = useMemo<RowContext>(
    () => ({
      openId: chatId,
      cursorId: shownCursor,
      today,
      locale,
      nameOf: (chat) =>
        chat.assignee_id === null || chat.assignee_id === membership.id
          ? null
          : (findMember(chat.assignee_id)?.name ?? null),
      hrefOf,
    }),
    [chatId, shownCursor, today, locale, findMember, hrefOf, membership.id],
  )

  const onClick = (event: MouseEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-chat]')?.dataset['chat']
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!id || !isPlain) return
    event.preventDefault()
    onCursor(id)
    place.openChat(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) handle.current?.move(by)
    else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(chats.length - 1)
    else return
    event.preventDefault()
  }

  if (list.isPending) return <LoadingRows count={8} height={54} />
  if (list.isError && !list.data)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (chats.length === 0) return <EmptyList place={place} />
  return (
    <div ref={container} className={classes.list} onClick={onClick} onKeyDown={onKeyDown}>
      <Virtuoso<Chat, RowContext>
        key={listKey}
        ref={virtuoso}
        data={chats as Chat[]}
        context={context}
        components={components}
        computeItemKey={(_, chat) => chat.id}
        fixedItemHeight={ROW_HEIGHT}
        initialItemCount={Math.min(chats.length, FIRST_ROWS)}
        increaseViewportBy={420}
        scrollerRef={(element) => (scroller.current = element as HTMLElement | null)}
        endReached={readOn}
        itemContent={renderRow}
        tabIndex={-1}
        aria-label={t('list')}
      />
    </div>
  )
}

function renderRow(_: number, chat: Chat, context: RowContext) {
  const { openId, cursorId, nameOf, hrefOf, today, locale } = context
  return (
    <ChatRow
      chat={chat}
      href={hrefOf(chat.id)}
      isOpen={chat.id === openId}
      isCursor={chat.id === cursorId}
      assignee={nameOf(chat)}
      today={today}
      locale={locale}
    />
  )
}
