import { findNearest } from '#shared/find-nearest.ts'

/** The longest word that is compared, in characters. A longer one gets no suggestion, so that the cost is bounded. */
const CHARACTERS_MAX = 64

/** Returns the candidate that a misspelled or shortened word most likely means, or undefined. */
export function suggestNearest(word: string, candidates: readonly string[]): string | undefined {
  if (word === '' || word.length > CHARACTERS_MAX) return undefined
  return findNearest(word, candidates, (candidate) => candidate)[0]
}

/** Returns a question that suggests a candidate, in brackets after a space, or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const nearest = suggestNearest(word, candidates)
  return nearest === undefined || nearest === word ? '' : ` (Did you mean ${nearest}?)`
}
