import { useEffect, useRef } from 'react'
import { useLive } from '../lib/live.ts'
import { queryClient } from '../lib/query-client.ts'

/** Changes within this time lead to one refetch. It differs per tab, so that not all ask at once. */
const gatherMs = () => 200 + Math.random() * 800

/**
 * Refetches what is shown after a tag was renamed, recolored or deleted: conversations, tickets and filters contain its
 * name, and no event of the API reports the change.
 */
export function useTagChanges(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(({ type }) => {
    if (type !== 'tags') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries()
    }, gatherMs())
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
