import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** A multi-line field that grows with its text, into which text can be inserted at the caret. */
export type TextField = {
  ref: RefObject<HTMLTextAreaElement | null>
  caret: number
  /** Must be called with each change and each selection. */
  readCaret: () => void
  /** Inserts `text` at the caret in place of the selection, and focuses the field. */
  insert: (text: string) => void
  /** Replaces the whole text, with the caret at `caret`. */
  replace: (text: string, caret: number) => void
  focus: () => void
}

const HEIGHT_MAX = 240

/** Returns the field of `text`; `onChange` receives the text after an insertion. */
export function useTextField(text: string, onChange: (text: string) => void): TextField {
  const ref = useRef<HTMLTextAreaElement>(null)
  const next = useRef<number | null>(null)
  const [caret, setCaret] = useState(text.length)
  useLayoutEffect(() => {
    const field = ref.current
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
    ref.current?.focus()
  }
  return {
    ref,
    caret,
    readCaret: () => setCaret(ref.current?.selectionStart ?? 0),
    replace,
    insert: (part) => {
      const start = ref.current?.selectionStart ?? text.length
      const end = ref.current?.selectionEnd ?? start
      replace(text.slice(0, start) + part + text.slice(end), start + part.length)
    },
    focus: () => ref.current?.focus(),
  }
}
