import { useRef } from 'react'
import type { MouseEvent, PointerEvent, TouchEvent } from 'react'

/** How long a finger rests on a message to open its menu. */
const LONG_PRESS_MS = 450
/** A finger that moves further than this scrolls. */
const MOVE_PX = 10
/** What a finger holds for another reason. */
const OTHERS = 'input, audio, video'

/** Returns handlers that call `open` with a message's element when a finger rests on it. The press then clicks nothing. */
export function useMessagePress(open: (id: string, message: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false
      const target = event.target as HTMLElement
      const message = target.closest<HTMLElement>('[data-message]')
      if (event.pointerType !== 'touch' || !message || target.closest(OTHERS)) return
      const timer = setTimeout(() => {
        press.current = null
        wasLong.current = true
        open(message.dataset['message'] ?? '', message)
      }, LONG_PRESS_MS)
      press.current = { timer, x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = press.current ?? { x: event.clientX, y: event.clientY }
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVE_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd(event: TouchEvent) {
      // A click would follow, which closes the menu.
      if (wasLong.current && event.cancelable) event.preventDefault()
    },
    onContextMenu(event: MouseEvent) {
      // The menu of the browser would open under the finger.
      if (press.current || wasLong.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
