import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Distance from the end, in pixels, up to which the list counts as being at its end. */
const NEAR_END_PX = 60
/** Distance of a row from the top of the list after the list scrolled to it, in pixels. */
const TOP_PX = 48

/** A message that the list scrolls to, by its id; null: the newest end. */
export type Goal = { id: string | null; align: 'start' | 'center' }

/** How many pixels are above and below the part of the list that is shown. */
type View = { above: number; below: number }

/**
 * The row that stays where it is, and its lower edge from the top of the list; null: the list stays at its end. `key`: finds the row
 * again when another element shows it.
 */
type Place = { scrollTop: number; row: HTMLElement | null; key: string | undefined; bottom: number }

/**
 * Keeps the rows of a list where they are on the screen when other rows are added or change their heights, or keeps the
 * list at its end. Works before the browser paints, so that no wrong place is seen. Most browsers keep the place by
 * themselves (scroll anchoring), which also works during a turn of the wheel; this adds the cases in which they do not:
 * at the top, at the end, and in Safari. `isWhole`: the newest rows are loaded. `sections`: the element of the
 * sections, of which each contains its rows (`data-row`).
 */
export function useThreadPlace(props: {
  isWhole: boolean
  start: Goal
  goal: Goal | null
  onView: (view: View) => void
}): {
  scroller: RefObject<HTMLDivElement | null>
  sections: RefObject<HTMLDivElement | null>
  onScroll: () => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const sections = useRef<HTMLDivElement>(null)
  const place = useRef<Place | null>(null)
  const reached = useRef<Goal | null>(null)
  const latest = useRef(props)
  latest.current = props
  const record = useCallback(() => {
    const element = scroller.current
    // Nothing is recorded while the list is hidden, so that it is shown again at its place.
    if (!element?.clientHeight || !sections.current) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const isAtEnd = latest.current.isWhole && below <= NEAR_END_PX
    const row = isAtEnd ? null : findRow(sections.current, element)
    const bottom = row ? bottomOf(row, element) : 0
    place.current = { scrollTop: element.scrollTop, row, key: row?.dataset['row'], bottom }
    latest.current.onView({ above: element.scrollTop, below })
  }, [])
  const keep = useCallback(() => {
    const element = scroller.current
    if (!element?.clientHeight) return
    const { start, goal } = latest.current
    if (place.current) restore(element, place.current)
    else if (!scrollTo(element, goal ?? start)) element.scrollTop = element.scrollHeight
    record()
  }, [record])
  useLayoutEffect(() => {
    keep()
    const element = scroller.current
    const { goal, isWhole } = latest.current
    if (!element || !goal || reached.current === goal || (goal.id === null && !isWhole)) return
    if (!scrollTo(element, goal)) return
    reached.current = goal
    record()
  })
  useEffect(() => {
    const observer = new ResizeObserver(keep)
    if (scroller.current) observer.observe(scroller.current)
    if (sections.current) observer.observe(sections.current)
    return () => observer.disconnect()
  }, [keep])
  return { scroller, sections, onScroll: record }
}

function restore(element: HTMLElement, place: Place): void {
  const { scrollTop, key, bottom } = place
  if (!place.row) {
    // Who has scrolled up since is no longer at the end.
    if (element.scrollTop > scrollTop - 1) element.scrollTop = element.scrollHeight
    return
  }
  const isKept = place.row.isConnected
  const row = isKept ? place.row : element.querySelector(`[data-row="${key}"]`)
  // The browser has kept the place, or the member has scrolled.
  if (!row || (isKept && Math.abs(element.scrollTop - scrollTop) >= 1)) return
  const moved = bottomOf(row, element) - bottom
  if (Math.abs(moved) >= 1) element.scrollTop += moved
}

/** Scrolls to a row or to the end; returns false if the row is not there. */
function scrollTo(element: HTMLElement, { id, align }: Goal): boolean {
  if (id === null) {
    element.scrollTop = element.scrollHeight
    return true
  }
  const row = element.querySelector(`[data-item="${id}"]`)
  if (!row) return false
  const { top, height } = row.getBoundingClientRect()
  const gap = align === 'start' ? TOP_PX : Math.max(TOP_PX, (element.clientHeight - height) / 2)
  element.scrollTop += top - element.getBoundingClientRect().top - gap
  return true
}

/** Finds the first row that begins on the screen; else the one that fills it. */
function findRow(sections: HTMLElement, element: HTMLElement): HTMLElement | null {
  const { top, bottom } = element.getBoundingClientRect()
  const first = findChild(sections, (child) => placeOf(child).bottom > top)
  for (const section of [first, first?.nextElementSibling]) {
    // The mark of the day stays on the screen, so only rows count.
    const row = section && findChild(section, (child) => isRow(child) && placeOf(child).top >= top)
    if (row && placeOf(row).top < bottom) return row
  }
  return first && findChild(first, (child) => isRow(child) && placeOf(child).bottom > top)
}

/** Finds the first child of which `isBelow` is true: of all that follow it, it is true as well. */
function findChild(parent: Element, isBelow: (child: HTMLElement) => boolean): HTMLElement | null {
  const { children } = parent
  const at = (index: number) => children.item(index) as HTMLElement
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isBelow(at(middle))) high = middle
    else low = middle + 1
  }
  return low < children.length ? at(low) : null
}

function isRow(child: HTMLElement): boolean {
  return child.dataset['row'] !== undefined
}

function placeOf(child: Element): DOMRect {
  return child.getBoundingClientRect()
}

/** Returns a row's lower edge: its upper one moves when a mark above its message goes. */
function bottomOf(row: Element, element: HTMLElement): number {
  return row.getBoundingClientRect().bottom - element.getBoundingClientRect().top
}
