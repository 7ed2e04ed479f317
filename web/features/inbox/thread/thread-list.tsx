import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readOutbox } from '../data/outbox-store.ts'
import { keyOf, ownReaction } from '../data/rows.ts'
import type { Marks, Row } from '../data/rows.ts'
import { firstOf, lastOf, toSections } from '../data/shown-rows.ts'
import type { ShownRow } from '../data/shown-rows.ts'
import { readNewer, readOlder } from '../data/thread-query.ts'
import type { Thread } from '../data/thread.ts'
import { DayMark } from './day-mark.tsx'
import { ThreadPlaceContext } from './thread-context.ts'
import type { RowContext } from './thread-context.ts'
import classes from './thread-pane.module.css'
import { ThreadRow } from './thread-row.tsx'
import { useThreadPlace } from './use-thread-place.ts'
import type { Goal } from './use-thread-place.ts'

/** More messages are read when less than this number of screens is left to scroll. */
const SCREENS_AHEAD = 2
/** Distance from the end up to which the newest message counts as seen, in pixels. */
const SEEN_PX = 60

/**
 * The loaded rows of a thread, which reads older and newer pages while one scrolls. All of them are drawn: the heights of
 * rows that are not drawn can only be estimated, and each error of an estimate would move the rows on the screen.
 */
export function ThreadList(props: {
  chatId: string
  thread: Thread
  rows: Row[]
  marks: Marks
  context: RowContext
  goal: Goal | null
  onAtBottom: (isAtBottom: boolean) => void
}) {
  const { chatId, thread, rows, marks, context, goal, onAtBottom } = props
  const t = useTranslations('inboxThread')
  const reading = useRef(new Set<typeof readOlder>())
  const read = (more: typeof readOlder) => {
    if (reading.current.has(more)) return
    reading.current.add(more)
    void more(chatId)
      .catch(() => undefined)
      .finally(() => reading.current.delete(more))
  }
  const place = useThreadPlace({
    isWhole: thread.after === null,
    start: { id: context.unreadId, align: 'start' },
    goal,
    onView: ({ above, below }) => {
      const ahead = SCREENS_AHEAD * (place.scroller.current?.clientHeight ?? 0)
      if (thread.before !== null && above < ahead) read(readOlder)
      if (thread.after !== null && below < ahead) read(readNewer)
      onAtBottom(below <= SEEN_PX)
    },
  })
  const { keys } = readOutbox()
  const sections = useMemo(() => toSections(rows, context.unreadId), [rows, context.unreadId])
  const shown = sections.flatMap((section) => section.rows)
  const placeOf = new Map(shown.map((row, index) => [row, index]))
  const toElement = (row: ShownRow, isFirstOfDay: boolean) => {
    const at = placeOf.get(row)!
    const [before, after] = [shown[at - 1], shown[at + 1]]
    return (
      <ThreadRow
        key={keyOf(firstOf(row), keys)}
        rowKey={keyOf(lastOf(row), keys)}
        row={row}
        before={before && lastOf(before)}
        after={after && firstOf(after)}
        isFirstOfDay={isFirstOfDay}
        reaction={
          row.kind === 'item' && row.item.kind === 'message' ? ownReaction(row.item, marks) : null
        }
        marks={row.kind === 'images' ? marks : null}
        isRetried={row.kind === 'item' && marks.retried.has(row.item.id)}
        context={context}
      />
    )
  }
  return (
    <div
      ref={place.scroller}
      className={classes.scroller}
      onScroll={place.onScroll}
      aria-label={t('messages')}
      role="log"
      aria-live="off"
      tabIndex={0}
    >
      <ThreadPlaceContext value={place.onScroll}>
        <div className={classes.content}>
          {thread.before === null ? (
            <div className={classes.edge} />
          ) : (
            <div className={classes.older}>{t('loadingOlder')}</div>
          )}
          <div ref={place.sections}>
            {sections.map((section) => (
              <div key={section.key}>
                <DayMark day={section.day} time={section.time} today={context.today} />
                {section.rows.map((row, index) => toElement(row, index === 0))}
              </div>
            ))}
          </div>
          <div className={classes.edge} />
        </div>
      </ThreadPlaceContext>
    </div>
  )
}
