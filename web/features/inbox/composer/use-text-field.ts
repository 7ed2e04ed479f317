import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** A field of several lines that grows with its text, and that text is put into where its caret stands. */
export type TextField = {
  ref: RefObject<HTMLTextAreaElement | null>
  caret: number
  /** To be called with each change and each selection. */
  readCaret: () => void
  /** Puts `text` where the caret stands, in place of what is selected, and takes the focus. */
  insert: (text: string) => void
  /** Makes the whole text `text`, with the caret at `caret`. */
  replace: (text: string, caret: number) => void
  focus: () => void
}

const HEIGHT_MAX = 240

/** The field of `text`; `onChange` is told of what is put in. */
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
