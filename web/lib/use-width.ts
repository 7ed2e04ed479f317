import { useMediaQuery } from '@mantine/hooks'
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

/** Returns whether the window is as narrow as a phone's, where a page shows one pane at a time. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
}
