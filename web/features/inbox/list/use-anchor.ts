import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Chat } from '../data/types.ts'
import { ROW_HEIGHT } from './chat-row.tsx'

/** Keeps what one looks at in its place while rows come and go above it; at the top what is new is shown. */
export function useAnchor(chats: readonly Chat[], scroller: RefObject<HTMLElement | null>): void {
  const before = useRef(chats)
  useLayoutEffect(() => {
    const old = before.current
    before.current = chats
    const element = scroller.current
    if (old === chats || !element || element.scrollTop < ROW_HEIGHT) return
    const index = Math.floor(element.scrollTop / ROW_HEIGHT)
    const now = new Map(chats.map(({ id }, at) => [id, at]))
    // What one looks at may itself have moved away: then it is the next that stays.
    for (let at = index; at < Math.min(old.length, index + 20); at++) {
      const to = now.get(old[at]!.id)
      if (to === undefined || Math.abs(to - at) > 20) continue
      if (to !== at) element.scrollBy({ top: (to - at) * ROW_HEIGHT, behavior: 'instant' })
      return
    }
  }, [chats, scroller])
}
