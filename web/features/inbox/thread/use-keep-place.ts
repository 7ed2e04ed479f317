import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** When the place is checked after rows were added above: the list needs this long to measure its new rows. */
const CHECKS_MS = [50, 150, 300, 500]
/** Without scrolling for this time, the list counts as being at rest. */
const REST_MS = 120
/** Rows are added after this time also while the member keeps scrolling. */
const REST_WAIT_MS = 1_500

const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** The row at the top of the list, and its distance from the top in pixels. */
type Place = { index: number; top: number }

/**
 * Keeps the rows on the screen where they are when rows are added above them. The list only estimates the heights of rows
 * that it has not drawn, so it would jump. Returns the function to set the scrolling element, and the one to call before
 * the rows are added: it waits until the member does not scroll.
 */
export function useKeepPlace(
  firstIndex: number,
  virtuoso: RefObject<VirtuosoHandle | null>,
): { setScroller: (element: HTMLElement | null) => void; beforeOlder: () => Promise<void> } {
  const scroller = useRef<HTMLElement | null>(null)
  const place = useRef<Place | null>(null)
  const scrolledAt = useRef(0)
  const stop = useRef<() => void>(undefined)
  const setScroller = useCallback((element: HTMLElement | null) => {
    const onScroll = () => {
      scrolledAt.current = performance.now()
    }
    scroller.current?.removeEventListener('scroll', onScroll)
    scroller.current = element
    element?.addEventListener('scroll', onScroll, { passive: true })
  }, [])
  const beforeOlder = useCallback(async () => {
    const until = performance.now() + REST_WAIT_MS
    const isAtRest = () =>
      performance.now() - scrolledAt.current > REST_MS || scroller.current?.scrollTop === 0
    while (!isAtRest() && performance.now() < until) await nextFrame()
    place.current = scroller.current && findPlace(scroller.current)
  }, [])
  const shown = useRef(firstIndex)
  useLayoutEffect(() => {
    const isGrown = firstIndex < shown.current
    shown.current = firstIndex
    const { current: element } = scroller
    if (!isGrown || !element || !place.current) return
    stop.current?.()
    stop.current = keepPlace(element, place.current, ({ index, top }) =>
      virtuoso.current?.scrollToIndex({ index: index - firstIndex, align: 'start', offset: -top }),
    )
    place.current = null
  }, [firstIndex, virtuoso])
  useEffect(() => () => stop.current?.(), [])
  return { setScroller, beforeOlder }
}

/**
 * Scrolls so that the row stays at `place`, until the member scrolls: at once, and again while the list measures its new
 * rows. Only the list itself may scroll, because it would undo other scrolling. Returns the end of it.
 */
function keepPlace(
  element: HTMLElement,
  place: Place,
  scrollTo: (place: Place) => void,
): () => void {
  const timers = CHECKS_MS.map((ms) =>
    setTimeout(() => {
      const row = element.querySelector(`[data-item-index="${place.index}"]`)
      if (!row || Math.abs(topOf(row, element) - place.top) >= 1) scrollTo(place)
    }, ms),
  )
  const frame = requestAnimationFrame(() => scrollTo(place))
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const timer of timers) clearTimeout(timer)
    for (const input of INPUTS) element.removeEventListener(input, stop)
  }
  for (const input of INPUTS) element.addEventListener(input, stop, { passive: true })
  return stop
}

/** Finds the first row that begins on the screen; else the one that fills it. */
function findPlace(element: HTMLElement): Place | null {
  const rows = [...element.querySelectorAll<HTMLElement>('[data-item-index]')]
  const row =
    rows.find((each) => topOf(each, element) >= 0) ??
    rows.findLast((each) => topOf(each, element) < 0)
  return row ? { index: Number(row.dataset['itemIndex']), top: topOf(row, element) } : null
}

function topOf(row: Element, element: HTMLElement): number {
  return row.getBoundingClientRect().top - element.getBoundingClientRect().top
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
}
