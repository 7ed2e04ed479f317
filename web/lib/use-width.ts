import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The width of the rail beside the page, as in the theme. */
const RAIL_REM = 4.75

/**
 * Returns whether `element` is at least `rem` wide, and updates when its size changes. Before it is measured, the width of
 * the window decides, because measuring it at once would lay out the whole page a second time.
 */
export function useIsWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isWide, setWide] = useState(() => matchMedia(`(min-width: ${rem + RAIL_REM}rem)`).matches)
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const observer = new ResizeObserver(([entry]) => {
      const { width } = entry!.contentRect
      // A page that is about to go is hidden first, which must not draw it anew.
      if (width > 0) setWide(width >= rem * unit)
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, rem])
  return isWide
}

/** Matches a window that is as narrow as a phone's. */
export const PHONE = '(max-width: 47.99em)'

/** Returns whether the window is as narrow as a phone's, where a page shows one pane at a time. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
}
