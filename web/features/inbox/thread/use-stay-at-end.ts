import { useCallback, useEffect, useRef } from 'react'

/**
 * Distance from the end, in pixels, up to which the list counts as being at its end. It is the default of the list
 * component.
 */
const NEAR_PX = 60

/**
 * Keeps a list scrolled to its end when the list becomes lower, for example because a reply has several lines, or when
 * its last item grows, for example by a reaction. Applies only while the list is at its end and its newest items are
 * loaded (`isWhole`). Pass the scrolling element to the returned function.
 */
export function useStayAtEnd(isWhole: boolean): (element: HTMLElement | Window | null) => void {
  const isWholeNow = useRef(isWhole)
  useEffect(() => {
    isWholeNow.current = isWhole
  })
  const stop = useRef<() => void>(undefined)
  return useCallback((element) => {
    stop.current?.()
    stop.current = undefined
    if (!(element instanceof HTMLElement)) return
    let isAtEnd = false
    const look = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd && isWholeNow.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    const rows = element.querySelector('[data-testid="virtuoso-item-list"]')
    if (rows) observer.observe(rows)
    element.addEventListener('scroll', look, { passive: true })
    stop.current = () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
}
