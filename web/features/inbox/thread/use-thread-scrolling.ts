import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { useTranslations } from 'use-intl'
import { notifyError } from '../../../components/notify.ts'
import type { Row } from '../data/rows.ts'
import { readAround, readNewest } from '../data/thread-query.ts'
import type { Thread } from '../data/thread.ts'

const HIGHLIGHT_MS = 4000

/** Scrolling in a thread: to a message, which is highlighted for a moment, and to the newest end. */
export type ThreadScrolling = {
  virtuoso: RefObject<VirtuosoHandle | null>
  highlightId: string | null
  /** Whether the list starts at the first unread message or at its end when it is drawn again. */
  startsAt: RefObject<'unread' | 'end'>
  goTo: (id: string) => Promise<void>
  goToNewest: () => Promise<void>
}

/** Returns the functions that scroll the thread of a conversation. `latest` holds what is shown. */
export function useThreadScrolling(
  chatId: string,
  latest: RefObject<{ rows: Row[]; thread: Thread | undefined }>,
): ThreadScrolling {
  const t = useTranslations('inboxThread')
  const virtuoso = useRef<VirtuosoHandle>(null)
  const startsAt = useRef<'unread' | 'end'>('unread')
  const [highlight, setHighlight] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (highlight === null) return
    const timer = setTimeout(() => setHighlight(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlight])
  const goTo = useCallback(
    async (id: string) => {
      // A list that is drawn anew with what was read starts at the highlighted message.
      setHighlight({ id })
      try {
        await readAround(chatId, id)
      } catch (err) {
        setHighlight(null)
        return notifyError(t('quoteGone'), err)
      }
      // The time of the highlight begins now.
      setHighlight({ id })
      // The list has drawn what was read two frames later.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const index = latest.current.rows.findIndex(
            (row) => row.kind === 'item' && row.item.id === id,
          )
          if (index >= 0) virtuoso.current?.scrollToIndex({ index, align: 'center' })
        }),
      )
    },
    [chatId, t, latest],
  )
  const goToNewest = useCallback(async () => {
    startsAt.current = 'end'
    setHighlight(null)
    if (latest.current.thread?.after) await readNewest(chatId).catch(() => undefined)
    requestAnimationFrame(() =>
      virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end', behavior: 'auto' }),
    )
  }, [chatId, latest])
  return { virtuoso, highlightId: highlight?.id ?? null, startsAt, goTo, goToNewest }
}
