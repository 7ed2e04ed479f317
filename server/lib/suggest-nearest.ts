/** The longest word that is compared, in characters. A longer one gets no suggestion, so that the cost is bounded. */
const CHARACTERS_MAX = 64

/**
 * Returns the candidate that a misspelled word most likely means, or undefined. Such a candidate starts with the word (from three
 * characters), or needs few edits: one for each three characters, at most three.
 */
export function suggestNearest(word: string, candidates: readonly string[]): string | undefined {
  if (word === '' || word.length > CHARACTERS_MAX) return undefined
  const given = word.toLowerCase()
  let nearest: { candidate: string; edits: number } | undefined
  for (const candidate of candidates) {
    const longest = Math.max(given.length, candidate.length)
    const limit = Math.min(3, Math.floor(longest / 3))
    if (Math.abs(given.length - candidate.length) > limit) continue
    const edits = countEdits(given, candidate.toLowerCase())
    if (edits <= limit && (!nearest || edits < nearest.edits)) nearest = { candidate, edits }
  }
  if (nearest) return nearest.candidate
  return given.length < 3 ? undefined : candidates.find((each) => each.startsWith(given))
}

/** Returns a question that suggests a candidate, in brackets after a space, or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const nearest = suggestNearest(word, candidates)
  return nearest === undefined || nearest === word ? '' : ` (Did you mean ${nearest}?)`
}

/** Counts the letters to insert, remove, replace or swap with the next one to turn `from` into `to`. */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const edits = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      )
      next.push(isSwapped ? Math.min(edits, at(before, column - 2) + 1) : edits)
    }
    before = last
    last = next
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
