import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { useToday } from '../../../lib/day.ts'
import { lazyPartWithTexts } from '../../../lib/lazy-part-with-texts.ts'
import { useFindMember } from '../../../lib/members.ts'
import type { Selection } from '../../../lib/selection.ts'
import { useSession } from '../../../lib/session.ts'
import { orderOf } from '../data/filters.ts'
import { chatListQuery, readMoreChats } from '../data/chat-queries.ts'
import { draftedChatsQuery } from '../data/reply-drafts-query.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './chat-list.module.css'
import { useAnchor } from './use-anchor.ts'
import { useListKeys } from './use-list-keys.ts'
import type { ListHandle } from './use-list-keys.ts'
import { idOf, useRowSelection } from './use-row-selection.ts'
import { VirtualRows } from './virtual-rows.tsx'
import type { RowContext } from './virtual-rows.tsx'

const EmptyList = lazyPartWithTexts(async () => (await import('./empty-list.tsx')).EmptyList)

/** The conversations of the view, newest activity first; more are read while one scrolls. */
export function ChatList(props: {
  place: InboxPlace
  cursorId: string | null
  onCursor: (id: string) => void
  handle: RefObject<ListHandle | null>
  selection: Selection
  onSelectAll: () => void
}) {
  const { place, cursorId, onCursor, handle, selection, onSelectAll } = props
  const { membership } = useSession()
  const list = useQuery(chatListQuery(place.filters, membership.id))
  const chats = useMemo(() => list.data?.chats ?? [], [list.data])
  const scroller = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  useAnchor(chats, scroller)
  const readMore = useReadMore(place, membership.id)
  const listKey = JSON.stringify(place.filters)
  const keyParts = {
    chats,
    place,
    cursorId,
    onCursor,
    listKey,
    container,
    scroller,
    handle,
    selection,
  }
  const { shownCursor, onKeyDown } = useListKeys(keyParts)
  const context = useRowContext(place, shownCursor, selection)
  const rows = useRowSelection({ chats, selection, onSelectAll })
  const { cursor } = list.data ?? {}
  // All loaded rows may have left the list at once.
  useEffect(() => {
    if (chats.length === 0 && cursor) readMore()
  }, [chats.length, cursor, readMore])
  const onClick = (event: MouseEvent) => {
    const id = idOf(event.target)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    // A label also clicks its checkbox.
    const isLabel = (event.target as HTMLElement).matches(
      'label[data-select], label[data-select] span',
    )
    if (!id || isLabel || rows.onClick(event, id) || !isPlain) return
    event.preventDefault()
    onCursor(id)
    place.openChat(id)
  }

  if (list.isPending) return <LoadingRows count={8} height={44} />
  if (list.isError && !list.data)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (chats.length === 0 && cursor) return <LoadingRows count={8} height={44} />
  if (chats.length === 0)
    return (
      <Suspense fallback={<LoadingRows count={2} height={44} />}>
        <EmptyList place={place} />
      </Suspense>
    )
  return (
    <div
      ref={container}
      className={classes.list}
      onClick={onClick}
      onKeyDown={(event) => void (rows.onKeyDown(event) || onKeyDown(event))}
      {...rows.press}
    >
      <VirtualRows key={listKey} {...{ chats, context, scroller }} onEnd={readMore} />
    </div>
  )
}

/** Returns a function that reads the list's next page; it does nothing while one is being read. */
function useReadMore({ filters }: InboxPlace, membershipId: string): () => void {
  const isReading = useRef(false)
  return useCallback(() => {
    if (isReading.current) return
    isReading.current = true
    void readMoreChats(filters, membershipId)
      .catch(() => undefined)
      .finally(() => (isReading.current = false))
  }, [filters, membershipId])
}

/** Returns what the rows share; the same object until some of it changes, so that rows are not drawn again. */
function useRowContext(
  { chatId, hrefOf, filters }: InboxPlace,
  cursorId: string | null,
  selection: Selection,
): RowContext {
  const locale = useLocale()
  const today = useToday()
  const t = useTranslations('inbox.row.author')
  const me = useSession().membership.id
  const findMember = useFindMember()
  const { data: drafted } = useQuery(draftedChatsQuery)
  return useMemo(
    () => ({
      openId: chatId,
      cursorId,
      today,
      locale,
      nameOf: ({ assignee_id: id }) =>
        id === null || id === me ? null : (findMember(id)?.name ?? null),
      assignerOf: ({ assigned_by: by }) =>
        by?.type === 'member' && by.id !== me ? (findMember(by.id)?.name ?? null) : null,
      authorOf: ({ last_message: last }) => {
        if (last?.direction !== 'outbound') return null
        if (last.author?.type === 'api_key') return t('api')
        if (last.author?.type !== 'member') return t('sent')
        if (last.author.id === me) return t('you')
        return findMember(last.author.id)?.name ?? null
      },
      hasDraft: (id) => drafted?.has(id) ?? false,
      hrefOf,
      isByWait: orderOf(filters) === 'waiting',
      isSelecting: selection.isOn,
      isSelected: selection.has,
    }),
    [selection, chatId, cursorId, today, locale, findMember, drafted, hrefOf, filters, me, t],
  )
}
