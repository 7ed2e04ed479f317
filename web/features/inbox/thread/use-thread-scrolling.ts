import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { notifyError } from '../../../components/notify.ts'
import { readAround, readNewest } from '../data/thread-query.ts'
import type { Thread } from '../data/thread.ts'
import type { Goal } from './use-thread-place.ts'

const HIGHLIGHT_MS = 4000

/** Scrolling in a thread: to a message, which is highlighted for a moment, and to the newest end. */
type ThreadScrolling = {
  highlightId: string | null
  /** The last place that was asked for. */
  goal: Goal | null
  goTo: (id: string) => Promise<void>
  goToNewest: () => Promise<void>
}

/** Returns the functions that scroll the thread of a conversation. `latest` holds what is shown. */
export function useThreadScrolling(
  chatId: string,
  latest: RefObject<{ thread: Thread | undefined }>,
): ThreadScrolling {
  const t = useTranslations('inboxThread')
  const [goal, setGoal] = useState<Goal | null>(null)
  const [highlight, setHighlight] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (highlight === null) return
    const timer = setTimeout(() => setHighlight(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlight])
  const goTo = useCallback(
    async (id: string) => {
      // The list scrolls there once the message is loaded.
      setGoal({ id, align: 'center' })
      try {
        await readAround(chatId, id)
      } catch (err) {
        setGoal(null)
        return notifyError(t('quoteGone'), err)
      }
      setHighlight({ id })
    },
    [chatId, t],
  )
  const goToNewest = useCallback(async () => {
    setGoal({ id: null, align: 'start' })
    setHighlight(null)
    if (latest.current.thread?.after) await readNewest(chatId).catch(() => setGoal(null))
  }, [chatId, latest])
  return { highlightId: highlight?.id ?? null, goal, goTo, goToNewest }
}
