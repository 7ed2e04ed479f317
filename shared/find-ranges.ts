/** A part of a text, in UTF-16 code units: `start` is included, `end` is not. */
export type TextRange = { start: number; end: number }

/**
 * Folds `text` as `search_fold` of the database does: without Latin accents, in lower case. Texts whose folded forms are
 * equal are found by each other.
 */
export function foldText(text: string): string {
  return foldWithPlaces(text).folded
}

/**
 * Finds all matches of `terms`, which are folded, in `text`. The ranges are in order, and joined where they touch or
 * overlap.
 */
export function findRanges(text: string, terms: readonly string[]): TextRange[] {
  const { folded, places } = foldWithPlaces(text)
  const found: TextRange[] = []
  for (const term of terms) {
    if (term === '') continue
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      found.push({ start: places[at]!, end: places[at + term.length]! })
  }
  const joined: TextRange[] = []
  for (const range of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else if (range.end > range.start) joined.push({ ...range })
  }
  return joined
}

const ACCENTS = /[\u0300-\u036f]/g

/** `places`: where in `text` each code unit of `folded` is from, and at the end the length of `text`. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFKD').replaceAll(ACCENTS, '')
    // Lower case can add an accent: "İ" has none left, but others may.
    const part = plain.toLowerCase().replaceAll(ACCENTS, '')
    for (let index = 0; index < part.length; index++) places.push(at)
    folded += part
    at += character.length
  }
  places.push(text.length)
  return { folded, places }
}
