import { isBlank } from './is-blank.ts'

/** Returns a text without white space at its ends, and an empty one if a person would see nothing. Every door reads texts by it. */
export function cleanText(text: string): string {
  return isBlank(text) ? '' : text.trim()
}
