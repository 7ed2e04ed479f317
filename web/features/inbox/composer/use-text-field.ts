import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefCallback, RefObject } from 'react'

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
  /** Replaces the whole text, with the caret at `caret`. */
  replace: (text: string, caret: number) => void
  /** Focuses the field, also one that the change which is being made adds to the page. */
  focus: () => void
}

const HEIGHT_MAX = 240

/** Returns the field of `text`; `onChange` receives the text after an insertion. */
export function useTextField(text: string, onChange: (text: string) => void): TextField {
  const element = useRef<HTMLTextAreaElement>(null)
  const next = useRef<number | null>(null)
  const isWanted = useRef(false)
  const [caret, setCaret] = useState(text.length)
  useLayoutEffect(() => {
    const field = element.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight, HEIGHT_MAX)}px`
    if (next.current === null) return
    field.setSelectionRange(next.current, next.current)
    setCaret(next.current)
    next.current = null
  }, [text])
  const replace = (whole: string, at: number) => {
    next.current = at
    onChange(whole)
    element.current?.focus()
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
