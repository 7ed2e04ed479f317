import { useCallback } from 'react'
import type { ReactNode } from 'react'
import classes from './sticky-filters.module.css'

/** Keeps the filters of a list at the top while its rows scroll, and the headings of the table beside them below them. */
export function StickyFilters({ children }: { children: ReactNode }) {
  const measure = useCallback((bar: HTMLDivElement | null) => {
    if (!bar) return
    const observer = new ResizeObserver(() =>
      bar.parentElement?.style.setProperty('--filters-height', `${bar.offsetHeight}px`),
    )
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={classes.filters} ref={measure}>
      {children}
    </div>
  )
}
