import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Returns whether `element` is at least `rem` wide, and updates when its size changes. */
export function useIsWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const look = () => setWide(measured.clientWidth >= rem * unit)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, rem])
  return isWide
}
