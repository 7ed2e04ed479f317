import { useRef } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { Selection } from '../../../lib/selection.ts'
import type { Chat } from '../data/types.ts'

/** How long a finger rests on a row to select it. */
const LONG_PRESS_MS = 450
/** A finger that moves further than this scrolls. */
const MOVE_PX = 10

/**
 * Returns handlers that select rows of the list: by their checkboxes, with Shift, by Ctrl or ⌘ with A, and by a long
 * press. `onClick` and `onKeyDown` return whether they handled the event.
 */
export function useRowSelection(options: {
  chats: readonly Chat[]
  selection: Selection
  onSelectAll: () => void
}) {
  const { chats, selection, onSelectAll } = options
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)
  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  const extendTo = (id: string) =>
    selection.extendTo(
      id,
      chats.map((chat) => chat.id),
    )
  return {
    onClick(event: MouseEvent, id: string): boolean {
      const isCheckbox = (event.target as HTMLElement).closest('[data-select]') !== null
      if (wasLong.current) {
        wasLong.current = false
        event.preventDefault()
        return true
      }
      if (event.metaKey || event.ctrlKey || event.button !== 0) return false
      if (event.shiftKey) extendTo(id)
      else if (isCheckbox || (selection.isOn && isTouch(event))) selection.toggle(id)
      else return false
      // A link must not open; a checkbox is drawn again by its state.
      if (!isCheckbox) event.preventDefault()
      return true
    },
    onKeyDown(event: KeyboardEvent): boolean {
      const isAll = event.key.toLowerCase() === 'a' && (event.metaKey || event.ctrlKey)
      if (!isAll || event.shiftKey || event.altKey) return false
      onSelectAll()
      event.preventDefault()
      return true
    },
    press: {
      onPointerDown(event: PointerEvent) {
        const id = idOf(event.target)
        wasLong.current = false
        if (event.pointerType !== 'touch' || !id) return
        const timer = setTimeout(() => {
          press.current = null
          wasLong.current = true
          selection.toggle(id)
        }, LONG_PRESS_MS)
        press.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove(event: PointerEvent) {
        const { x, y } = press.current ?? { x: event.clientX, y: event.clientY }
        if (Math.hypot(event.clientX - x, event.clientY - y) > MOVE_PX) endPress()
      },
      onPointerUp: endPress,
      onPointerCancel: endPress,
      onContextMenu(event: MouseEvent) {
        // The menu of a link would open under the finger.
        if (press.current || wasLong.current) event.preventDefault()
      },
    },
  }
}

/** Returns the id of the conversation whose row contains an element. */
export function idOf(target: EventTarget): string | undefined {
  const row = (target as HTMLElement).closest<HTMLElement>('[data-chat-row]')
  return row?.dataset['chatRow']
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return (nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
}
