import { TEXT_MARKS } from './formatted-text.ts'
import type { TextMark } from './formatted-text.ts'

/** All marks, in the order in which they are offered. */
export const MARKS = ['bold', 'italic', 'struck', 'code'] as const satisfies readonly TextMark[]

/** A text with its selection, in UTF-16 code units. */
type SelectedText = { text: string; start: number; end: number }

/**
 * Adds a mark around the selection, on each of its lines, or removes it if it is there. Without a selection, adds both signs
 * with the caret between them; right before the second one, moves the caret behind it.
 */
export function toggleMark({ text, start, end }: SelectedText, mark: TextMark): SelectedText {
  const sign = TEXT_MARKS[mark]
  const isBefore = text[start - 1] === sign
  const isAfter = text[end] === sign
  if (start === end && isAfter && !isBefore) return { text, start: end + 1, end: end + 1 }
  if (isBefore && isAfter) {
    const inner = text.slice(start, end)
    const whole = text.slice(0, start - 1) + inner + text.slice(end + 1)
    return { text: whole, start: start - 1, end: end - 1 }
  }
  const lines = text.slice(start, end).split('\n').map(splitLine)
  const isMarked = ({ words }: Line) => isWrapped(words, sign)
  const filled = lines.filter(({ words }) => words !== '')
  const isRemoved = filled.length > 0 && filled.every(isMarked)
  const written = lines.map((line) => {
    const { before, words, after } = line
    if (words === '' && lines.length > 1) return before + after
    if (isRemoved) return before + words.slice(1, -1) + after
    return before + (isMarked(line) ? words : sign + words + sign) + after
  })
  const changed = written.join('\n')
  const whole = text.slice(0, start) + changed + text.slice(end)
  if (start === end) return { text: whole, start: start + 1, end: start + 1 }
  return { text: whole, start, end: start + changed.length }
}

/** The keys that toggle each mark, as shortcuts are written; `mod` is Ctrl or ⌘. */
export const MARK_KEYS = {
  bold: 'mod+b',
  italic: 'mod+i',
  struck: 'mod+shift+x',
  code: 'mod+e',
} as const satisfies Record<TextMark, string>

/** Returns the mark that a pressed key toggles; undefined for another key. */
export function markOf(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): TextMark | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined
  const keys = `mod+${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
  return MARKS.find((mark) => MARK_KEYS[mark] === keys)
}

/** The parts of a line: the sign of a list or a quote and spaces, the words, and spaces after them. */
type Line = { before: string; words: string; after: string }

function splitLine(line: string): Line {
  const before = /^\s*(?:(?:[*-]|\d{1,9}\.|>) )?\s*/.exec(line)?.[0] ?? ''
  const words = line.slice(before.length).trimEnd()
  return { before, words, after: line.slice(before.length + words.length) }
}

function isWrapped(words: string, sign: string): boolean {
  return words.length > 2 && words.startsWith(sign) && words.endsWith(sign)
}
