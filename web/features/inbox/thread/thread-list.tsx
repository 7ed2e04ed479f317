import { useCallback } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { useTranslations } from 'use-intl'
import { readOutbox } from '../data/outbox-store.ts'
import { keyOf } from '../data/rows.ts'
import type { Row } from '../data/rows.ts'
import { readNewer, readOlder } from '../data/thread-query.ts'
import type { Thread } from '../data/thread.ts'
import type { RowContext } from './thread-context.ts'
import classes from './thread-pane.module.css'
import { ThreadRow } from './thread-row.tsx'
import type { ThreadScrolling } from './use-thread-scrolling.ts'
import { useKeepPlace } from './use-keep-place.ts'
import { useStayAtEnd } from './use-stay-at-end.ts'

/** The context that the rows of the list share. */
export type ListContext = RowContext & { rows: Row[]; firstIndex: number; isReading: boolean }

/** The rows of a thread in a virtual list, which reads older and newer pages while one scrolls. */
export function ThreadList(props: {
  chatId: string
  thread: Thread
  rows: Row[]
  context: ListContext
  scrolling: ThreadScrolling
  onAtBottom: (isAtBottom: boolean) => void
}) {
  const { chatId, thread, rows, context, scrolling, onAtBottom } = props
  const t = useTranslations('inboxThread')
  const stay = useStayAtEnd(thread.after === null)
  const { setScroller, beforeOlder } = useKeepPlace(thread.firstIndex, scrolling.virtuoso)
  const scrollerRef = useCallback(
    (element: HTMLElement | Window | null) => {
      stay(element)
      setScroller(element instanceof HTMLElement ? element : null)
    },
    [stay, setScroller],
  )
  return (
    <Virtuoso<Row, ListContext>
      key={`${chatId} ${thread.openedAs}`}
      ref={scrolling.virtuoso}
      className={classes.scroller}
      data={rows}
      context={context}
      firstItemIndex={thread.firstIndex}
      initialTopMostItemIndex={firstShown(rows, context, scrolling)}
      alignToBottom
      computeItemKey={computeKey}
      itemContent={renderRow}
      components={listComponents}
      increaseViewportBy={{ top: 900, bottom: 500 }}
      atBottomThreshold={60}
      atBottomStateChange={onAtBottom}
      scrollerRef={scrollerRef}
      followOutput={(isBottom) => (isBottom && thread.after === null ? 'auto' : false)}
      startReached={() => void readOlder(chatId, beforeOlder).catch(() => undefined)}
      endReached={() => void readNewer(chatId).catch(() => undefined)}
      aria-label={t('messages')}
      role="log"
      aria-live="off"
      tabIndex={0}
    />
  )
}

/** Returns where the list starts: at the highlighted message, else the first unread one, else the end. */
function firstShown(rows: Row[], { unreadId }: ListContext, scrolling: ThreadScrolling) {
  const indexOf = (id: string | null) =>
    rows.findIndex((row) => row.kind === 'item' && row.item.id === id)
  const highlighted = indexOf(scrolling.highlightId)
  if (highlighted >= 0) return { index: highlighted, align: 'center' as const }
  const unread = indexOf(unreadId)
  if (unread >= 0 && scrolling.startsAt.current === 'unread')
    return { index: unread, align: 'start' as const, offset: -48 }
  return { index: rows.length - 1, align: 'end' as const }
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
