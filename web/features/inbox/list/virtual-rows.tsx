import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Chat } from '../data/types.ts'
import classes from './chat-list.module.css'
import { ChatRow, ROW_HEIGHT } from './chat-row.tsx'

/** Rows rendered before the list is measured. */
const FIRST_ROWS = 8
/** Rows this far above and below the visible ones are also rendered. */
const MARGIN_PX = 420
/**
 * The next page is read when this many rows are left, so that it is there before they have been passed. At the end, all rows
 * of a screen would be rendered in one frame.
 */
const ROWS_AHEAD = 20

/** The context that the rows of the list share. */
export type RowContext = {
  openId: string | null
  cursorId: string | null
  today: number
  locale: string
  nameOf: (chat: Chat) => string | null
  /** Returns the other member who assigned a conversation. */
  assignerOf: (chat: Chat) => string | null
  authorOf: (chat: Chat) => string | null
  hasDraft: (chatId: string) => boolean
  hrefOf: (chatId: string) => string
  /** Whether rows are being selected, and which are. */
  isSelecting: boolean
  /** Whether the list is in the order of waits. */
  isByWait: boolean
  isSelected: (chatId: string) => boolean
}

/** Renders the rows of the list that are visible or near. `onEnd` is called when few rows are left below them. */
export function VirtualRows(props: {
  chats: readonly Chat[]
  context: RowContext
  scroller: RefObject<HTMLDivElement | null>
  onEnd: () => void
}) {
  const { chats, context, scroller, onEnd } = props
  const t = useTranslations('inbox')
  const { from, to } = useShownRange(scroller)
  const left = chats.length - to
  useEffect(() => {
    if (left <= ROWS_AHEAD) onEnd()
  }, [left, onEnd])
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      <div
        className={classes.rows}
        role="list"
        aria-label={t('list')}
        style={{ height: chats.length * ROW_HEIGHT, paddingTop: from * ROW_HEIGHT }}
      >
        {chats.slice(from, to).map((chat, at) => (
          <div key={chat.id} role="listitem" data-item-index={from + at}>
            {renderRow(chat, context)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Scrolls no further than needed to show a whole row. Its element exists in the next frame at the latest. */
export function scrollToRow(scroller: HTMLElement | null, index: number): void {
  if (!scroller) return
  const last = index * ROW_HEIGHT
  const first = last + ROW_HEIGHT - scroller.clientHeight
  const top = Math.min(Math.max(scroller.scrollTop, first), last)
  if (top !== scroller.scrollTop) scroller.scrollTo({ top, behavior: 'instant' })
}

/** Returns the index of the first row to render, and the one after the last. */
function useShownRange(scroller: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const { scrollTop, clientHeight } = element
      // A phone that shows the conversation hides the list.
      if (clientHeight === 0) return
      const from = Math.max(0, Math.floor((scrollTop - MARGIN_PX) / ROW_HEIGHT))
      const to = Math.ceil((scrollTop + clientHeight + MARGIN_PX) / ROW_HEIGHT)
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    // In the frame of the scrolling, so that it shows no gap.
    const onScroll = () => flushSync(update)
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller])
  return range
}

function renderRow(chat: Chat, context: RowContext) {
  const { openId, cursorId, nameOf, assignerOf, authorOf, hrefOf, today, locale } = context
  return (
    <ChatRow
      chat={chat}
      href={hrefOf(chat.id)}
      isOpen={chat.id === openId}
      isCursor={chat.id === cursorId}
      assignee={nameOf(chat)}
      assigner={assignerOf(chat)}
      author={authorOf(chat)}
      hasDraft={context.hasDraft(chat.id)}
      isByWait={context.isByWait}
      isSelecting={context.isSelecting}
      isSelected={context.isSelected(chat.id)}
      today={today}
      locale={locale}
    />
  )
}
