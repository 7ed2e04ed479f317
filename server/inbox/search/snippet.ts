/** Characters before the match, and in total. */
const BEFORE = 40
const CHARACTERS_MAX = 160

/** Returns the part of `text` around the first match of `q`, ignoring case, on one line; `…` marks what is cut. */
export function snippet(text: string, q: string): string {
  const characters = [...text.replaceAll(/\s+/gu, ' ')]
  const lower = characters.map((character) => character.toLowerCase()).join('')
  const found = lower.indexOf(q.trim().replaceAll(/\s+/gu, ' ').toLowerCase())
  const at = found < 0 ? 0 : Array.from(lower.slice(0, found)).length
  const start = Math.max(0, at - BEFORE)
  const shown = characters.slice(start, start + CHARACTERS_MAX)
  return [
    start > 0 ? '…' : '',
    shown.join('').trim(),
    start + shown.length < characters.length ? '…' : '',
  ].join('')
}
