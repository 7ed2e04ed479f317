import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Chat } from '../data/types.ts'
import { ROW_HEIGHT } from './chat-row.tsx'

/**
 * Keeps the first visible row in its place while rows are added and removed above it; at the top, new rows are shown.
 */
export function useAnchor(chats: readonly Chat[], scroller: RefObject<HTMLElement | null>): void {
  const before = useRef(chats)
  useLayoutEffect(() => {
    const old = before.current
    before.current = chats
    const element = scroller.current
    if (old === chats || !element || element.scrollTop < ROW_HEIGHT) return
    const index = Math.floor(element.scrollTop / ROW_HEIGHT)
    const now = new Map(chats.map(({ id }, at) => [id, at]))
    // If that row has moved far or is gone, the next one keeps its place instead.
    for (let at = index; at < Math.min(old.length, index + 20); at++) {
      const to = now.get(old[at]!.id)
      if (to === undefined || Math.abs(to - at) > 20) continue
      if (to !== at) element.scrollBy({ top: (to - at) * ROW_HEIGHT, behavior: 'instant' })
      return
    }
  }, [chats, scroller])
}
