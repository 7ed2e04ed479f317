import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefCallback, RefObject } from 'react'
import type { TextMark } from '#shared/formatted-text.ts'
import { markOf, toggleMark } from '#shared/toggle-mark.ts'

/** A multi-line field that grows with its text, into which text can be inserted at the caret. */
export type TextField = {
  /** The element, for its `ref`. */
  mount: RefCallback<HTMLTextAreaElement>
  element: RefObject<HTMLTextAreaElement | null>
  caret: number
  /** Must be called with each change and each selection. */
  readCaret: () => void
  /** Inserts `text` at the caret in place of the selection, and focuses the field. */
  insert: (text: string) => void
  /** Replaces the whole text, and selects from `start` to `end`; without `end`, the caret is at `start`. */
  replace: (text: string, start: number, end?: number) => void
  /** Adds a mark to the selection, or removes it. */
  toggle: (mark: TextMark) => void
  /** Toggles the mark of a pressed key, and returns whether there is one. */
  handleKey: (event: KeyboardEvent) => boolean
  /** Focuses the field, also one that the change which is being made adds to the page. */
  focus: () => void
}

const HEIGHT_MAX = 240

/** Returns the field of `text`; `onChange` receives the text after an insertion. */
export function useTextField(text: string, onChange: (text: string) => void): TextField {
  const element = useRef<HTMLTextAreaElement>(null)
  const next = useRef<readonly [start: number, end: number] | null>(null)
  const isWanted = useRef(false)
  const [caret, setCaret] = useState(text.length)
  const select = () => {
    if (next.current === null) return
    element.current?.setSelectionRange(...next.current)
    setCaret(next.current[0])
    next.current = null
  }
  useLayoutEffect(() => {
    const field = element.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight, HEIGHT_MAX)}px`
    select()
  }, [text])
  const replace = (whole: string, start: number, end = start) => {
    next.current = [start, end]
    if (whole !== text) onChange(whole)
    element.current?.focus()
    if (whole === text) select()
  }
  const toggle = (mark: TextMark) => {
    const { selectionStart: start, selectionEnd: end } = element.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    const made = toggleMark({ text, start, end }, mark)
    replace(made.text, made.start, made.end)
  }
  const mount = useCallback((field: HTMLTextAreaElement | null) => {
    element.current = field
    if (isWanted.current) field?.focus()
  }, [])
  return {
    mount,
    element,
    caret,
    readCaret: () => setCaret(element.current?.selectionStart ?? 0),
    replace,
    toggle,
    handleKey: (event) => {
      const mark = markOf(event)
      if (!mark) return false
      event.preventDefault()
      toggle(mark)
      return true
    },
    insert: (part) => {
      const start = element.current?.selectionStart ?? text.length
      const end = element.current?.selectionEnd ?? start
      replace(text.slice(0, start) + part + text.slice(end), start + part.length)
    },
    focus: () => {
      element.current?.focus()
      isWanted.current = element.current === null
      // Changes are shown before the next frame. A field that appears later must not take the focus.
      requestAnimationFrame(() => (isWanted.current = false))
    },
  }
}
